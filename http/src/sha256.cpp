// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/detail/sha256.hpp"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace kubexx::detail {

std::string sha256_hex(std::string_view text)
{
  constexpr std::size_t bytes = 32;
  std::array<unsigned char, bytes> digest{};
  if (EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL cannot compute a SHA-256");
  }
  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex;
  for (const unsigned char byte : digest) {
    hex += digits[byte >> 4U];
    hex += digits[byte & 0xFU];
  }
  return hex;
}

}  // namespace kubexx::detail
