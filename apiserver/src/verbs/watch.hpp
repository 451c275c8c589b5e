// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/server.hpp"
#include "core/stream.hpp"
#include "render/render.hpp"
#include "verbs/selectors.hpp"
#include "verbs/timed_wait.hpp"

namespace kubexx::apiserver {

/// A watch: its place in the history of a collection, and who waits for more. It keeps no queue of its own: a slow
/// reader costs nothing and, once the history has left it behind, gets an ERROR event with 410.
class WatchBody final : public WaitingBody, public Watcher {
public:
  struct Start {
    std::optional<ObjectMap> initial;   ///< what matches is sent as ADDED first
    bool initial_end_bookmark = false;  ///< then the bookmark that ends a streaming list
    std::int64_t version = 0;           ///< then what came after this version
    bool bookmarks = false;
    Duration timeout{};
    std::optional<Json> failure;  ///< sent as ERROR instead of everything
    KindPtr kind;
    std::string convert_to;  ///< of custom resources: the version in which they are read
  };
  /// Wants the lock held.
  WatchBody(std::shared_ptr<Server> server, CollectionPtr collection, Renderer renderer, Filter filter, Start start,
            std::uint64_t number);
  ~WatchBody() override;

  awaitable<std::string> read() override;
  void cancel() noexcept override;
  [[nodiscard]] bool wants(const Change& change) const override;
  void skip_to(std::int64_t version) override { version_ = std::max(version_, version); }
  [[nodiscard]] awaitable<Piece> read_until(std::optional<SteadyTime> deadline, std::stop_token stop) override;

private:
  struct Line {
    const char* type;
    StoredPtr object;
  };
  enum class Step { wait, piece, end };
  Step step(std::vector<Line>& lines, std::string& tail);
  awaitable<std::string> rendered(std::vector<Line> lines, std::string tail);
  /// The next of the initial objects. Needs no lock.
  void initial(std::vector<Line>& lines);
  /// What comes after them. These want the lock held.
  Step news(std::vector<Line>& lines, std::string& tail);
  /// Whether it has read everything.
  bool history(std::vector<Line>& lines, std::string& tail);
  void begin_waiting();
  /// The next one is due then, or shortly before the end.
  void plan_bookmark(SteadyTime now, Duration after);
  /// When it has something to say even if nothing happens.
  [[nodiscard]] SteadyTime speaks_at() const { return bookmarks_ ? std::min(ends_at_, next_bookmark_) : ends_at_; }

  std::shared_ptr<Server> server_;
  CollectionPtr collection_;
  Renderer renderer_;
  Filter filter_;
  std::uint64_t number_;
  std::optional<ObjectMap> initial_;
  ObjectMap::const_iterator initial_next_;  // in *initial_
  bool initial_bookmark_due_;
  bool first_line_ = true;
  bool ended_ = false;  // guarded by the server's mutex, because `cancel` comes from anywhere
  bool bookmarks_;
  // Guarded by the server's mutex; everything up to it was sent, or is not for this watch. While it waits, that is so
  // of everything.
  std::int64_t version_;
  std::optional<OneShot> wakeup_;  // fired when it need no longer wait; set when it has read everything
  TimedWait limit_;
  SteadyTime ends_at_;
  SteadyTime next_bookmark_;
  std::optional<Json> failure_;
  KindPtr kind_;
  std::string convert_to_;
};

}  // namespace kubexx::apiserver
