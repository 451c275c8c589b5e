// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tls_connection.hpp"
#include "watched_pods.hpp"

namespace kubexx::bench {

/// Answers the requests of one connection until it ends: GET /api/v1/pods, as a list or as a watch, with what the
/// informers ask for; 404 for the rest. Below /whole, a list at version "0" has no pages, whatever its limit, as
/// kube-apiserver answers it from its watch cache.
void serve(TlsConnection& connection, WatchedPods& pods);

}  // namespace kubexx::bench
