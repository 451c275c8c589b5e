// SPDX-License-Identifier: Apache-2.0
// Lists: page by page, or over a watch.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "left_out.hpp"
#include "reflector_machine.hpp"

namespace kubexx {

namespace {

constexpr Duration kListTimeout = std::chrono::minutes(1);  // kube-apiserver itself ends a request after a minute
constexpr std::size_t kItemsPerReport = 256;                // a report takes a lock
// A streaming list that brings nothing for so long will not end; kube-apiserver waits a few seconds for its cache.
constexpr Duration kStreamSilence = std::chrono::seconds(20);
constexpr Duration kStreamSilenceStep = std::chrono::seconds(5);

// How many have a key that another one has too. Most lists are sorted, so that one look at each is enough.
std::size_t duplicates_in(const std::vector<Object>& items)
{
  const auto not_before = [](const Object& a, const Object& b) { return detail::key_of(a) >= detail::key_of(b); };
  if (std::adjacent_find(items.begin(), items.end(), not_before) == items.end()) return 0;
  std::vector<detail::KeyView> keys;
  keys.reserve(items.size());
  for (const auto& item : items) keys.push_back(detail::key_of(item));
  std::sort(keys.begin(), keys.end());
  return static_cast<std::size_t>(keys.end() - std::unique(keys.begin(), keys.end()));
}

}  // namespace

awaitable<void> Reflector::Machine::list_page()
{
  ListOptions request;
  request.stop = stop_;
  request.retry = false;  // so that the status shows each failure, and each takes its edge
  request.timeout = kListTimeout;
  request.namespace_ = options_.namespace_;
  request.label_selector = options_.label_selector;
  request.field_selector = options_.field_selector;
  request.shard_selector = options_.shard.to_string();
  request.keep_managed_fields = options_.keep_managed_fields;
  request.metadata_only = options_.metadata_only;
  if (listing_.continue_.empty()) {
    begin_list(false);
    request.resource_version = listing_.version;
    const bool most_recent = starts_anywhere(listing_.version);
    if (!listing_.full && (most_recent || pages_from_cache_)) request.limit = options_.page_size;
  } else {
    request.continue_ = listing_.continue_;
    request.limit = options_.page_size;
  }
  const std::size_t before = listing_.items.size();
  std::optional<detail::ListHeader> header;
  try {
    header = co_await read_items(std::move(request));
  } catch (...) {
    listing_.items.resize(before);  // the page is asked for again, or the list begun anew
    throw;
  }
  if (stop_.stop_requested()) co_return;
  if (!header) {
    consistent_pages_ = true;
    listing_ = Listing{};
    co_return;  // the state is still `listing`
  }
  if (listing_.continue_.empty()) {
    listing_.answered = std::move(header->resource_version);
    if (!header->continue_.empty() && listing_.version == "0") pages_from_cache_ = true;
  }
  if (!header->continue_.empty() && !listing_.continued.insert(std::hash<std::string>()(header->continue_)).second) {
    throw std::runtime_error("the server returned the continue token of a page that it has already sent");
  }
  listing_.continue_ = std::move(header->continue_);
  if (listing_.continue_.empty()) {
    check_kind();
    end_list(std::move(listing_.items), listing_.answered);
    enter(Reflector::State::opening_watch);
  }
}

awaitable<std::optional<detail::ListHeader>> Reflector::Machine::read_items(ListOptions request)
{
  const std::size_t limit = listing_.version == "0" ? static_cast<std::size_t>(request.limit) : 0;
  const std::unique_ptr<detail::ListStream> stream =
      co_await detail::async_list_stream(client_, type_, std::move(request));
  report_.data(0);
  std::size_t items = 0;
  for (;;) {
    std::optional<Object> item = co_await stream->async_next();
    if (!item) break;
    if (++items % kItemsPerReport == 0) report_.data(kItemsPerReport);
    if (limit != 0 && items > limit) co_return std::nullopt;
    if (is_ours(*item)) listing_.items.push_back(sink_.list_item(std::move(*item)));
  }
  report_.data(items % kItemsPerReport);
  const std::vector<UnreadableObject> unreadable = stream->take_unreadable();
  report_.undecodable(unreadable.size());
  for (const UnreadableObject& one : unreadable) report_.left_out(shown(one.object), one.problem);
  report_.sharded(stream->header().sharded);
  co_return stream->header();
}

awaitable<void> Reflector::Machine::open_stream_list()
{
  begin_list(true);
  co_await open(listing_.version, true);
  watch_->synthetic = true;
  expect_end();
  enter(Reflector::State::receiving_stream_list);
}

awaitable<void> Reflector::Machine::receive_stream_list()
{
  std::optional<WatchEvent> event = co_await next_event();
  if (!event) co_return;
  expect_end();
  if (!event->problem.empty()) {
    listing_.streamed.erase(detail::key_of(event->object));
    co_return;
  }
  switch (event->type) {
    case WatchEvent::Type::unreadable:  // has a problem
      break;
    case WatchEvent::Type::added:
    case WatchEvent::Type::modified:
      if (is_ours(event->object)) {
        const std::size_t before = listing_.streamed.size();
        listing_.streamed.put(sink_.list_item(std::move(event->object)));
        const bool twice = event->type == WatchEvent::Type::added && listing_.streamed.size() == before;
        if (twice) ++listing_.duplicates;
      }
      break;
    case WatchEvent::Type::deleted:
      listing_.streamed.erase(detail::key_of(event->object));
      break;
    case WatchEvent::Type::bookmark:
      if (event->initial_events_end) finish_stream_list(event->resource_version);
      break;
  }
}

void Reflector::Machine::expect_end()
{
  const SteadyTime now = clock_.now();
  if (watch_->armed && now - *watch_->armed < kStreamSilenceStep) return;
  watch_->armed = now;
  const Duration left = saturating_add(watch_->opened, options_.stream_list_deadline) - now;
  arm_deadline(Missed::end, std::clamp(left, Duration::zero(), kStreamSilence));
}

void Reflector::Machine::finish_stream_list(const std::string& version)
{
  check_kind();
  const ObjectSnapshot streamed = listing_.streamed.list();
  std::vector<Object> items(streamed.begin(), streamed.end());
  watch_->deadline.cancel();
  watch_->armed.reset();
  missed_ = Missed::none;
  watch_->synthetic = false;
  watch_->moved = true;
  end_list(std::move(items), version);
  report_.recovered();
  enter(Reflector::State::watching);
}

std::string Reflector::Machine::version_to_list(bool over_watch) const
{
  if (version_unusable_) return {};
  if (starts_anywhere(version_) && !over_watch) return consistent_pages_ ? std::string() : "0";
  return version_;
}

void Reflector::Machine::begin_list(bool over_watch)
{
  if (!listing_.full) listing_.version = version_to_list(over_watch);
  report_.list_begins(over_watch);
  sink_.list_started(listing_.version.empty());
}

void Reflector::Machine::end_list(std::vector<Object> items, const std::string& version)
{
  version_ = version;
  version_unusable_ = false;
  progress_ = false;
  resumed_ = compare_ = false;
  const std::size_t objects = items.size();
  report_.duplicates(listing_.duplicates + duplicates_in(items));
  sink_.list_done(std::move(items), version_);
  report_.list_done(objects, version_);
  listing_ = Listing{};
}

bool Reflector::Machine::is_of_kind(const Object& object) const
{
  return type_.kind.empty() || object.kind().empty() || object.kind() == type_.kind ||
         (options_.metadata_only && object.kind() == "PartialObjectMetadata");
}

std::string Reflector::Machine::wrong_kind(std::string_view kind) const
{
  return "the server's " + type_.group_resource() + " are of kind \"" + std::string(kind) +
         "\", but the ResourceInfo says \"" + type_.kind + "\": correct its kind, or its plural";
}

void Reflector::Machine::check_kind() const
{
  if (!listing_.other_kind.empty() && !listing_.of_kind) throw std::runtime_error(wrong_kind(listing_.other_kind));
}

bool Reflector::Machine::is_ours(const Object& object)
{
  const bool asked_for = options_.namespace_.empty() || object.namespace_() == options_.namespace_;
  const bool of_kind = is_of_kind(object);
  if (of_kind) {
    listing_.of_kind = true;
  } else {
    listing_.other_kind = object.kind();
  }
  if (!asked_for || object.name().empty() || !of_kind) {
    report_.undecodable(1);
    const char* const problem =
        object.name().empty() ? "it has no name" : "it is in a namespace that was not requested";
    report_.left_out(shown(object), of_kind ? problem : wrong_kind(object.kind()));
    return false;
  }
  if (!options_.shard.matches(object)) return false;
  if (object.uid().empty() || object.resource_version().empty()) report_.unidentified();
  return true;
}

}  // namespace kubexx
