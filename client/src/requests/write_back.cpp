// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/detail/write_back.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "kubexx/apimachinery/detail/partial_patch.hpp"
#include "kubexx/apimachinery/json_writer.hpp"
#include "requests/verb.hpp"

namespace kubexx::detail {

namespace {

using nlohmann::json;

constexpr const char* kStatus = "status";

// The pointer of the first member that differs; empty: none does.
std::string first_difference(const json& from, const json& to)
{
  const json difference = json::diff(from, to);
  return difference.empty() ? std::string() : difference.front().at("path").get<std::string>();
}

std::string name_of(const WriteBack& write)
{
  return write.type.kind + " \"" + write.read.key().to_string() + "\"";
}

[[noreturn]] void refuse(const WriteBack& write, const std::string& path)
{
  const std::string verb = write.as == WrittenAs::patch ? "patch" : "update";
  if (write.part == WrittenPart::status) {
    throw std::invalid_argument(name_of(write) + ": " + path + " was changed, but " + verb +
                                "_status() writes only the status: call " + verb + "() before changing the status");
  }
  throw std::invalid_argument(name_of(write) + ": " + path + " was changed, but " + verb +
                              "() does not write the status: call " + verb +
                              "_status() to write it before you change anything else");
}

// Whether there is anything to write.
bool check(const WriteBack& write)
{
  if (same_content(write.read, write.changed)) return false;
  if (write.part == WrittenPart::whole) return true;
  json from = write.read.json(), to = write.changed.json();
  json status_from = from.value(kStatus, json()), status_to = to.value(kStatus, json());
  from.erase(kStatus);
  to.erase(kStatus);
  if (write.part == WrittenPart::status) {
    if (const std::string path = first_difference(from, to); !path.empty()) refuse(write, path);
  } else if (status_from != status_to) {
    refuse(write,
           "/status" + (status_from.is_object() && status_to.is_object() ? first_difference(status_from, status_to)
                                                                         : std::string()));
  }
  return true;
}

PatchOptions patch_options(const WriteOptions& options)
{
  PatchOptions result;
  static_cast<WriteOptions&>(result) = options;
  return result;
}

// Whether the patch depends on what the server has beside the part that was read.
bool reads_first(const WriteBack& write)
{
  return write.as == WrittenAs::patch && !write.whole && needs_live(write.read, write.changed);
}

// `live` is empty unless it was read first.
VerbCall<Object> verb_of(const ClientAccess::Impl::Self& impl, const WriteBack& write, const Object& live,
                         const WriteOptions& options)
{
  const std::string& manager = impl->options.field_manager;
  const bool status = write.part == WrittenPart::status;
  const char* const subresource = status ? kStatus : "";
  if (write.as == WrittenAs::patch) {
    Patch patch = live ? make_patch_of_part(write.read, write.changed, live) : make_patch(write.read, write.changed);
    return write_verb(
        impl, status ? "async_patch_status" : "async_patch",
        patch_call(write.type, write.read.key(), std::move(patch), subresource, patch_options(options), manager),
        options);
  }
  return write_verb(impl, status ? "async_update_status" : "async_update",
                    update_call(write.type, write.changed, subresource, options, manager), options);
}

WrittenBack written(Object answer, bool dry_run)
{
  return {true, dry_run ? Object() : std::move(answer)};
}

DeleteOptions of_this(DeleteOptions options, const Object& read)
{
  if (options.precondition_uid.empty()) options.precondition_uid = read.uid();
  return options;
}

// A read with the same bounds as the call before it.
GetOptions like(const CallOptions& call)
{
  GetOptions options;
  static_cast<CallOptions&>(options) = call;
  return options;
}

// After a conflict: whether the name is another object's now, so that the one that was read is gone.
bool is_another(const std::optional<Object>& now, const Object& read)
{
  return !now || now->uid() != read.uid();
}

// The metadata that says which object it is, in which version, and what else the server alone writes.
constexpr std::array<std::string_view, 10> kOfServer{
    "name",       "namespace",         "uid",      "resourceVersion",   "generateName",
    "generation", "creationTimestamp", "selfLink", "deletionTimestamp", "deletionGracePeriodSeconds"};
// What a struct that was not read keeps when it says nothing of it.
constexpr std::array<std::string_view, 2> kOfOthers{"finalizers", "ownerReferences"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name)
{
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::array<std::string_view, kOfServer.size()> of_server(const Object& object)
{
  std::array<std::string_view, kOfServer.size()> values;
  const JsonView metadata = object.at("/metadata");
  for (auto child = metadata.children(); child.next();) {
    const auto found = std::find(kOfServer.begin(), kOfServer.end(), child.key());
    if (found != kOfServer.end()) values[static_cast<std::size_t>(found - kOfServer.begin())] = child.value().bytes();
  }
  return values;
}

// The metadata of `changed` with what `takes` names as it is in `read`.
void write_metadata(const Object& read, const Object& changed, const std::function<bool(std::string_view)>& takes,
                    JsonWriter& to)
{
  const auto members = [&](const Object& of, bool taken) {
    const JsonView metadata = of.at("/metadata");
    for (auto child = metadata.children(); child.next();) {
      const std::string name = child.key();
      if (takes(name) != taken) continue;
      to.key(name);
      to.raw(child.value().bytes());
    }
  };
  to.begin_object();
  members(changed, false);
  members(read, true);
  to.end_object();
}

}  // namespace

Object as_read(const Object& read, Object changed)
{
  const auto differs = [](std::string_view now, std::string_view before) { return !now.empty() && now != before; };
  if (differs(changed.name(), read.name()) || differs(changed.namespace_(), read.namespace_())) {
    throw std::invalid_argument(
        std::string(read.kind()) + " \"" + read.key().to_string() + "\": its key was changed to \"" +
        changed.key().to_string() +
        "\", but an object is written back under the key that it was read with: create a new object");
  }
  if (of_server(read) == of_server(changed)) return changed;
  const bool was_read = !changed.uid().empty() || !changed.resource_version().empty();
  const auto takes = [&](std::string_view name) {
    if (is_one_of(kOfServer, name)) return true;
    return !was_read && is_one_of(kOfOthers, name) && !changed.at("/metadata").member(name).children().next();
  };
  JsonWriter text;
  text.begin_object();
  const JsonView object(changed.bytes());
  for (auto child = object.children(); child.next();) {
    const std::string name = child.key();
    text.key(name);
    name == "metadata" ? write_metadata(read, changed, takes, text) : text.raw(child.value().bytes());
  }
  text.end_object();
  return Object::parse(text.text(), {.keep_managed_fields = true, .type = nullptr});
}

void written_but(const ObjectError& error)
{
  throw ObjectError(std::string("it was written, but the server's response cannot be decoded: ") + error.what());
}

awaitable<WrittenBack> async_write_back(Client client, WriteBack write, WriteOptions options)
{
  if (!check(write)) co_return WrittenBack();
  Object live;
  if (reads_first(write)) live = co_await client.async_get(write.type, write.read.key(), like(options));
  auto verb = verb_of(ClientAccess::impl(client), write, live, options);
  Object answer = co_await verb.async();
  co_return written(std::move(answer), options.dry_run);
}

WrittenBack write_back(const Client& client, const WriteBack& write, const WriteOptions& options)
{
  if (!check(write)) return {};
  const Object live = reads_first(write) ? client.get(write.type, write.read.key(), like(options)) : Object();
  return written(verb_of(ClientAccess::impl(client), write, live, options).run(), options.dry_run);
}

awaitable<bool> async_remove_read(Client client, ResourceType type, Object read, DeleteOptions options)
{
  std::exception_ptr conflict;
  try {
    co_await client.async_delete(type, read.key(), of_this(options, read));
    co_return true;
  } catch (const ApiError& error) {
    if (is_not_found(error)) co_return false;
    if (!is_conflict(error)) throw;
    conflict = std::current_exception();
  }
  std::optional<Object> now;
  try {
    now = co_await client.async_get(type, read.key(), like(options));
  } catch (const ApiError& error) {
    if (!is_not_found(error)) throw;
  }
  if (!is_another(now, read)) std::rethrow_exception(conflict);
  co_return false;
}

bool remove_read(const Client& client, const ResourceType& type, const Object& read, const DeleteOptions& options)
{
  try {
    client.delete_(type, read.key(), of_this(options, read));
    return true;
  } catch (const ApiError& error) {
    if (is_not_found(error)) return false;
    if (!is_conflict(error)) throw;
    std::optional<Object> now;
    try {
      now = client.get(type, read.key(), like(options));
    } catch (const ApiError& failure) {
      if (!is_not_found(failure)) throw;
    }
    if (!is_another(now, read)) throw;
    return false;
  }
}

}  // namespace kubexx::detail
