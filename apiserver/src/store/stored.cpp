// SPDX-License-Identifier: Apache-2.0
#include "store/stored.hpp"

#include <charconv>
#include <utility>

#include "core/json_text.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* version_member = "resourceVersion";
constexpr std::size_t version_digits = 8;  // room for so many; the text moves for a longer version

void read_header(const Json& object, Stored& stored)
{
  const auto& meta = object.at("metadata");
  stored.namespace_ = string_at(meta, {"namespace"});
  stored.name = string_at(meta, {"name"});
  stored.key = key_of(stored.namespace_, stored.name);
  stored.uid = string_at(meta, {"uid"});
  stored.deleting = find(meta, {"deletionTimestamp"}) != nullptr;
  if (const auto* finalizers = find(meta, {"finalizers"})) stored.finalizers = !finalizers->empty();
  if (const auto* labels = find(meta, {"labels"}); labels != nullptr && labels->is_object()) {
    for (const auto& [name, value] : labels->items()) {
      if (value.is_string()) stored.labels.emplace(name, value.get<std::string>());
    }
  }
  if (const auto* owners = find(meta, {"ownerReferences"}); owners != nullptr && owners->is_array()) {
    for (const auto& owner : *owners) stored.owners.push_back(string_at(owner, {"uid"}));
  }
}

void drop_type(Json& object)
{
  object.erase("apiVersion");
  object.erase("kind");
}

/// The text of `object`, whose version is empty, and what `stored` says of it.
void write_text(const Json& object, Stored& stored)
{
  const auto& meta = object.at("metadata");
  std::string text;
  const auto name_in = [&text](char before, const std::string& name) {
    text += before;
    append_dump(text, Json(name));
    text += ':';
  };
  char before = '{';
  for (const auto& [name, value] : object.get_ref<const Json::object_t&>()) {
    name_in(std::exchange(before, ','), name);
    if (&value != &meta) {
      append_dump(text, value);
      continue;
    }
    stored.metadata_at = text.size();
    char inner = '{';
    for (const auto& [member, given] : meta.get_ref<const Json::object_t&>()) {
      name_in(std::exchange(inner, ','), member);
      append_dump(text, given);
      if (member == version_member) stored.version_at = text.size() - 1;
    }
    if (meta.empty()) text += '{';
    text += '}';
    stored.metadata_size = text.size() - stored.metadata_at;
  }
  text += '}';
  // In one allocation of its size, with room for a version.
  stored.body.reserve(text.size() + version_digits);
  stored.body = text;
}

/// Puts `version` in the place of `old` characters.
void set_version(Stored& stored, std::size_t old, std::int64_t version)
{
  const auto digits = std::to_string(version);
  stored.version = version;
  stored.body.replace(stored.version_at, old, digits);
  stored.metadata_size += digits.size() - old;
}

}  // namespace

std::string key_of(std::string_view namespace_, std::string_view name)
{
  if (namespace_.empty()) return std::string(name);
  std::string key(namespace_);
  return key.append("/").append(name);
}

Json Stored::json() const
{
  return read_json(body);
}

Draft::Draft(Json object) : stored_(std::make_shared<Stored>())
{
  drop_type(object);
  read_header(object, *stored_);
  object.at("metadata")[version_member] = "";
  write_text(object, *stored_);
  release(object);
}

void Draft::set_api_version(std::string version, std::uint32_t schema)
{
  stored_->api_version = std::move(version);
  stored_->schema = schema;
}

bool Draft::same_as(const Stored& other) const
{
  const auto digits = std::to_string(other.version).size();
  const std::string_view own = stored_->body, text = other.body;
  const auto at = stored_->version_at;
  return stored_->api_version == other.api_version && at == other.version_at && own.size() + digits == text.size() &&
         own.substr(0, at) == text.substr(0, at) && own.substr(at) == text.substr(at + digits);
}

StoredPtr Draft::finish(std::int64_t version) &&
{
  set_version(*stored_, 0, version);
  return std::move(stored_);
}

StoredPtr make_stored(Json object, std::string api_version, std::uint32_t schema)
{
  auto stored = std::make_shared<Stored>();
  stored->api_version = std::move(api_version);
  stored->schema = schema;
  drop_type(object);
  read_header(object, *stored);
  const auto version = string_at(object, {"metadata", version_member});
  write_text(object, *stored);
  stored->version_at = 0;
  // Nobody has read what a dry run of a create is given, which a real server gives back as it is.
  std::from_chars(version.data(), version.data() + version.size(), stored->version);
  return stored;
}

StoredPtr with_version(const Stored& object, std::int64_t version)
{
  auto copy = std::make_shared<Stored>(object);
  set_version(*copy, std::to_string(object.version).size(), version);
  return copy;
}

}  // namespace kubexx::apiserver
