// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "kubexx/client/interceptor.hpp"

namespace kubexx::cli {

/// Host and port of the server that this process talks to, for "The connection to the server …"; set once.
void set_contacted_host(std::string host);
[[nodiscard]] const std::string& contacted_host();

/// An answer that is an error but no Status (a proxy's page, an empty body) becomes the Status that client-go makes of
/// it: then kubexx prints what kubectl does.
[[nodiscard]] std::shared_ptr<Interceptor> make_answer_reader();

/// Whatever an error says becomes what client-go says of its code alone: so it does for discovery.
[[nodiscard]] std::shared_ptr<Interceptor> make_blunt_answer_reader();

/// Tells each request on standard error, from verbosity 6 on; headers from 7 on, never a credential; bodies from 8 on.
[[nodiscard]] std::shared_ptr<Interceptor> make_request_printer(int verbosity, std::string server);

}  // namespace kubexx::cli
