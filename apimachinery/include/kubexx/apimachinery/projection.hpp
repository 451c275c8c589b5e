// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

namespace detail {
[[nodiscard]] Object project(const Object& object, const Codec& codec);
[[nodiscard]] std::string members_of(const Codec& codec);
}  // namespace detail

/// Reduces objects to the members of a described struct, to keep less of them. The members that identify an object
/// always stay: apiVersion, kind, and the metadata's name, namespace, uid and resourceVersion.
///
///     struct PodOnNode {  // keeps some hundred bytes of a Pod of some kilobytes
///       static constexpr ResourceInfo kubexx_resource{"", "v1", "Pod", "pods"};
///       ObjectMeta metadata;
///       NodeOfPod spec;  // { std::string nodeName; }
///     };
///
/// With `projected` (kubexx/informer/projected.hpp), an informer keeps only these members. Nothing is decoded: a value
/// of the wrong type stays as it is, and `Object::as` reports it. Elements of lists and maps are reduced in the same
/// way; a member of type nlohmann::json stays complete. Idempotent. Stateless; thread safe.
template <Described T>
class Projection {
public:
  /// Returns `object` itself if it has no other members.
  [[nodiscard]] Object operator()(const Object& object) const { return detail::project(object, detail::codec_of<T>); }
  /// The kept members as text: "metadata{labels,name},spec{nodeName}". Equal for structs that keep the same members.
  [[nodiscard]] static std::string members() { return detail::members_of(detail::codec_of<T>); }
};

}  // namespace kubexx
