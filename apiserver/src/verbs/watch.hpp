// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/server.hpp"
#include "kubexx/http/message.hpp"
#include "render/render.hpp"
#include "verbs/selectors.hpp"

namespace kubexx::apiserver {

/// What ended a wait for the next piece of a stream.
enum class ReadEnd { piece, end, deadline, stopped };

/// A watch: its place in the history of a collection, and who waits for more. It keeps no queue of its own: a slow
/// reader costs nothing and, once the history has left it behind, gets an ERROR event with 410.
class WatchBody final : public BodyStream, public Watcher {
public:
  struct Start {
    std::optional<ObjectMap> initial;   ///< what matches is sent as ADDED first
    bool initial_end_bookmark = false;  ///< then the bookmark that ends a streaming list
    std::int64_t version = 0;           ///< then what came after this version
    bool bookmarks = false;
    Duration timeout{};
    std::optional<Json> failure;  ///< sent as ERROR instead of everything
  };
  WatchBody(std::shared_ptr<Server> server, CollectionPtr collection, Renderer renderer, Filter filter, Start start,
            std::uint64_t number);
  ~WatchBody() override;

  awaitable<std::string> read() override;
  void cancel() noexcept override;
  [[nodiscard]] bool wakes_for(const Change& change) override;
  /// Like `read`, but gives up at `deadline` or when `stop` is requested; the stream stays usable.
  struct Piece {
    ReadEnd how = ReadEnd::piece;
    std::string bytes;
  };
  [[nodiscard]] awaitable<Piece> read_until(std::optional<SteadyTime> deadline, std::stop_token stop);

private:
  struct Line {
    const char* type;
    StoredPtr object;
  };
  enum class Step { wait, piece, end };
  Step step(std::string& bytes, const OneShot& wakeup);
  /// The next of the initial objects. Needs no lock.
  void initial(std::vector<Line>& lines);
  /// What comes after them. Both want the lock held.
  Step news(std::vector<Line>& lines, std::string& tail, const OneShot& wakeup);
  Step history(std::vector<Line>& lines, std::string& tail);

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
  std::int64_t version_;  // guarded by the server's mutex; everything up to it was sent, or is not for this watch
  SteadyTime ends_at_;
  SteadyTime next_bookmark_;
  std::optional<Json> failure_;
};

}  // namespace kubexx::apiserver
