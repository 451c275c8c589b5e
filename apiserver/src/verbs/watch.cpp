// SPDX-License-Identifier: Apache-2.0
#include "verbs/watch.hpp"

#include <algorithm>
#include <utility>

#include "core/status.hpp"
#include "crd/conversion.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::size_t objects_per_piece = 256;
/// So long before its end a watch sends a bookmark: cacheWatcher.nextBookmarkTime.
constexpr Duration last_bookmark = std::chrono::seconds(2);

/// After how long a watch sends its first bookmark; then one comes each `period`. Those of watches that begin together
/// are spread over a quarter of it, by the golden ratio, so that a thousand of them do not speak at once.
Duration first_bookmark_after(Duration period, std::uint64_t number)
{
  constexpr std::uint64_t parts = 1024, step = 633;
  const auto part = static_cast<Duration::rep>((number - 1) * step % parts);
  return period - period / 4 / Duration::rep{parts} * part;
}

}  // namespace

WatchBody::WatchBody(std::shared_ptr<Server> server, CollectionPtr collection, Renderer renderer, Filter filter,
                     Start start, std::uint64_t number)
    : server_(std::move(server)),
      collection_(std::move(collection)),
      renderer_(std::move(renderer)),
      filter_(std::move(filter)),
      number_(number),
      initial_(std::move(start.initial)),
      initial_bookmark_due_(start.initial_end_bookmark),
      bookmarks_(start.bookmarks),
      version_(start.version),
      limit_(*server_->options.clock),
      failure_(std::move(start.failure)),
      kind_(std::move(start.kind)),
      convert_to_(std::move(start.convert_to))
{
  const auto now = server_->options.clock->now();
  ends_at_ = saturating_add(now, start.timeout);
  plan_bookmark(now, first_bookmark_after(server_->options.bookmark_period, number_));
  if (initial_) initial_next_ = initial_->lower_bound(filter_.key_prefix());
  collection_->watches.add(number_, *this, filter_.scope());
}

WatchBody::~WatchBody()
{
  const std::lock_guard lock(server_->mutex);
  collection_->watches.remove(number_);
  server_->open_watches.erase(number_);
}

void WatchBody::plan_bookmark(SteadyTime now, Duration after)
{
  next_bookmark_ = saturating_add(now, after);
  const auto last = ends_at_ - last_bookmark;
  if (last > now) next_bookmark_ = std::min(next_bookmark_, last);
}

void WatchBody::cancel() noexcept
{
  std::optional<OneShot> wakeup;
  {
    const std::lock_guard lock(server_->mutex);
    ended_ = true;
    wakeup = collection_->watches.stop_waiting(number_);
  }
  if (wakeup) wakeup->fire();
}

bool WatchBody::wants(const Change& change) const
{
  if (change.previous && filter_.matches(*change.previous)) return true;
  return change.current && filter_.matches(*change.current);
}

bool WatchBody::history(std::vector<Line>& lines, std::string& tail)
{
  if (version_ < collection_->forgotten) {
    ended_ = true;
    tail = renderer_.error_line(too_old(version_, collection_->forgotten).status());
    return false;
  }
  auto& changes = collection_->changes;
  auto change = std::upper_bound(changes.begin(), changes.end(), version_,
                                 [](std::int64_t version, const Change& of) { return version < of.version; });
  for (; change != changes.end() && lines.size() < objects_per_piece; ++change) {
    version_ = change->version;
    const bool was = change->previous && filter_.matches(*change->previous);
    const bool is = change->current && filter_.matches(*change->current);
    if (is) {
      lines.push_back({was ? "MODIFIED" : "ADDED", change->current});
    } else if (was) {
      // Seen through a selector, an object that stops matching is deleted: its last matching state, at this version.
      lines.push_back({"DELETED", server_->store.last_state(*change)});
    }
  }
  if (change != changes.end()) return false;
  skip_to(server_->store.version());
  return true;
}

void WatchBody::initial(std::vector<Line>& lines)
{
  const auto prefix = filter_.key_prefix();
  for (; initial_next_ != initial_->end() && lines.size() < objects_per_piece; ++initial_next_) {
    if (!initial_next_->first.starts_with(prefix)) break;
    if (filter_.matches(*initial_next_->second)) lines.push_back({"ADDED", initial_next_->second});
  }
  if (lines.size() < objects_per_piece) initial_.reset();
}

void WatchBody::begin_waiting()
{
  if (ended_ || collection_->removed) return;
  collection_->watches.wait(number_, wakeup_.emplace());
}

WatchBody::Step WatchBody::news(std::vector<Line>& lines, std::string& tail)
{
  if (collection_->watches.stop_waiting(number_)) skip_to(server_->store.version());
  const bool everything = history(lines, tail);
  if (!lines.empty() || !tail.empty()) {
    if (everything) begin_waiting();
    return Step::piece;
  }
  const auto now = server_->options.clock->now();
  const bool over = now >= ends_at_ || collection_->removed;
  if (bookmarks_ && !over && now >= next_bookmark_) {
    plan_bookmark(now, server_->options.bookmark_period);
    tail = renderer_.bookmark_line(version_, false, std::exchange(first_line_, false));
  }
  if (over) ended_ = true;
  if (!tail.empty()) return Step::piece;
  if (ended_) return Step::end;
  begin_waiting();
  return Step::wait;
}

WatchBody::Step WatchBody::step(std::vector<Line>& lines, std::string& tail)
{
  wakeup_.reset();
  if (initial_ && !failure_) initial(lines);
  {
    const Locked locked(*server_);
    if (ended_ || number_ < server_->closed_below) return Step::end;
    if (failure_) {
      ended_ = true;
      tail = renderer_.error_line(*failure_);
      return Step::piece;
    }
    if (!initial_) {
      if (initial_bookmark_due_) {
        initial_bookmark_due_ = false;
        tail = renderer_.bookmark_line(version_, true, lines.empty() && first_line_);
        if (lines.empty()) first_line_ = false;
      } else if (lines.empty()) {
        if (const auto next = news(lines, tail); next != Step::piece) return next;
      }
    }
  }
  return Step::piece;
}

awaitable<std::string> WatchBody::rendered(std::vector<Line> lines, std::string tail)
{
  std::string failed;
  if (!convert_to_.empty()) {
    std::vector<StoredPtr> objects;
    objects.reserve(lines.size());
    for (const auto& line : lines) objects.push_back(line.object);
    try {
      objects = co_await stored_in(server_, kind_, std::move(objects), convert_to_);
    } catch (const Failure& failure) {
      failed = renderer_.error_line(failure.status());
    }
    for (std::size_t index = 0; failed.empty() && index < lines.size(); ++index) lines[index].object = objects[index];
  }
  if (!failed.empty()) {
    wakeup_.reset();
    const Locked locked(*server_);
    ended_ = true;
    co_return failed;
  }
  // Written without the lock: the objects never change.
  renderer_.set_now(server_->options.clock->wall_now());
  std::string bytes;
  for (const auto& line : lines) {
    bytes += server_->frames.watch_line(renderer_, line.type, line.object, first_line_);
    first_line_ = false;
  }
  co_return bytes + tail;
}

awaitable<WatchBody::Piece> WatchBody::read_until(std::optional<SteadyTime> deadline, std::stop_token stop)
{
  const auto& clock = *server_->options.clock;
  while (true) {
    if (stop.stop_requested()) co_return Piece{ReadEnd::stopped, {}};
    // It waits already if it had read everything the last time.
    if (!wakeup_ || clock.now() >= speaks_at()) {
      std::vector<Line> lines;
      std::string tail;
      const auto what = step(lines, tail);
      if (what == Step::end) co_return Piece{ReadEnd::end, {}};
      if (what == Step::piece) {
        Piece piece;
        piece.bytes = co_await rendered(std::move(lines), std::move(tail));
        co_return piece;
      }
    }
    const auto wakeup = *wakeup_;
    if (deadline && !wakeup.fired() && clock.now() >= *deadline) co_return Piece{ReadEnd::deadline, {}};
    if (!wakeup.fired()) limit_.limit(wakeup, deadline ? std::min(speaks_at(), *deadline) : speaks_at());
    {
      std::function<void()> fire = [wakeup] { wakeup.fire(); };
      const std::stop_callback stopped(stop, std::move(fire));
      co_await wakeup.wait();
    }
    wakeup_.reset();
  }
}

awaitable<std::string> WatchBody::read()
{
  auto piece = co_await read_until(std::nullopt, std::stop_token());
  co_return std::move(piece.bytes);
}

}  // namespace kubexx::apiserver
