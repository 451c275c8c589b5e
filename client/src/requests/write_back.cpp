// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/detail/write_back.hpp"

#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

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

PatchOptions patch_options(const WriteOptions& options)
{
  PatchOptions result;
  static_cast<WriteOptions&>(result) = options;
  return result;
}

// nullopt: there is nothing to write.
std::optional<VerbCall<Object>> verb_of(const ClientAccess::Impl::Self& impl, const WriteBack& write,
                                        const WriteOptions& options)
{
  if (!check(write)) return std::nullopt;
  const std::string& manager = impl->options.field_manager;
  const bool status = write.part == WrittenPart::status;
  const char* const subresource = status ? kStatus : "";
  if (write.as == WrittenAs::patch) {
    return write_verb(impl, status ? "async_patch_status" : "async_patch",
                      patch_call(write.type, write.read.key(), make_patch(write.read, write.changed), subresource,
                                 patch_options(options), manager),
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

}  // namespace

awaitable<WrittenBack> async_write_back(Client client, WriteBack write, WriteOptions options)
{
  auto verb = verb_of(ClientAccess::impl(client), write, options);
  if (!verb) co_return WrittenBack();
  Object answer = co_await verb->async();
  co_return written(std::move(answer), options.dry_run);
}

WrittenBack write_back(const Client& client, const WriteBack& write, const WriteOptions& options)
{
  auto verb = verb_of(ClientAccess::impl(client), write, options);
  return verb ? written(verb->run(), options.dry_run) : WrittenBack();
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
