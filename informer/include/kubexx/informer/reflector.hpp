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

/// Where a reflector's stream goes. Called in order, by the reflector's coroutine; must be quick.
class ReflectorSink {
public:
  virtual ~ReflectorSink() = default;
  /// A list begins; it may break off, and then this is called again. `any_version`: it may be older than what the sink
  /// has, because the server lost its state.
  virtual void list_started(bool /*any_version*/) {}
  /// An item of an unfinished list came; a sink that holds the same object already returns its own, so that a relist
  /// needs little memory. In a list of any version, the same resource version does not make it the same object.
  [[nodiscard]] virtual Object list_item(Object item) { return item; }
  /// The list is complete: `items` replace everything known before.
  virtual void list_done(std::vector<Object> items, const std::string& resource_version) = 0;
  /// An object was created or changed.
  virtual void applied(Object object, const std::string& resource_version) = 0;
  /// An object is gone; `last` is its last state.
  virtual void deleted(Object last, const std::string& resource_version) = 0;
  /// Nothing else changed up to this version.
  virtual void bookmark(const std::string& resource_version) = 0;
};

class ReflectorMetrics;

/// What a reflector asks for. The zero value is the default.
struct ReflectorOptions {
  std::string namespace_;  ///< empty: all namespaces
  std::string label_selector, field_selector;
  ShardSelector shard;
  bool keep_managed_fields = false;
  bool metadata_only = false;
  std::int64_t page_size = 500;  ///< of lists that the server does not answer from its watch cache; 0: no limit
  /// Lists over the watch (sendInitialEvents). A server that refuses that, or does not end the list in time, is asked
  /// for pages of this resource from then on.
  bool stream_list = true;
  /// Shared by reflectors of one server, so that one learns from the other. Null: this one has its own.
  std::shared_ptr<detail::StreamListRefusals> stream_list_refusals;
  /// For the end bookmark of a list over the watch, whatever comes before it. A stream that is silent for 20 s is ended
  /// earlier.
  Duration stream_list_deadline = std::chrono::seconds(60);
  std::chrono::seconds watch_timeout = std::chrono::minutes(5);  ///< asked of the server: once to twice this, at random
  std::shared_ptr<const ReflectorMetrics> metrics;               ///< an informer's; null: nothing is measured
};

/// Lists one resource, then watches it from the version of the list for as long as it runs, whatever happens to the
/// server. Each change goes to the sink. It is the part of an informer that knows the network, and works without the
/// rest. `status` and `state` may be called from any thread.
class Reflector {
public:
  // clang-format off: it would fold the table.
  /// The states of the machine; WatchState is their summary in a status. The table says what each one does, where it
  /// goes, and where each failure leads; "pause" is a wait of the back-off (or of Retry-After, at most a minute) in
  /// `waiting`, "immediately" means without one.
  ///
  ///   state                  does                          then                    when it fails
  ///   idle                   nothing                       choosing (async_run)
  ///   choosing               picks the kind of first list  opening_stream_list,
  ///                                                        listing
  ///   opening_stream_list    sends a watch with            receiving_stream_list   410, version too large: immediately
  ///                          sendInitialEvents                                     choosing, without version ·
  ///                                                                                refused, 429, 502–504: pause, again ·
  ///                                                                                the rest: immediately listing
  ///   receiving_stream_list  reads up to the end bookmark  watching                closed, broken: listing, with a
  ///                                                                                pause if it brought nothing in a
  ///                                                                                second ·
  ///                                                                                429: pause, choosing ·
  ///                                                                                410: as above ·
  ///                                                                                no bookmark in time, the rest: listing
  ///   listing                gets one page; of a server    listing (more pages),   410, version too large: immediately
  ///                          that ignores the limit at     opening_watch           choosing, without version ·
  ///                          version 0, without a version                          on a later page: 410: immediately one
  ///                                                                                full list; refused, broken, 429,
  ///                                                                                502–504: pause, that page again ·
  ///                                                                                the rest: pause, choosing
  ///   opening_watch          sends a watch from the        watching                refused, 429, 502–504: pause, again ·
  ///                          version; if in doubt, lists                           410: choosing ·
  ///                          one object, to compare                                the server's version is older, the
  ///                          versions                                              rest: pause, choosing
  ///   watching               reads one event               watching                closed in order: opening_watch, with
  ///                                                                                a pause if it brought nothing in a
  ///                                                                                second ·
  ///                                                                                broken: the same, in doubt ·
  ///                                                                                an old event, or silence of a
  ///                                                                                resumed watch: opening_watch, in
  ///                                                                                doubt ·
  ///                                                                                410: choosing ·
  ///                                                                                429: pause, opening_watch ·
  ///                                                                                the rest: pause, choosing
  ///   waiting                sleeps                        what came with it
  ///   stopped                nothing
  ///
  /// A second 410 without progress in between pauses. A watch without a version, of a server whose lists have none, goes
  /// to choosing instead of opening_watch: it says nothing of deletions. In doubt: a server that lost its state (etcd
  /// was restored or is empty) accepts a watch from a version that it has not reached. So the versions are compared after
  /// each broken connection, when an event or bookmark is older than the last one (at most every five minutes, and
  /// whenever it is the first of a resumed watch), and when a resumed watch brings neither within 90 s. "The rest"
  /// includes 403 and 404 (a missing CRD): they are retried for ever, because an administrator can fix them meanwhile.
  /// Source: client-go's Reflector.
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

  /// `sink` outlives the run.
  Reflector(Client client, ResourceType type, ReflectorOptions options, ReflectorSink& sink);
  ~Reflector();
  Reflector(const Reflector&) = delete;
  Reflector& operator=(const Reflector&) = delete;

  /// Runs until `stop` is requested, and gives the sink nothing afterwards; at most once. On one thread at a time:
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
