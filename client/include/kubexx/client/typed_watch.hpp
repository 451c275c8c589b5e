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

/// One event of a watch of a described kind.
template <Kind T>
struct TypedEvent {
  WatchEvent::Type type = WatchEvent::Type::added;
  Typed<T> object;                  ///< for a bookmark: empty
  std::string resource_version;     ///< of the object or the bookmark
  bool initial_events_end = false;  ///< as in WatchEvent
};

/// A WatchStream of one described kind (Api::watch): what it says of waiting and errors is true here too. An object
/// that does not fit T is an ObjectError, and the next call goes on behind it.
template <Kind T>
class TypedWatch {
public:
  /// Empty; may only be assigned to.
  TypedWatch() = default;
  /// The objects of its events write themselves back with `client`.
  explicit TypedWatch(std::unique_ptr<WatchStream> events, std::optional<Client> client = std::nullopt)
      : events_(std::move(events)), client_(std::move(client))
  {
  }

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
    if (event.object) result.object = Typed<T>(std::move(event.object), client_);
    result.resource_version = std::move(event.resource_version);
    result.initial_events_end = event.initial_events_end;
    return result;
  }

  std::unique_ptr<WatchStream> events_;
  std::optional<Client> client_;
};

}  // namespace kubexx
