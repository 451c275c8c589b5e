// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kubexx/http/message.hpp"

namespace kubexx::apiserver {

/// Adds a Warning header for each of them, once. When they are long together, each is cut, and what then still is too
/// much is left out (k8s.io/apiserver/pkg/endpoints/filters/warning.go).
void add_warning_headers(const std::vector<std::string>& warnings, Headers& headers);

}  // namespace kubexx::apiserver
