// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "backoff.hpp"
#include "kubexx/client/detail/list_stream.hpp"
#include "kubexx/informer/detail/object_set.hpp"
#include "kubexx/informer/reflector.hpp"
#include "reflector_edge.hpp"
#include "watch_report.hpp"

namespace kubexx {

/// The state machine behind a Reflector; kubexx/informer/reflector.hpp has its table. One coroutine runs it, at most
/// once. `report()` is thread safe.
class Reflector::Machine {
public:
  Machine(Client client, ResourceType type, ReflectorOptions options, ReflectorSink& sink);

  awaitable<void> run(std::stop_token stop);
  const WatchReport& report() const { return report_; }

private:
  struct Listing {
    std::string version;                        // sent with the first page
    std::string continue_;                      // of the next page; empty for the first
    std::unordered_set<std::size_t> continued;  // hashes of the tokens of the pages before
    std::string answered;  // the version of the first page's answer, which is that of the whole list
    bool full = false;     // in one piece
    std::vector<Object> items;
    detail::ObjectSet streamed;  // instead of `items`, when the list comes over a watch
    std::size_t duplicates = 0;  // of them
    bool of_kind = false;        // one of the items is of the kind
    std::string other_kind;      // of an item that is not
  };

  // An open watch and what ends it.
  struct OpenWatch {
    explicit OpenWatch(const std::stop_token& outer) : link(outer, Stop{&stop}) {}

    struct Stop {
      std::stop_source* source;
      void operator()() const { source->request_stop(); }
    };
    std::stop_source stop;          // ends this watch alone
    std::stop_callback<Stop> link;  // … also when the reflector stops
    std::unique_ptr<WatchStream> stream;
    Timer survival;                   // fires when the watch is no short one any more
    Timer deadline;                   // ends this watch, for the reason in `missed`
    std::optional<SteadyTime> armed;  // when `deadline` was set for silence
    SteadyTime opened{};
    bool moved = false;           // it has moved the version
    bool synthetic = false;       // began without a version: its first events are the present state, unordered
    bool unversioned = false;     // … after a list, of which it says nothing
    std::size_t undecodable = 0;  // of the stream, as far as they are counted
  };

  // What a watch was ended for by us.
  enum class Missed { none, end, data, proof, order };

  // Whether the watch from this version starts with the present state, in any order.
  static bool starts_anywhere(const std::string& version) { return version.empty() || version == "0"; }

  // --- the machine: reflector.cpp ---

  // The one transition of the machine.
  awaitable<void> step();
  void choose();
  awaitable<void> pause();
  void enter(Reflector::State state);
  void fail(const FailureCause& cause);
  // Whether the list that follows a watch needs no pause. `lived`: the watch was no short one.
  bool may_list_at_once(SteadyTime now, bool lived);
  void note_failure(const FailureCause& cause, const char* verb, bool expected);

  // --- lists, paged and over a watch: reflector_list.cpp ---

  awaitable<void> list_page();
  // Reads one answer into listing_.items, item by item. Nothing when the server ignores the limit at version 0: then
  // its answer is the whole list at once, however long, and it is not read further.
  awaitable<std::optional<detail::ListHeader>> read_items(ListOptions request);
  awaitable<void> open_stream_list();
  awaitable<void> receive_stream_list();
  // After an event of a streaming list: when the next one, and the end, must have come. Not at each event.
  void expect_end();
  void finish_stream_list(const std::string& version);
  // The version of a list: the last one seen, so that the server may answer from its cache and time does not go back.
  std::string version_to_list(bool over_watch) const;
  void begin_list(bool over_watch);
  void end_list(std::vector<Object> items, const std::string& version);
  // Whether an object is one that was asked for; otherwise it is reported.
  bool is_ours(const Object& object);
  bool is_of_kind(const Object& object) const;
  // Throws when a list is complete and all of its objects are of another kind.
  void check_kind() const;
  std::string wrong_kind(std::string_view kind) const;
  // An object whose present state cannot be read, and that is perhaps gone: what is kept of it is not its state.
  void forget(const WatchEvent& event);

  // --- watches: reflector_watch.cpp ---

  awaitable<void> open_watch();
  awaitable<void> watch_event();
  awaitable<void> open(std::string version, bool stream_list);
  // The next event; nothing when there is none and the machine has gone on to another state.
  awaitable<std::optional<WatchEvent>> next_event();
  bool watch_progressed() const;
  // A watch after a failed one is believed when it has lived for a second; it may end at once like the one before.
  void arm_survival();
  void arm_deadline(Missed what, Duration delay);
  // After an event, once the server has shown that it sends bookmarks. Not at each event: timers cost more than those.
  void expect_data();
  // Of a resumed watch: an event or a bookmark must come, or the versions are compared. A server that has lost its
  // state accepts a watch from a version of its future, and says nothing.
  void expect_proof();
  // The watch is open: goes on to another state when the server's version is older than ours.
  awaitable<void> compare_versions();
  void doubt(std::string why);

  const Client client_;
  const ResourceType type_;
  const ReflectorOptions options_;
  ReflectorSink& sink_;
  Clock& clock_;
  Random& random_;
  WatchReport report_;

  // Touched by the coroutine alone.
  Reflector::State state_ = Reflector::State::idle;
  std::stop_token stop_;
  Backoff backoff_;
  std::string version_;            // of the last list, event or bookmark; empty before the first list
  bool version_unusable_ = false;  // the server cannot list at version_
  bool pages_from_cache_ = false;  // the server pages even what it could answer from its cache, so pages are asked for
  bool consistent_pages_ = false;  // the server ignores the limit at version 0, so pages are asked for without one
  bool page_once_ = false;         // the next first list is a paged one
  bool progress_ = false;          // since the last list, a watch has moved the version or lived for a second
  bool kind_seen_ = false;         // a watch has brought an object of the kind
  bool stream_failed_ = false;     // the last failure was that of an open watch
  bool resumed_ = false;           // the next watch goes on where another one has ended
  bool compare_ = false;           // the next watch begins with a comparison of versions
  std::string doubt_;              // of an old event that came: why the server will be asked for its version
  std::optional<SteadyTime> compared_;  // when versions were last compared because of an old event
  Listing listing_;
  std::unique_ptr<OpenWatch> watch_;  // in receiving_stream_list and watching
  SteadyTime resume_at_{};            // waiting: until then
  double lists_left_;                 // that may follow a watch at once
  SteadyTime lists_counted_{};        // when lists_left_ was that
  Reflector::State after_pause_ = Reflector::State::choosing;
  bool bookmarks_ = false;                    // the server sends bookmarks
  std::atomic<Missed> missed_{Missed::none};  // set by a timer, together with the watch's stop
};

}  // namespace kubexx
