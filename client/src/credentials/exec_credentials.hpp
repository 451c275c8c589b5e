// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "credentials/credentials.hpp"
#include "credentials/tls_source.hpp"
#include "kubexx/client/client_config.hpp"

namespace kubexx::detail {

/// Asks a credential plugin when there are no credentials yet, when they have expired, and after a 401 (client-go).
///
/// The plugin runs on a thread of its own, one at a time: calls that need it wait for the same run, each with its own
/// deadline and stop token. Not on the runtime's pool, whose threads may all be blocked by those calls. A run that
/// lasts a minute (ten, when a person may be asked) is killed, and so is one whose client has gone. A client
/// certificate goes to `tls`. `config.exec` is set. Throws ConfigError when the runtime starts no processes.
[[nodiscard]] std::shared_ptr<Credentials> make_exec_credentials(const Runtime& runtime, const ClientConfig& config,
                                                                 std::shared_ptr<TlsSource> tls);

}  // namespace kubexx::detail
