// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "kubexx/cel/detail/value.hpp"

namespace kubexx::cel::detail {

using UrlPtr = std::shared_ptr<const Url>;

/// As Go's url.ParseRequestURI, and then url.Parse if there may be a fragment, which the former takes for a part of the
/// path. Null, and the problem in Go's words, when it is no absolute URL or path.
[[nodiscard]] UrlPtr parse_url(const std::string& source, bool fragment, std::string& problem);

/// The first escape such as "%zz" that is none, with up to two of the characters that follow; empty: there is none.
[[nodiscard]] std::string_view bad_escape(std::string_view part);

}  // namespace kubexx::cel::detail
