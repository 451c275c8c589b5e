// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kubexx/apimachinery/crd_fact.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx {

/// The description of a kind without its C++ type: its resource, its members and what they state about the CRD. Refers
/// to constants; a value.
struct DescribedKind {
  const ResourceInfo* resource = nullptr;
  const detail::Codec* codec = nullptr;
  std::span<const crd::Fact> facts = {};  ///< of KUBEXX_CRD

  friend bool operator==(const DescribedKind& left, const DescribedKind& right) { return left.codec == right.codec; }
};

/// Returns the description of T.
template <Kind T>
  requires Described<T>
[[nodiscard]] constexpr DescribedKind described_kind()
{
  return {&T::kubexx_resource, &detail::codec_of<T>, detail::facts_of_kind<T>()};
}

}  // namespace kubexx
