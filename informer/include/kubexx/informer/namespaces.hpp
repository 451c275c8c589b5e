// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <string>

namespace kubexx {

/// The namespaces that are watched; empty: all of them.
using Namespaces = std::set<std::string, std::less<>>;

/// A text for logs and errors: "" for all, ` in namespace "a"`, ` in namespaces "a", "b"`.
[[nodiscard]] std::string in_namespaces(const Namespaces& namespaces);

}  // namespace kubexx
