// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/http/listener.hpp"
#include "kubexx/http/message.hpp"

namespace kubexx {

/// What a kube-apiserver answers where its HTTP server refuses a request before any handler: mostly a line of plain
/// text, a Status for a body that is too large or broken. For ListenerOptions::error_response. Thread safe.
[[nodiscard]] HttpResponse apiserver_refusal(Refusal why, unsigned status, std::string message);

}  // namespace kubexx
