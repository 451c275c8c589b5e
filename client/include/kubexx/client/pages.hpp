// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "kubexx/client/client.hpp"

namespace kubexx {

/// All pages of a list, as a stream of items. It holds one page at a time and requests the next one when the items are
/// used up. As in client-go's ListPager, pages have 500 items by default, and later pages have the version of the
/// first; OnExpired has the rules for an expired token. `options.timeout` bounds each page. One reader at a time; not
/// thread safe; awaitable and blocking forms may be mixed. Errors are those of Client::list; after any exception, the
/// same page may be requested again.
///
/// Per-operation cancellation: `options.stop` and Asio's cancellation end the pending request with TransportError
/// `cancelled`. No item is lost.
///
/// Object lifetimes: it must outlive its awaitable calls, and must not be moved while one runs. It holds a copy of the
/// Client.
class ObjectPages {
public:
  static constexpr std::int64_t default_page_size = 500;

  ObjectPages(Client client, ResourceType type, ListOptions options, OnExpired on_expired);

  /// Returns the next item, or nullopt after the last one.
  [[nodiscard]] awaitable<std::optional<Object>> async_next();
  [[nodiscard]] std::optional<Object> next();
  /// Returns the rest of the current page, or else the next page; nullopt after the last one.
  [[nodiscard]] awaitable<std::optional<ObjectList>> async_next_page();
  [[nodiscard]] std::optional<ObjectList> next_page();
  /// Returns all remaining items as one list, with the version of the first page; starts over if the list does. Items
  /// are not lost if it throws. `options.timeout` bounds the whole operation.
  [[nodiscard]] awaitable<ObjectList> async_collect();
  [[nodiscard]] ObjectList collect();

  /// The version of the first page (after a restart, of the full list), to continue with a watch; empty before it.
  [[nodiscard]] const std::string& resource_version() const noexcept { return resource_version_; }
  /// OnExpired::full_list: the list started over. Items are returned again, and earlier ones may no longer exist.
  [[nodiscard]] bool restarted() const noexcept { return restarted_; }
  /// False once OnExpired::inconsistent was needed: the items do not have the same version.
  [[nodiscard]] bool consistent() const noexcept { return consistent_; }
  /// The number of responses received.
  [[nodiscard]] std::size_t pages() const noexcept { return pages_; }

private:
  void take(ObjectList page);
  /// Prepares the request that follows a failed one; throws the error if there is none.
  void recover(const ApiError& error);
  [[nodiscard]] bool left() const noexcept { return at_ < page_.items.size(); }
  [[nodiscard]] ObjectList rest();
  [[nodiscard]] std::optional<SteadyTime> deadline() const;
  void bound_by(std::optional<SteadyTime> deadline);

  Client client_;
  ResourceType type_;
  ListOptions next_;             // the next request
  std::string version_, match_;  // as requested first
  OnExpired on_expired_;
  ObjectList page_;
  std::size_t at_ = 0;  // items of page_ that were returned
  std::string resource_version_;
  std::size_t pages_ = 0;
  bool done_ = false;
  bool restarted_ = false;
  bool consistent_ = true;
};

}  // namespace kubexx
