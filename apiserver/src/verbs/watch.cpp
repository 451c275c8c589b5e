// SPDX-License-Identifier: Apache-2.0
#include "verbs/watch.hpp"

#include <algorithm>

#include "core/status.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::size_t objects_per_piece = 256;

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
      failure_(std::move(start.failure))
{
  const auto now = server_->options.clock->now();
  ends_at_ = saturating_add(now, start.timeout);
  next_bookmark_ = saturating_add(now, server_->options.bookmark_period);
  if (initial_) initial_next_ = initial_->lower_bound(filter_.key_prefix());
}

WatchBody::~WatchBody()
{
  const std::lock_guard lock(server_->mutex);
  collection_->waiting.erase(number_);
  server_->open_watches.erase(number_);
}

void WatchBody::cancel() noexcept
{
  std::optional<OneShot> wakeup;
  {
    const std::lock_guard lock(server_->mutex);
    ended_ = true;
    if (const auto waiting = collection_->waiting.extract(number_)) wakeup = waiting.mapped().wakeup;
  }
  if (wakeup) wakeup->fire();
}

bool WatchBody::wakes_for(const Change& change)
{
  if (change.previous && filter_.matches(*change.previous)) return true;
  if (change.current && filter_.matches(*change.current)) return true;
  version_ = change.version;
  return false;
}

WatchBody::Step WatchBody::history(std::vector<Line>& lines, std::string& tail)
{
  if (version_ < collection_->forgotten) {
    ended_ = true;
    tail = Renderer::error_line(too_old(version_, collection_->forgotten).status());
    return Step::piece;
  }
  const auto& changes = collection_->changes;
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
      lines.push_back({"DELETED", change->deleted ? change->deleted : with_version(*change->previous, version_)});
    }
  }
  if (change == changes.end()) version_ = std::max(version_, server_->store.version());
  return lines.empty() ? Step::wait : Step::piece;
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

WatchBody::Step WatchBody::news(std::vector<Line>& lines, std::string& tail, const OneShot& wakeup)
{
  if (history(lines, tail) == Step::piece) return Step::piece;
  const auto now = server_->options.clock->now();
  const bool over = now >= ends_at_ || collection_->removed;
  if (bookmarks_ && (over || now >= next_bookmark_)) {
    next_bookmark_ = saturating_add(now, server_->options.bookmark_period);
    tail = renderer_.bookmark_line(version_, false);
  }
  if (over) ended_ = true;
  if (!tail.empty()) return Step::piece;
  if (ended_) return Step::end;
  collection_->waiting.insert_or_assign(number_, Collection::Waiting{this, wakeup});
  return Step::wait;
}

WatchBody::Step WatchBody::step(std::string& bytes, const OneShot& wakeup)
{
  std::vector<Line> lines;
  std::string tail;
  if (initial_ && !failure_) initial(lines);
  {
    const Locked locked(*server_);
    if (ended_ || number_ < server_->closed_below) return Step::end;
    if (failure_) {
      ended_ = true;
      bytes = Renderer::error_line(*failure_);
      return Step::piece;
    }
    if (!initial_) {
      if (initial_bookmark_due_) {
        initial_bookmark_due_ = false;
        tail = renderer_.bookmark_line(version_, true);
      } else if (lines.empty()) {
        if (const auto next = news(lines, tail, wakeup); next != Step::piece) return next;
      }
    }
  }
  // Written without the lock: the objects never change.
  renderer_.set_now(server_->options.clock->wall_now());
  for (const auto& line : lines) {
    bytes += renderer_.watch_line(line.type, *line.object, first_line_);
    first_line_ = false;
  }
  bytes += tail;
  return Step::piece;
}

awaitable<WatchBody::Piece> WatchBody::read_until(std::optional<SteadyTime> deadline, std::stop_token stop)
{
  while (true) {
    if (stop.stop_requested()) co_return Piece{ReadEnd::stopped, {}};
    OneShot wakeup;
    std::string bytes;
    const auto what = step(bytes, wakeup);
    if (what == Step::end) co_return Piece{ReadEnd::end, {}};
    if (what == Step::piece) co_return Piece{ReadEnd::piece, std::move(bytes)};
    auto& clock = *server_->options.clock;
    if (deadline && clock.now() >= *deadline) co_return Piece{ReadEnd::deadline, {}};
    auto wake_at = ends_at_;
    if (bookmarks_) wake_at = std::min(wake_at, next_bookmark_);
    if (deadline) wake_at = std::min(wake_at, *deadline);
    {
      std::function<void()> fire = [wakeup] { wakeup.fire(); };
      const Timer timer = clock.call_at(wake_at, fire);
      const std::stop_callback stopped(stop, fire);
      co_await wakeup.wait();
    }
  }
}

awaitable<std::string> WatchBody::read()
{
  auto piece = co_await read_until(std::nullopt, std::stop_token());
  co_return std::move(piece.bytes);
}

}  // namespace kubexx::apiserver
