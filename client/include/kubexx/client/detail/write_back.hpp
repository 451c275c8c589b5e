// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "kubexx/client/client.hpp"

/// What is behind the verbs of Typed: one description for all kinds.
namespace kubexx::detail {

/// What a write sends.
enum class WrittenPart : std::uint8_t {
  all_but_status,  ///< the object: the API server ignores a status in it
  status,          ///< the status subresource: it ignores everything else
  whole,           ///< of a kind without a status subresource
};
enum class WrittenAs : std::uint8_t { patch, update };

/// An object that was read, and what it shall become. No aggregate: g++ 12 destroys a temporary aggregate inside a
/// co_await expression twice.
struct WriteBack {
  WriteBack(const ResourceType& of, Object from, Object into, WrittenPart what, WrittenAs form, bool all_of_it)
      : type(of), read(std::move(from)), changed(std::move(into)), part(what), as(form), whole(all_of_it)
  {
  }

  ResourceType type;
  Object read, changed;
  WrittenPart part;
  WrittenAs as;
  bool whole;  ///< `read` is all that the server has
};

/// `changed` as the object that was read, of its version: what identifies it, and what the server alone writes of the
/// metadata, is that of `read`. Throws std::invalid_argument when it has another name or namespace.
[[nodiscard]] Object as_read(const Object& read, Object changed);

/// Throws ObjectError with the text of `error`, which says of the answer to a write that it does not fit.
[[noreturn]] void written_but(const ObjectError& error);

/// The answer to a write.
template <class Value>
[[nodiscard]] Value written_value(Object answer, std::optional<Client> client)
{
  try {
    return Value(std::move(answer), std::move(client));
  } catch (const ObjectError& error) {
    written_but(error);
  }
}

/// Whether a request was sent, and the server's answer; empty when it was a dry run.
struct WrittenBack {
  WrittenBack() = default;
  WrittenBack(bool was_sent, Object with) : sent(was_sent), answer(std::move(with)) {}

  bool sent = false;
  Object answer;
};

/// Sends nothing when nothing is to be changed. Throws std::invalid_argument before anything is sent when something is
/// to be changed that this write would not change.
[[nodiscard]] awaitable<WrittenBack> async_write_back(Client client, WriteBack write, WriteOptions options);
WrittenBack write_back(const Client& client, const WriteBack& write, const WriteOptions& options);

/// Deletes the object that was read and no other of its name. False when it is gone.
[[nodiscard]] awaitable<bool> async_remove_read(Client client, ResourceType type, Object read, DeleteOptions options);
bool remove_read(const Client& client, const ResourceType& type, const Object& read, const DeleteOptions& options);

}  // namespace kubexx::detail
