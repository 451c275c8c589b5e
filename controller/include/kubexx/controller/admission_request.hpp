// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/raw_json.hpp"
#include "kubexx/base/object_key.hpp"

namespace kubexx {

/// The operation that the API server is asked for. `remove` is DELETE.
enum class AdmissionOperation : std::uint8_t { create, update, remove, connect };

/// "CREATE", "UPDATE", "DELETE" or "CONNECT".
[[nodiscard]] std::string_view to_string(AdmissionOperation operation) noexcept;

/// The user of a request: UserInfo of authentication.k8s.io/v1. A value type.
struct AdmissionUser {
  std::string name = {};
  std::string uid = {};
  std::vector<std::string> groups = {};
  std::map<std::string, std::vector<std::string>> extra = {};

  /// Whether the user is a member of the group: "system:masters".
  [[nodiscard]] bool is_in(std::string_view group) const;
};

/// A kind or a resource with its version, as an AdmissionReview names it: metav1.GroupVersionKind and
/// GroupVersionResource. A value type.
struct AdmissionKind {
  std::string group = {}, version = {};
  std::string name = {};  ///< "Deployment" or "deployments"
  friend bool operator==(const AdmissionKind&, const AdmissionKind&) = default;
};

/// The request of an AdmissionReview (admission.k8s.io/v1). A value type; copies share the objects.
struct AdmissionRequest {
  std::string uid = {};
  /// The kind and the resource of `object`, after a conversion to the version of the webhook's rule.
  AdmissionKind kind = {}, resource = {};
  std::string subresource = {};  ///< "status", "scale"; empty: the object itself
  /// The same as the user sent them, which may be another version.
  AdmissionKind request_kind = {}, request_resource = {};
  std::string request_subresource = {};
  /// The name of the object; empty if the API server generates it (metadata.generateName), and for a delete of a
  /// collection.
  std::string name = {};
  std::string namespace_ = {};
  AdmissionOperation operation = AdmissionOperation::create;
  AdmissionUser user = {};
  /// The new object; empty for a delete. For a connect, the options (PodExecOptions).
  Object object = {};
  Object old_object = {};  ///< the object before an update or a delete; otherwise empty
  /// Nothing will be stored: the webhook must not have side effects.
  bool dry_run = false;
  RawJson options = {};  ///< CreateOptions, UpdateOptions or DeleteOptions

  [[nodiscard]] ObjectKey key() const { return {namespace_, name}; }
};

}  // namespace kubexx
