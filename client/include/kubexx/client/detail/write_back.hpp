// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "kubexx/client/client.hpp"

/// The implementation behind the verbs of Typed, the same for all kinds.
namespace kubexx::detail {

/// The part of an object that a write sends.
enum class WrittenPart : std::uint8_t {
  all_but_status,  ///< the object: the API server ignores its status
  status,          ///< the status subresource: the server ignores everything else
  whole,           ///< for a kind without a status subresource
};
enum class WrittenAs : std::uint8_t { patch, update };

/// An object as it was read and as it is to be written. `type` must outlive it. Not an aggregate: g++ 12 destroys a
/// temporary aggregate inside a co_await expression twice.
struct WriteBack {
  WriteBack(const ResourceType& of, Object from, Object into, WrittenPart what, WrittenAs form, bool all_of_it)
      : type(of), read(std::move(from)), changed(std::move(into)), part(what), as(form), whole(all_of_it)
  {
  }

  const ResourceType& type;
  Object read, changed;
  WrittenPart part;
  WrittenAs as;
  bool whole;  ///< `read` is the full object
};

/// Returns `changed` as a new state of `read` at the version that was read: the identity, and the metadata that only
/// the server writes, come from `read`. Throws std::invalid_argument if `changed` has another name or namespace.
[[nodiscard]] Object as_read(const Object& read, Object changed);

/// Throws an ObjectError for a write whose response does not fit: the text of `error`, and that it was written.
[[noreturn]] void written_but(const ObjectError& error);

/// The value of the response to a write.
template <class Value>
[[nodiscard]] Value written_value(Object answer, std::optional<Client> client)
{
  try {
    return Value(std::move(answer), std::move(client));
  } catch (const ObjectError& error) {
    written_but(error);
  }
}

/// Whether a request was sent, and the server's response, which is empty for a dry run.
struct WrittenBack {
  WrittenBack() = default;
  WrittenBack(bool was_sent, Object with) : sent(was_sent), answer(std::move(with)) {}

  bool sent = false;
  Object answer;
};

/// Sends nothing if nothing was changed. Throws std::invalid_argument before anything is sent if there is a change that
/// this write would not apply.
[[nodiscard]] awaitable<WrittenBack> async_write_back(Client client, WriteBack write, WriteOptions options);
WrittenBack write_back(const Client& client, const WriteBack& write, const WriteOptions& options);

/// Deletes the object that was read, and no other one with its name. Returns false if it no longer exists.
[[nodiscard]] awaitable<bool> async_remove_read(Client client, ResourceType type, Object read, DeleteOptions options);
bool remove_read(const Client& client, const ResourceType& type, const Object& read, const DeleteOptions& options);

}  // namespace kubexx::detail
