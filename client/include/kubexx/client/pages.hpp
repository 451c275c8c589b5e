// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "kubexx/client/client.hpp"

namespace kubexx {

/// All pages of a list, as a stream of items: one page is held at a time, and the next is asked for when its items are
/// used up. client-go's ListPager: pages of 500, later pages at the version of the first, the rules for an expired
/// token of OnExpired. `options.timeout` bounds each page. Awaitable and blocking forms may be mixed. One reader at a
/// time; not thread safe. After an exception the same page may be asked for again. Errors are those of Client::list.
class ObjectPages {
public:
  static constexpr std::int64_t default_page_size = 500;

  ObjectPages(Client client, ResourceType type, ListOptions options, OnExpired on_expired);

  /// The next item; nullopt after the last one.
  [[nodiscard]] awaitable<std::optional<Object>> async_next();
  [[nodiscard]] std::optional<Object> next();
  /// What is left of the present page, or else the next page; nullopt after the last one.
  [[nodiscard]] awaitable<std::optional<ObjectList>> async_next_page();
  [[nodiscard]] std::optional<ObjectList> next_page();
  /// All that is left as one list, under the version of the first page; a list that had to start over begins anew.
  /// `options.timeout` bounds the whole.
  [[nodiscard]] awaitable<ObjectList> async_collect();
  [[nodiscard]] ObjectList collect();

  /// Of the first page (after a restart, of the full list); empty before it came. What a watch goes on from.
  [[nodiscard]] const std::string& resource_version() const noexcept { return resource_version_; }
  /// OnExpired::full_list: the list started over, so that items come once more and some that came may be gone.
  [[nodiscard]] bool restarted() const noexcept { return restarted_; }
  /// False after OnExpired::inconsistent had to be used: the items are not of one version.
  [[nodiscard]] bool consistent() const noexcept { return consistent_; }
  /// Answers so far.
  [[nodiscard]] std::size_t pages() const noexcept { return pages_; }

private:
  void take(ObjectList page);
  /// Prepares the call that follows a failed one; throws the error when there is none.
  void recover(const ApiError& error);
  [[nodiscard]] bool left() const noexcept { return at_ < page_.items.size(); }
  [[nodiscard]] ObjectList rest();
  [[nodiscard]] std::optional<SteadyTime> deadline() const;
  void bound_by(std::optional<SteadyTime> deadline);

  Client client_;
  ResourceType type_;
  ListOptions next_;             // what to ask for next
  std::string version_, match_;  // as first asked for
  OnExpired on_expired_;
  ObjectList page_;
  std::size_t at_ = 0;  // items of page_ that were handed out
  std::string resource_version_;
  std::size_t pages_ = 0;
  bool done_ = false;
  bool restarted_ = false;
  bool consistent_ = true;
};

}  // namespace kubexx
