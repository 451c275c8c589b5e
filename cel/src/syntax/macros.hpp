// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/cel/detail/expr.hpp"

namespace kubexx::cel::detail {

/// The node of the macro that a call is; null when it is none, and then `args` is untouched. For a member call the
/// first argument is the receiver.
[[nodiscard]] ExprPtr expand_macro(const std::string& name, std::size_t at, bool member, std::vector<ExprPtr>& args,
                                   Issues& issues);

}  // namespace kubexx::cel::detail
