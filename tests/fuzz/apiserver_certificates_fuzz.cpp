// SPDX-License-Identifier: Apache-2.0
// Certificates and requests for them as clients send them, in PEM and as bytes. A block that was found is found again
// when it is written anew, and whatever was read can be looked at.
#include "fuzz.hpp"
#include "kubexx/base/base64.hpp"
#include "validation/pem.hpp"
#include "validation/x509.hpp"

namespace {

using namespace kubexx;
using namespace kubexx::apiserver;
using fuzz::require;

std::string pem_of(const PemBlock& block)
{
  return "-----BEGIN " + block.type + "-----\n" + encode_base64(block.bytes) + "\n-----END " + block.type + "-----\n";
}

void look_at(const PublicKey& key)
{
  (void)key.sort();
  (void)key.bits();
  (void)key.curve();
  require(!key.encoded().empty(), "a key that was read can be written");
}

void look_at(std::string_view der)
{
  if (const auto certificate = parse_certificate(der)) look_at(certificate->key);
  if (const auto request = parse_certificate_request(der)) look_at(request->key);
}

void look_at_all(std::string_view text)
{
  while (true) {
    const auto before = text;
    const auto block = take_pem_block(text);
    if (!block) {
      require(text == before, "what has no block stays as it is");
      return;
    }
    require(text.size() < before.size(), "each block is taken");
    const auto written = pem_of(*block);
    std::string_view again = written;
    const auto same = take_pem_block(again);
    // A colon in its type makes the lines of a written block look like headers.
    const bool plain = block->type.find(':') == std::string::npos && block->type.find('\n') == std::string::npos;
    require(!plain || (same && same->type == block->type && same->bytes == block->bytes), "a block is found again");
    look_at(block->bytes);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  look_at_all(text);
  look_at(text);
  return 0;
}
