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

/// Makes objects with the members that a described struct has, and no others, to keep less of them. What says which
/// object it is stays in any case: apiVersion, kind, and the metadata's name, namespace, uid and resourceVersion.
///
///     struct PodOnNode {  // of a Pod of some kilobytes, some hundred bytes remain
///       static constexpr ResourceInfo kubexx_resource{"", "v1", "Pod", "pods"};
///       ObjectMeta metadata;
///       NodeOfPod spec;  // { std::string nodeName; }
///     };
///
/// `projected` (kubexx/informer/projected.hpp) has an informer keep that alone. Nothing is decoded: a value of the
/// wrong type stays as it is, and `Object::as` names it. Elements of lists and maps are made smaller likewise; a member
/// of type nlohmann::json stays whole. Twice is as once. Stateless; thread safe.
template <Described T>
class Projection {
public:
  /// `object` itself when it has no other members.
  [[nodiscard]] Object operator()(const Object& object) const { return detail::project(object, detail::codec_of<T>); }
  /// What is kept, as text: the same for structs that keep the same. "metadata{labels,name},spec{nodeName}".
  [[nodiscard]] static std::string members() { return detail::members_of(detail::codec_of<T>); }
};

}  // namespace kubexx
