// SPDX-License-Identifier: Apache-2.0
#include "store/stored.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* version_member = "resourceVersion";

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

/// The text of `object` in one allocation, with an empty version whose place goes to `version_at`.
std::string text_without_version(Json& object, std::size_t& version_at)
{
  auto& meta = object.at("metadata");
  meta[version_member] = "";
  // Members are sorted, so the text ahead of the version is that of what comes before it.
  std::string ahead = "{";
  std::string behind;
  for (const auto& [name, value] : object.items()) {
    auto& text = behind.empty() ? ahead : behind;
    if (text.size() > 1) text += ',';
    text += dump(Json(name)) + ":";
    if (&value != &meta) {
      text += dump(value);
      continue;
    }
    text += '{';
    for (const auto& [member, given] : meta.items()) {
      auto& at = behind.empty() ? ahead : behind;
      if (at.back() != '{') at += ',';
      if (member == version_member) {
        ahead += "\"resourceVersion\":\"";
        behind = "\"";
      } else {
        at += dump(Json(member)) + ":" + dump(given);
      }
    }
    behind += '}';
  }
  behind += '}';
  version_at = ahead.size();
  return ahead + behind;
}

/// `body` with `digits` in the place of `old` characters at `at`, and no spare room.
std::string spliced(const std::string& body, std::size_t at, std::size_t old, const std::string& digits)
{
  std::string text;
  text.reserve(body.size() - old + digits.size());
  text.append(body, 0, at).append(digits).append(body, at + old);
  return text;
}

}  // namespace

std::string key_of(std::string_view namespace_, std::string_view name)
{
  if (namespace_.empty()) return std::string(name);
  std::string key(namespace_);
  return key.append("/").append(name);
}

Draft::Draft(Json object) : stored_(std::make_shared<Stored>())
{
  drop_type(object);
  read_header(object, *stored_);
  stored_->body = text_without_version(object, stored_->version_at);
}

StoredPtr Draft::finish(std::int64_t version) &&
{
  stored_->version = version;
  stored_->body = spliced(stored_->body, stored_->version_at, 0, std::to_string(version));
  return std::move(stored_);
}

StoredPtr make_stored(Json object)
{
  auto stored = std::make_shared<Stored>();
  drop_type(object);
  read_header(object, *stored);
  if (const auto version = string_at(object, {"metadata", version_member}); !version.empty()) {
    stored->version = std::stoll(version);
  }
  stored->body = dump(object);
  return stored;
}

StoredPtr with_version(const Stored& object, std::int64_t version)
{
  auto copy = std::make_shared<Stored>(object);
  copy->version = version;
  copy->body = spliced(object.body, object.version_at, std::to_string(object.version).size(), std::to_string(version));
  return copy;
}

}  // namespace kubexx::apiserver
