// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/unreadable_object.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"

namespace kubexx::detail {

/// The response to a list, whose items are returned one by one while it arrives, so that it may exceed every body
/// limit. One reader at a time; not thread safe. Destroying it closes the connection unless the list has ended.
class ListStream {
public:
  ListStream() = default;
  ListStream(const ListStream&) = delete;
  ListStream& operator=(const ListStream&) = delete;
  virtual ~ListStream() = default;

  /// Returns the next item, or nullopt if the list has ended in order. Throws TransportError if the response breaks
  /// off, is silent for too long or does not end in time, or if one item is too large; ObjectError if it is not a list;
  /// ApiError if it turns out to be an error. After an exception, the stream can only be destroyed.
  [[nodiscard]] virtual awaitable<std::optional<Object>> async_next() = 0;
  /// Returns the unreadable items since the last call; async_next leaves them out.
  [[nodiscard]] virtual std::vector<UnreadableObject> take_unreadable() = 0;
  /// The header of the list; complete once async_next has returned nullopt.
  [[nodiscard]] virtual const ListHeader& header() const noexcept = 0;
};

/// Client::async_list, item by item. `options.timeout` bounds the whole list (default: the client's), and
/// `options.max_body` one item, and everything outside the items.
[[nodiscard]] awaitable<std::unique_ptr<ListStream>> async_list_stream(Client client, ResourceType type,
                                                                       ListOptions options);

}  // namespace kubexx::detail
