// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/detail/codec_table.hpp"

namespace kubexx::detail {

struct MatchedElement {
  JsonView json;                // absent: the element is new
  const void* value = nullptr;  // in Original::before
};

/// For each element of the vector `value`, the element of the original JSON array that it is: what the type does not
/// know stays with it. No original is used twice.
///
/// With Original::keys (those of them that the type describes), the elements with the same keys are the same element; a
/// key that an element does not set (Go fills in `protocol`) is not compared when that leaves one candidate. Without
/// keys, and among elements of the same keys, elements are told apart by what the type knows of them:
/// - in a list of the same length in which nothing moved, an element is the one that stood in its place if the two have
///   something in common, or if the type knew nothing of that one;
/// - else an element that is unchanged keeps what it had, and any other is new. So is one of several elements that
///   look the same to the type but are not, when there are fewer of them now: nothing tells which one it is.
[[nodiscard]] std::vector<MatchedElement> match_elements(const void* value, const VectorOps& ops, const Codec& element,
                                                         const Original& original);

}  // namespace kubexx::detail
