// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace kubexx::test {

/// How a private key is written in PEM.
enum class KeyForm {
  pkcs8,                  ///< "PRIVATE KEY"
  traditional,            ///< "RSA PRIVATE KEY" (PKCS#1) or "EC PRIVATE KEY" (SEC 1)
  encrypted_pkcs8,        ///< "ENCRYPTED PRIVATE KEY"
  encrypted_traditional,  ///< the traditional one with "Proc-Type: 4,ENCRYPTED"
};

/// The same key in another form.
[[nodiscard]] std::string in_form(const std::string& key_pem, KeyForm form);

}  // namespace kubexx::test
