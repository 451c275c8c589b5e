// SPDX-License-Identifier: Apache-2.0
#include "support/private_keys.hpp"

#include <openssl/pem.h>

#include <cstddef>
#include <memory>
#include <stdexcept>

namespace kubexx::test {

std::string in_form(const std::string& key_pem, KeyForm form)
{
  const std::unique_ptr<BIO, decltype(&BIO_free)> in(BIO_new_mem_buf(key_pem.data(), static_cast<int>(key_pem.size())),
                                                     BIO_free);
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
      PEM_read_bio_PrivateKey(in.get(), nullptr, nullptr, nullptr), EVP_PKEY_free);
  const std::unique_ptr<BIO, decltype(&BIO_free)> out(BIO_new(BIO_s_mem()), BIO_free);
  unsigned char secret[] = "pass phrase";
  const int length = sizeof secret - 1;
  int written = 0;
  switch (form) {
    case KeyForm::pkcs8:
      written = PEM_write_bio_PKCS8PrivateKey(out.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
      break;
    case KeyForm::traditional:
      written = PEM_write_bio_PrivateKey_traditional(out.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
      break;
    case KeyForm::encrypted_pkcs8:
      written = PEM_write_bio_PKCS8PrivateKey(out.get(), key.get(), EVP_aes_128_cbc(), reinterpret_cast<char*>(secret),
                                              length, nullptr, nullptr);
      break;
    case KeyForm::encrypted_traditional:
      written = PEM_write_bio_PrivateKey_traditional(out.get(), key.get(), EVP_aes_128_cbc(), secret, length, nullptr,
                                                     nullptr);
      break;
  }
  if (written != 1) throw std::runtime_error("OpenSSL cannot write the key");
  char* data = nullptr;
  const auto size = BIO_get_mem_data(out.get(), &data);
  return {data, static_cast<std::size_t>(size)};
}

}  // namespace kubexx::test
