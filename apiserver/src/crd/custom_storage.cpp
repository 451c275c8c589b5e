// SPDX-License-Identifier: Apache-2.0
// How custom resources are read and written: crdConversionRESTOptionsGetter of k8s.io/apiextensions-apiserver.
#include <algorithm>

#include "crd/conversion.hpp"
#include "schema/schema.hpp"

namespace kubexx::apiserver {
namespace {

/// Of a custom kind, which has exactly one.
const ServedVersion& storage_version_of(const Kind& kind)
{
  const auto found = std::find_if(kind.versions.begin(), kind.versions.end(),
                                  [](const ServedVersion& version) { return version.storage; });
  return found == kind.versions.end() ? kind.versions.front() : *found;
}

void keep_known_fields(const ServedVersion& version, Json& object)
{
  if (!version.schema) return;
  std::vector<std::string> dropped;
  prune(*version.schema, object, dropped);
}

/// A read that fails, in the words of a real server's storage.
Failure unreadable_object(const Kind& kind, const Stored& stored, const Failure& why)
{
  return internal_error("StorageError: corrupt object, Code: 7, Key: /" + kind.id() + "/" + stored.key +
                        ", ResourceVersion: 0, AdditionalErrorMsg: object not decodable revision=" +
                        std::to_string(stored.version) + ": " + why.what());
}

/// Reads stored objects of a custom kind in one version.
class Reading {
public:
  Reading(const Kind& kind, const std::string& to)
      : kind_(kind), to_(kind.version(to)), asks_(conversion_of(kind) != nullptr)
  {
  }

  [[nodiscard]] const ServedVersion& to() const { return *to_; }

  /// Whether its text is what is read.
  [[nodiscard]] bool as_written(const Stored& stored) const
  {
    const auto& from = version_of(stored);
    return stored.schema == from.schema_number &&
           (&from == to_ || (!asks_ && from.schema_number == to_->schema_number));
  }

  /// In the version in which it was stored, by the schema that this has now.
  [[nodiscard]] VersionedObject decoded(const Stored& stored) const
  {
    const auto& from = version_of(stored);
    VersionedObject read{from.name, stored.json()};
    if (stored.schema == from.schema_number) return read;
    keep_known_fields(from, read.object);
    if (from.schema) apply_defaults(*from.schema, read.object);
    return read;
  }

  /// What is converted without a webhook.
  void rename(VersionedObject& read) const
  {
    if (read.version == to_->name) return;
    keep_known_fields(*to_, read.object);
    read.version = to_->name;
  }

private:
  [[nodiscard]] const ServedVersion& version_of(const Stored& stored) const
  {
    if (to_->name == stored.api_version) return *to_;
    const auto* known = kind_.version(stored.api_version);
    return known == nullptr ? storage_version_of(kind_) : *known;
  }

  const Kind& kind_;
  const ServedVersion* to_;
  bool asks_;
};

/// The kind as it is served now, for objects that were stored after `kind` was looked up.
KindPtr kind_now(Server& server, KindPtr kind, const std::string& to)
{
  const Locked locked(server);
  auto now = find_kind(server, kind->group, kind->plural);
  return now && now->custom && now->version(to) != nullptr ? now : kind;
}

}  // namespace

bool is_stored_as_now(const Kind& kind, const Stored& stored)
{
  if (!kind.custom) return true;
  const auto& version = storage_version_of(kind);
  return stored.api_version == version.name && stored.schema == version.schema_number;
}

Json json_by_schema(const Kind& kind, const Stored& stored, const std::string& to)
{
  if (!kind.custom) return stored.json();
  const Reading reading(kind, to);
  auto read = reading.decoded(stored);
  if (conversion_of(kind) == nullptr) reading.rename(read);
  return std::move(read.object);
}

awaitable<Json> json_in(std::shared_ptr<Server> server, KindPtr kind, StoredPtr stored, std::string to)
{
  if (!kind->custom || Reading(*kind, to).as_written(*stored)) co_return stored->json();
  std::vector<StoredPtr> one{std::move(stored)};
  one = co_await stored_in(std::move(server), std::move(kind), std::move(one), std::move(to));
  co_return one.front()->json();
}

awaitable<std::vector<StoredPtr>> stored_in(std::shared_ptr<Server> server, KindPtr kind, std::vector<StoredPtr> stored,
                                            std::string to)
{
  if (!kind->custom) co_return stored;
  const Reading asked(*kind, to);
  const auto as_written = [&asked](const StoredPtr& one) { return asked.as_written(*one); };
  if (std::all_of(stored.begin(), stored.end(), as_written)) co_return stored;
  const auto now = kind_now(*server, kind, to);
  const Reading reading(*now, to);
  const bool asks = conversion_of(*now) != nullptr;
  std::vector<VersionedObject> objects;
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < stored.size(); ++place) {
    if (reading.as_written(*stored[place])) continue;
    auto read = reading.decoded(*stored[place]);
    if (!asks) reading.rename(read);
    if (read.version == to) {
      stored[place] = make_stored(std::move(read.object), to, reading.to().schema_number);
    } else {
      objects.push_back(std::move(read));
      places.push_back(place);
    }
  }
  if (objects.empty()) co_return stored;
  std::vector<Json> converted;
  try {
    converted = co_await convert_objects(server, now, std::move(objects), to);
  } catch (const Failure& failure) {
    throw unreadable_object(*now, *stored[places.front()], failure);
  }
  for (std::size_t index = 0; index < places.size(); ++index) {
    stored[places[index]] = make_stored(std::move(converted[index]), to, reading.to().schema_number);
  }
  co_return stored;
}

awaitable<Draft> draft_of(std::shared_ptr<Server> server, KindPtr kind, Json object, std::string from)
{
  if (!kind->custom) co_return Draft(std::move(object));
  const auto& to = storage_version_of(*kind);
  auto schema = to.schema_number;
  if (conversion_of(*kind) != nullptr && from != to.name) {
    VersionedObject one{std::move(from), std::move(object)};
    object = co_await convert_object(std::move(server), kind, std::move(one), to.name);
  } else if (const auto* given = kind->version(from); given != nullptr && given->schema_number != schema) {
    // What the schema of the storage version defaults, it defaults at each read.
    keep_known_fields(to, object);
    auto defaulted = object;
    if (to.schema) apply_defaults(*to.schema, defaulted);
    if (defaulted != object) schema = 0;
  }
  Draft draft(std::move(object));
  draft.set_api_version(to.name, schema);
  co_return draft;
}

}  // namespace kubexx::apiserver
