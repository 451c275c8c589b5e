// SPDX-License-Identifier: Apache-2.0
// What credential plugins print: credentials that can be sent, or a ConfigError that shows nothing of them.
#include <algorithm>

#include "credentials/exec_protocol.hpp"
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  using namespace kubexx;
  using fuzz::require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const char* version : {"client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"}) {
    try {
      const auto answer = detail::parse_exec_credential(text, version);
      require(answer.cert_pem.empty() == answer.key_pem.empty(), "a certificate has a key");
      require(!answer.token.empty() || !answer.cert_pem.empty(), "there are credentials");
      require(std::none_of(answer.token.begin(), answer.token.end(),
                           [](char c) { return c == '\r' || c == '\n' || c == '\0'; }),
              "a token can be sent");
    } catch (const ConfigError& error) {
      require(std::string_view(error.what()).find("S3CRET") == std::string_view::npos, "no output in an error");
    }
  }
  return 0;
}
