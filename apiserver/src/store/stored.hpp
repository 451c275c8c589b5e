// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json.hpp"

namespace kubexx::apiserver {

/// One version of one object: a header that lists, selectors and garbage collection need, and its JSON text. Immutable.
struct Stored {
  std::string key;  ///< "namespace/name", or "name"
  std::string namespace_, name, uid;
  std::int64_t version = 0;
  std::map<std::string, std::string> labels;
  std::vector<std::string> owners;  ///< uids
  std::string api_version;          ///< of `body`, for custom resources: "v1"; empty: the only one there is
  bool deleting = false;
  bool finalizers = false;
  std::uint32_t schema = 0;  ///< the schema by which `body` was pruned and defaulted, see ServedVersion; 0: by none
  /// Without apiVersion and kind, so that one text serves every API version: `{"metadata":…}`.
  std::string body;
  std::size_t version_at = 0;  ///< where in `body` the digits of the version are; 0: it has none, as in a dry run
  std::size_t metadata_at = 0, metadata_size = 0;  ///< where in `body` the value of metadata is

  [[nodiscard]] Json json() const;
  /// The text of its metadata.
  [[nodiscard]] std::string_view metadata() const { return std::string_view(body).substr(metadata_at, metadata_size); }
};
using StoredPtr = std::shared_ptr<const Stored>;

/// An object that is ready to be stored, but for its version: what takes long is done before the lock is taken.
class Draft {
public:
  /// Drops apiVersion, kind and the version of `object`.
  explicit Draft(Json object);

  [[nodiscard]] const std::string& key() const noexcept { return stored_->key; }
  /// In bytes, as JSON.
  [[nodiscard]] std::size_t size() const noexcept { return stored_->body.size(); }
  void set_api_version(std::string version, std::uint32_t schema);
  /// Whether `other` says the same, whatever its version.
  [[nodiscard]] bool same_as(const Stored& other) const;
  /// Stores `version`, which is above zero.
  [[nodiscard]] StoredPtr finish(std::int64_t version) &&;

private:
  std::shared_ptr<Stored> stored_;
};

/// `object` with the version that it has, if any; apiVersion and kind are dropped. Of a custom resource: in that API
/// version, by that schema.
[[nodiscard]] StoredPtr make_stored(Json object, std::string api_version = {}, std::uint32_t schema = 0);
/// The same object as it was when `version` deleted it.
[[nodiscard]] StoredPtr with_version(const Stored& object, std::int64_t version);
[[nodiscard]] std::string key_of(std::string_view namespace_, std::string_view name);

}  // namespace kubexx::apiserver
