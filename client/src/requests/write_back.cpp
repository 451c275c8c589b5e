// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/detail/write_back.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

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
    throw std::invalid_argument(name_of(write) + ": " + path + " was changed, and " + verb +
                                "_status() writes nothing but the status: call " + verb +
                                "() before changing the status");
  }
  throw std::invalid_argument(name_of(write) + ": " + path + " was changed, and " + verb +
                              "() does not write the status: call " + verb +
                              "_status() for it, and change nothing else until then");
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

const char* subresource_of(const WriteBack& write)
{
  return write.part == WrittenPart::status ? kStatus : "";
}

PatchOptions patch_options(const WriteOptions& options)
{
  PatchOptions result;
  static_cast<WriteOptions&>(result) = options;
  return result;
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

// The object that was read is gone: its name is free, or another's.
bool is_gone(const ApiError& error, const DeleteOptions& options)
{
  return is_not_found(error) || (is_conflict(error) && options.precondition_resource_version.empty());
}

}  // namespace

awaitable<WrittenBack> async_write_back(Client client, WriteBack write, WriteOptions options)
{
  if (!check(write)) co_return WrittenBack();
  const bool dry_run = options.dry_run;
  Object answer;
  if (write.as == WrittenAs::patch) {
    Patch patch = make_patch(write.read, write.changed);
    PatchOptions with = patch_options(options);
    answer = co_await client.async_patch(write.type, write.read.key(), std::move(patch), std::move(with),
                                         subresource_of(write));
  } else if (write.part == WrittenPart::status) {
    answer = co_await client.async_update_status(write.type, write.changed, std::move(options));
  } else {
    answer = co_await client.async_update(write.type, write.changed, std::move(options));
  }
  co_return written(std::move(answer), dry_run);
}

WrittenBack write_back(const Client& client, const WriteBack& write, const WriteOptions& options)
{
  if (!check(write)) return {};
  if (write.as == WrittenAs::patch) {
    return written(client.patch(write.type, write.read.key(), make_patch(write.read, write.changed),
                                patch_options(options), subresource_of(write)),
                   options.dry_run);
  }
  if (write.part == WrittenPart::status) {
    return written(client.update_status(write.type, write.changed, options), options.dry_run);
  }
  return written(client.update(write.type, write.changed, options), options.dry_run);
}

awaitable<bool> async_remove_read(Client client, ResourceType type, Object read, DeleteOptions options)
{
  const DeleteOptions with = of_this(std::move(options), read);
  try {
    co_await client.async_delete(type, read.key(), with);
  } catch (const ApiError& error) {
    if (!is_gone(error, with)) throw;
    co_return false;
  }
  co_return true;
}

bool remove_read(const Client& client, const ResourceType& type, const Object& read, const DeleteOptions& options)
{
  const DeleteOptions with = of_this(options, read);
  try {
    client.delete_(type, read.key(), with);
  } catch (const ApiError& error) {
    if (!is_gone(error, with)) throw;
    return false;
  }
  return true;
}

}  // namespace kubexx::detail
