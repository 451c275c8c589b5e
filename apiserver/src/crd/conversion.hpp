// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "webhook/review_call.hpp"

/// Custom resources in several versions whose definition has the conversion strategy Webhook:
/// k8s.io/apiextensions-apiserver/pkg/apiserver/conversion. With the strategy None nobody is asked, and an object keeps
/// of its fields those that the schema of a version knows.
namespace kubexx::apiserver {

/// spec.conversion.webhook. Immutable.
struct ConversionWebhook {
  WebhookTarget target;
  std::vector<std::string> review_versions;
  /// Null for another strategy.
  [[nodiscard]] static std::shared_ptr<const ConversionWebhook> parse(const Json& definition_spec);
};

/// A kind that a definition defines; every kind with `custom` is one.
struct CustomKind : Kind {
  std::shared_ptr<const ConversionWebhook> conversion;  ///< null: versions differ in name alone
};
/// Null for a kind without one.
[[nodiscard]] const ConversionWebhook* conversion_of(const Kind& kind);

/// An object without apiVersion and kind, and the version that it is in.
struct VersionedObject {
  std::string version;
  Json object;
};

/// Those objects in the version `to`, in the same order, with its schema's defaults. One review for all that are not in
/// it yet. Throws the Failure of a webhook that cannot. None of these wants the lock held.
[[nodiscard]] awaitable<std::vector<Json>> convert_objects(std::shared_ptr<Server> server, KindPtr kind,
                                                           std::vector<VersionedObject> objects, std::string to);
[[nodiscard]] awaitable<Json> convert_object(std::shared_ptr<Server> server, KindPtr kind, VersionedObject object,
                                             std::string to);

// What is read (custom_storage.cpp). An object that was stored by another schema than that of now is pruned by the one
// of its version, and gets its defaults, before it is converted; it stays as it is in the store. Kinds that are not
// custom, and objects whose schema is the same, cost nothing.

/// A stored object in the version `to`.
[[nodiscard]] awaitable<Json> json_in(std::shared_ptr<Server> server, KindPtr kind, StoredPtr stored, std::string to);
/// Likewise, ready to be rendered.
[[nodiscard]] awaitable<std::vector<StoredPtr>> stored_in(std::shared_ptr<Server> server, KindPtr kind,
                                                          std::vector<StoredPtr> stored, std::string to);

/// Likewise of what is in no other version than that of its kind's definition, and without asking a webhook: what a
/// webhook would convert stays in the version in which it is stored. Throws nothing.
[[nodiscard]] Json json_by_schema(const Kind& kind, const Stored& stored, const std::string& to);

/// What is to be stored of `object`, which is in the version `from`.
[[nodiscard]] awaitable<Draft> draft_of(std::shared_ptr<Server> server, KindPtr kind, Json object, std::string from);
/// Whether an update that changes nothing leaves `stored` as it is: it is in the storage version, by its schema.
[[nodiscard]] bool is_stored_as_now(const Kind& kind, const Stored& stored);

}  // namespace kubexx::apiserver
