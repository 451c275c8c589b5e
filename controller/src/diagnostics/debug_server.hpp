// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

#include "diagnostics/probe_server.hpp"
#include "diagnostics/scrape_access.hpp"
#include "kubexx/controller/explanation.hpp"
#include "kubexx/http/listener.hpp"

namespace kubexx {

/// What a debug server needs.
struct DebugPages {
  Runtime runtime;
  std::stop_token stop;                  ///< ends what takes long
  std::shared_ptr<ScrapeAccess> access;  ///< null: anyone
  std::function<std::vector<Explanation>(const Request& key, std::string_view controller)> why;
};

/// GET of /debug/why?key=namespace/name (and controller=, cluster=, format=text), of /debug/pprof/ and
/// /debug/pprof/profile?seconds=30, with the names of Go's net/http/pprof.
[[nodiscard]] awaitable<HttpResponse> async_answer_debug(std::shared_ptr<const DebugPages> pages, HttpRequest request);

/// Listens from now on; throws std::runtime_error that names address and port.
[[nodiscard]] std::unique_ptr<HttpListener> make_debug_server(const ListenAddress& address, DebugPages pages);

/// Whether only this host can reach the address.
[[nodiscard]] bool is_loopback(const ListenAddress& address);

}  // namespace kubexx
