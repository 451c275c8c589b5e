// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "kubexx/apimachinery/misfit.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"

namespace kubexx::detail {

/// The answer to a list, whose items come one by one while it arrives, so that it may be larger than any limit of a
/// body. One reader at a time; not thread safe. Destroying it closes the connection unless the list has ended.
class ListStream {
public:
  ListStream() = default;
  ListStream(const ListStream&) = delete;
  ListStream& operator=(const ListStream&) = delete;
  virtual ~ListStream() = default;

  /// The next item; nullopt when the list has ended in order. Throws TransportError when the answer breaks off, is
  /// silent for too long or is not at its end in time, and when one item is too large; ObjectError when it is no list;
  /// ApiError when it is an error after all. Then only to be destroyed.
  [[nodiscard]] virtual awaitable<std::optional<Object>> async_next() = 0;
  /// The items that cannot be read, since the last call: they are left out.
  [[nodiscard]] virtual std::vector<Misfit> take_misfits() = 0;
  /// What the list says of itself: once async_next has given nullopt.
  [[nodiscard]] virtual const ListHeader& header() const noexcept = 0;
};

/// Client::async_list, item by item. Of `options`, `timeout` bounds all of the list (default: the client's), and
/// `max_body` one item with all that is no item.
[[nodiscard]] awaitable<std::unique_ptr<ListStream>> async_list_stream(Client client, ResourceType type,
                                                                       ListOptions options);

}  // namespace kubexx::detail
