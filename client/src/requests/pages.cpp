// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/pages.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kubexx {

namespace {

void append(ObjectList& all, ObjectList page)
{
  all.items.insert(all.items.end(), std::make_move_iterator(page.items.begin()),
                   std::make_move_iterator(page.items.end()));
  all.unreadable.insert(all.unreadable.end(), std::make_move_iterator(page.unreadable.begin()),
                        std::make_move_iterator(page.unreadable.end()));
}

/// What a call that failed had taken is left for the next one. Nothing is left of `page`: a page is only asked for
/// then.
void take_back(ObjectList& page, ObjectList taken)
{
  page.items = std::move(taken.items);
  page.unreadable = std::move(taken.unreadable);
}

awaitable<ObjectList> collect_all(ObjectPages pages)
{
  co_return co_await pages.async_collect();
}

}  // namespace

ObjectPages::ObjectPages(Client client, ResourceType type, ListOptions options, OnExpired on_expired)
    : client_(std::move(client)),
      type_(std::move(type)),
      next_(std::move(options)),
      version_(next_.resource_version),
      match_(next_.resource_version_match),
      on_expired_(on_expired)
{
  if (next_.limit == 0) next_.limit = default_page_size;
}

void ObjectPages::take(ObjectList page)
{
  if (resource_version_.empty()) resource_version_ = page.resource_version;
  ++pages_;
  page_ = std::move(page);
  at_ = 0;
  done_ = page_.continue_.empty();
  next_.continue_ = page_.continue_;
  // A token has its own version; the server refuses another beside it.
  next_.resource_version.clear();
  next_.resource_version_match.clear();
}

void ObjectPages::recover(const ApiError& error)
{
  const bool helps = is_gone(error) && !next_.continue_.empty();
  if (helps && on_expired_ == OnExpired::inconsistent && !error.status().continue_.empty()) {
    next_.continue_ = error.status().continue_;
    consistent_ = false;
    return;
  }
  if (!helps || on_expired_ != OnExpired::full_list || restarted_) throw ApiError(error);
  next_.limit = 0;
  next_.continue_.clear();
  next_.resource_version = version_;
  next_.resource_version_match = match_;
  resource_version_.clear();
  restarted_ = true;
}

ObjectList ObjectPages::rest()
{
  ObjectList rest = std::exchange(page_, {});
  rest.items.erase(rest.items.begin(), rest.items.begin() + static_cast<std::ptrdiff_t>(std::exchange(at_, 0)));
  return rest;
}

awaitable<std::optional<ObjectList>> ObjectPages::async_next_page()
{
  bool recovered = false;
  while (!left()) {
    if (done_) co_return std::nullopt;
    std::optional<ApiError> failed;
    try {
      ObjectList page = co_await client_.async_list(type_, next_);
      take(std::move(page));
      break;
    } catch (const ApiError& error) {
      failed = error;
    }
    if (std::exchange(recovered, true)) throw ApiError(*failed);  // it may go on like that for ever
    recover(*failed);
  }
  co_return rest();
}

std::optional<ObjectList> ObjectPages::next_page()
{
  bool recovered = false;
  while (!left()) {
    if (done_) return std::nullopt;
    try {
      take(client_.list(type_, next_));
      break;
    } catch (const ApiError& error) {
      if (std::exchange(recovered, true)) throw;
      recover(error);
    }
  }
  return rest();
}

awaitable<std::optional<Object>> ObjectPages::async_next()
{
  while (!left()) {
    auto page = co_await async_next_page();
    if (!page) co_return std::nullopt;
    page_ = std::move(*page);
  }
  co_return std::move(page_.items[at_++]);
}

std::optional<Object> ObjectPages::next()
{
  while (!left()) {
    auto page = next_page();
    if (!page) return std::nullopt;
    page_ = std::move(*page);
  }
  return std::move(page_.items[at_++]);
}

std::optional<SteadyTime> ObjectPages::deadline() const
{
  if (!next_.timeout) return std::nullopt;
  return saturating_add(client_.runtime().clock->now(), *next_.timeout);
}

void ObjectPages::bound_by(std::optional<SteadyTime> deadline)
{
  if (deadline) next_.timeout = std::max(*deadline - client_.runtime().clock->now(), Duration::zero());
}

awaitable<ObjectList> ObjectPages::async_collect()
{
  ObjectList all;
  const auto timeout = next_.timeout;  // a later call may use it again in full
  const auto end = deadline();
  bool began_anew = restarted_;
  try {
    for (;;) {
      bound_by(end);
      auto page = co_await async_next_page();
      if (!page) break;
      if (restarted_ && !std::exchange(began_anew, true)) all = ObjectList();
      append(all, std::move(*page));
    }
  } catch (...) {
    next_.timeout = timeout;
    if (began_anew == restarted_) take_back(page_, std::move(all));
    throw;
  }
  all.resource_version = resource_version_;
  co_return all;
}

ObjectList ObjectPages::collect()
{
  ObjectList all;
  const auto timeout = next_.timeout;  // a later call may use it again in full
  const auto end = deadline();
  bool began_anew = restarted_;
  try {
    for (;;) {
      bound_by(end);
      auto page = next_page();
      if (!page) break;
      if (restarted_ && !std::exchange(began_anew, true)) all = ObjectList();
      append(all, std::move(*page));
    }
  } catch (...) {
    next_.timeout = timeout;
    if (began_anew == restarted_) take_back(page_, std::move(all));
    throw;
  }
  all.resource_version = resource_version_;
  return all;
}

ObjectPages Client::pages(ResourceType type, ListOptions options, OnExpired on_expired) const
{
  return {*this, std::move(type), std::move(options), on_expired};
}

awaitable<ObjectList> Client::async_list_all(ResourceType type, ListOptions options, OnExpired on_expired) const
{
  return collect_all(pages(std::move(type), std::move(options), on_expired));
}

ObjectList Client::list_all(const ResourceType& type, const ListOptions& options, OnExpired on_expired) const
{
  return ObjectPages(*this, type, options, on_expired).collect();
}

}  // namespace kubexx
