// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "kubexx/apimachinery/shard_selector.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/informer/watch_status.hpp"

namespace kubexx::detail {
class StreamListRefusals;
}

namespace kubexx {

/// Receives the objects and changes of a reflector. Called in order, by the reflector's coroutine; must be fast.
class ReflectorSink {
public:
  virtual ~ReflectorSink() = default;
  /// A list begins; if it breaks off, this is called again. `any_version`: the list may be older than the content of
  /// the sink, because the server has lost its state.
  virtual void list_started(bool /*any_version*/) {}
  /// An item of an unfinished list arrived. A sink that already has the same object returns its own, so that a relist
  /// needs little memory. In a list of any version, the same resource version does not mean the same object.
  [[nodiscard]] virtual Object list_item(Object item) { return item; }
  /// The list is complete: `items` replace everything known before.
  virtual void list_done(std::vector<Object> items, const std::string& resource_version) = 0;
  /// An object was created or changed.
  virtual void applied(Object object, const std::string& resource_version) = 0;
  /// An object was deleted; `last` is its last state.
  virtual void deleted(Object last, const std::string& resource_version) = 0;
  /// Nothing else changed up to this version.
  virtual void bookmark(const std::string& resource_version) = 0;
};

class ReflectorMetrics;

/// Options of a reflector. The zero value is the default.
struct ReflectorOptions {
  std::string namespace_ = {};  ///< empty: all namespaces
  std::string label_selector = {}, field_selector = {};
  ShardSelector shard = {};
  bool keep_managed_fields = false;
  bool metadata_only = false;
  std::int64_t page_size = 500;  ///< of lists that the watch cache does not serve; 0: no limit
  /// Uses streaming lists (a watch with sendInitialEvents). If the server refuses one or does not end it in time, this
  /// resource is listed in pages from then on.
  bool stream_list = true;
  /// Shared by the reflectors of one server, so that they learn from each other. Null: this one has its own.
  std::shared_ptr<detail::StreamListRefusals> stream_list_refusals = {};
  /// The limit until the end bookmark of a streaming list, whatever arrives before it. A stream that is silent for 20 s
  /// is ended earlier: kube-apiserver waits only a few seconds for its watch cache.
  Duration stream_list_deadline = std::chrono::seconds(60);
  /// The timeout that a watch requests: a random one between this and twice this, so that the watches of a restarted
  /// fleet do not all end together (client-go).
  std::chrono::seconds watch_timeout = std::chrono::minutes(5);
  std::shared_ptr<const ReflectorMetrics> metrics = {};  ///< of an informer; null: nothing is measured
};

/// Lists one resource, then watches it from the version of the list as long as it runs, whatever happens to the server,
/// and passes each change to the sink. It is the network part of an informer and can be used without the rest. `status`
/// and `state` may be called from any thread.
class Reflector {
public:
  // clang-format off: it would fold the table.
  /// The states of the state machine; WatchState summarizes them. The table has the action of each state, the next
  /// state, and the next state after each failure. "pause" is a wait in `waiting`, for the backoff or for Retry-After
  /// (at most a minute); "immediately" means without a pause.
  ///
  ///   state                  does                       then                   when it fails
  ///   idle                   nothing                    choosing (async_run)
  ///   choosing               chooses a streaming list   opening_stream_list,
  ///                          or pages                   listing
  ///   opening_stream_list    sends a watch with         receiving_stream_list  410, version too large: immediately
  ///                          sendInitialEvents                                 choosing, without version ·
  ///                                                                            refused, 429, 502–504: pause, again ·
  ///                                                                            the rest: immediately listing
  ///   receiving_stream_list  reads to the end bookmark  watching               closed, broken: listing, with a
  ///                                                                            pause if it ended within a second ·
  ///                                                                            429: pause, choosing ·
  ///                                                                            410: as above ·
  ///                                                                            no bookmark in time, the rest: listing
  ///   listing                gets one page; without a   listing (more pages),  410, version too large: immediately
  ///                          version if the server      opening_watch          choosing, without version ·
  ///                          ignores the limit at                              on a later page: 410: immediately one
  ///                          version 0                                         full list; refused, broken, 429,
  ///                                                                            502–504: pause, that page again ·
  ///                                                                            the rest: pause, choosing
  ///   opening_watch          sends a watch from the     watching               refused, 429, 502–504: pause, again ·
  ///                          version; in doubt, lists                          410: choosing ·
  ///                          one object to compare                             the server's version is older, the
  ///                          versions                                          rest: pause, choosing
  ///   watching               reads one event            watching               closed in order: opening_watch, with
  ///                                                                            a pause if it ended within a second
  ///                                                                            without an event ·
  ///                                                                            broken: the same, in doubt ·
  ///                                                                            an old event, or silence on a
  ///                                                                            resumed watch: opening_watch, in
  ///                                                                            doubt ·
  ///                                                                            410: choosing ·
  ///                                                                            429: pause, opening_watch ·
  ///                                                                            the rest: pause, choosing
  ///   waiting                sleeps                     as the failure chose
  ///   stopped                nothing
  ///
  /// A 410 pauses if no watch has made progress since the last list. If the lists of a server have no version, its watches have none
  /// either and go to choosing instead of opening_watch, because they do not show deletions.
  ///
  /// "In doubt": a server that has lost its state (etcd was restored or is empty) accepts a watch from a version that
  /// it has not reached. So versions are compared after each broken connection, if an event or bookmark is older than
  /// the last one (at most every five minutes, because it costs a list and a new watch, but always if it is the first
  /// of a resumed watch), and if a resumed watch delivers neither within 90 s (servers send a bookmark every minute).
  ///
  /// "The rest" includes 403 and 404 (a missing CRD): they are retried forever, because an administrator can fix them
  /// meanwhile. Source: client-go's Reflector.
  // clang-format on
  enum class State {
    idle,
    choosing,
    opening_stream_list,
    receiving_stream_list,
    listing,
    opening_watch,
    watching,
    waiting,
    stopped
  };

  /// `sink` must outlive the run.
  Reflector(Client client, ResourceType type, ReflectorOptions options, ReflectorSink& sink);
  ~Reflector();
  Reflector(const Reflector&) = delete;
  Reflector& operator=(const Reflector&) = delete;

  /// Runs until `stop` is requested, and does not call the sink afterwards; may run once. Needs one thread at a time:
  /// spawn it on a strand.
  [[nodiscard]] awaitable<void> async_run(std::stop_token stop);

  [[nodiscard]] WatchStatus status() const;
  [[nodiscard]] State state() const;

private:
  class Machine;
  std::unique_ptr<Machine> machine_;
};

[[nodiscard]] const char* to_string(Reflector::State state) noexcept;

}  // namespace kubexx
