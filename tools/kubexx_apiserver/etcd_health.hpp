// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/http/listener.hpp"

namespace CLI {
class App;
}

namespace kubexx::tool {

/// Where the program listens when it is started as `etcd`.
struct EtcdFlags {
  std::string client_url = "http://127.0.0.1:2379";
};

/// etcd's flags that envtest gives, and any other one, which is ignored.
void add_flags(CLI::App& app, EtcdFlags& flags);

/// Stands where envtest expects an etcd: answers /health and /version, everything else with 404. It stores nothing,
/// because the API server beside it keeps its objects in memory. Throws std::invalid_argument for an URL that is no
/// http://ADDRESS:PORT.
[[nodiscard]] std::unique_ptr<HttpListener> serve_etcd_health(const Runtime& runtime, const EtcdFlags& flags);

}  // namespace kubexx::tool
