// SPDX-License-Identifier: Apache-2.0
#include "controllers/controllers.hpp"

#include <chrono>

#include "controllers/gc.hpp"
#include "controllers/workloads.hpp"
#include "crd/crd.hpp"

namespace kubexx::apiserver {
namespace {

/// Whether the collector lags behind this request: two times of three, and never longer than a few seconds.
bool collector_lags(Server& server)
{
  constexpr auto longest = std::chrono::seconds(5);
  if (!server.garbage_draws || server.collect.empty()) return false;
  const auto now = server.options.clock->now();
  if (!server.garbage_since) server.garbage_since = now;
  if (now - *server.garbage_since < longest && server.garbage_draws->below(3) != 0) return true;
  server.garbage_since.reset();
  return false;
}

}  // namespace

void run_controllers(Server& server, bool garbage_later)
{
  const bool collects = !garbage_later && !collector_lags(server);
  do {
    if (collects) collect_garbage(server);
    if (collects || garbage_later) finalize_definitions(server);
    serve_freed_names(server);
    run_workloads(server);
  } while (collects && !server.collect.empty());
}

}  // namespace kubexx::apiserver
