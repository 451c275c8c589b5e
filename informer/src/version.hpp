// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string_view>

namespace kubexx {

/// Whether `version` is a decimal number as every kube-apiserver gives it: no sign, no leading zero, not "0".
[[nodiscard]] inline bool is_comparable(std::string_view version) noexcept
{
  return !version.empty() && version.front() != '0' &&
         std::all_of(version.begin(), version.end(), [](char digit) { return digit >= '0' && digit <= '9'; });
}

/// Whether resource version `a` is certainly older than `b`: k8s.io/apimachinery/pkg/util/resourceversion. False when
/// one of them cannot be compared.
[[nodiscard]] inline bool is_older(std::string_view a, std::string_view b) noexcept
{
  if (!is_comparable(a) || !is_comparable(b)) return false;
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace kubexx
