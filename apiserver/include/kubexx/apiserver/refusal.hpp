// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/http/listener.hpp"
#include "kubexx/http/message.hpp"

namespace kubexx {

/// Returns the response of a kube-apiserver whose HTTP server refuses a request before any handler sees it: mostly a
/// line of plain text; a Status if the body is too large or broken. For ListenerOptions::error_response. Thread safe.
[[nodiscard]] HttpResponse apiserver_refusal(Refusal why, unsigned status, std::string message);

}  // namespace kubexx
