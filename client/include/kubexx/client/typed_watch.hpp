// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "kubexx/client/typed_object.hpp"
#include "kubexx/client/watch.hpp"

namespace kubexx {

/// One event of a TypedWatch.
template <Kind T>
struct TypedEvent {
  WatchEvent::Type type = WatchEvent::Type::added;
  Typed<T> object;                  ///< empty for a bookmark and with a `problem`
  std::string resource_version;     ///< of the object or the bookmark
  bool initial_events_end = false;  ///< as in WatchEvent
  /// Why `object` is empty: it cannot be read, or does not fit T. The type is then `unreadable` or `deleted`.
  std::string problem;
  Object untyped;  ///< with a `problem`: the object as received, or as in WatchEvent
};

/// A WatchStream of one described kind (Api::watch). Waits, errors, cancellation and lifetimes are the same.
template <Kind T>
class TypedWatch {
public:
  /// Empty; can only be assigned to.
  TypedWatch() = default;
  /// The objects of its events can write themselves back with `client`.
  explicit TypedWatch(std::unique_ptr<WatchStream> events, std::optional<Client> client = std::nullopt)
      : events_(std::move(events)), client_(std::move(client))
  {
  }

  /// Returns the next event, or nullopt at the end of the watch, like WatchStream::async_next.
  [[nodiscard]] awaitable<std::optional<TypedEvent<T>>> async_next(CallOptions within = {})
  {
    auto event = co_await events_->async_next(std::move(within));
    if (!event) co_return std::nullopt;
    co_return typed(std::move(*event));
  }
  [[nodiscard]] std::optional<TypedEvent<T>> next(const CallOptions& within = {})
  {
    auto event = events_->next(within);
    if (!event) return std::nullopt;
    return typed(std::move(*event));
  }
  [[nodiscard]] SteadyTime last_data() const noexcept { return events_->last_data(); }
  [[nodiscard]] std::size_t undecodable() const noexcept { return events_->undecodable(); }

private:
  TypedEvent<T> typed(WatchEvent event) const
  {
    TypedEvent<T> result;
    result.type = event.type;
    result.resource_version = std::move(event.resource_version);
    result.initial_events_end = event.initial_events_end;
    result.problem = std::move(event.problem);
    if (!event.object) return result;
    if (result.problem.empty()) {
      try {
        result.object = Typed<T>(event.object, client_);
        return result;
      } catch (const ObjectError& error) {
        result.problem = error.what();
      }
    }
    if (result.type != WatchEvent::Type::deleted) result.type = WatchEvent::Type::unreadable;
    result.untyped = std::move(event.object);
    return result;
  }

  std::unique_ptr<WatchStream> events_;
  std::optional<Client> client_;
};

}  // namespace kubexx
