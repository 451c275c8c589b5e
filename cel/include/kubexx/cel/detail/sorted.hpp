// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace kubexx::cel::detail {

/// The items in order; those that are equal keep theirs. (clang 19 warns about what libstdc++ 12 uses inside of
/// std::stable_sort.)
template <typename T, typename Less>
[[nodiscard]] std::vector<T> sorted(std::vector<T> items, Less less)
{
  std::vector<std::size_t> order(items.size());
  for (std::size_t index = 0; index < order.size(); ++index) order[index] = index;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (less(items[a], items[b])) return true;
    return !less(items[b], items[a]) && a < b;
  });
  std::vector<T> result;
  result.reserve(items.size());
  for (const auto index : order) result.push_back(std::move(items[index]));
  return result;
}

}  // namespace kubexx::cel::detail
