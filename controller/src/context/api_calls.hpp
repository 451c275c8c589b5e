// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "context/changed_paths.hpp"
#include "context/controller_services.hpp"
#include "context/write_log.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/controller/cache_reader.hpp"
#include "kubexx/controller/flight_recorder.hpp"

namespace kubexx {

/// The API calls of one reconcile, while it runs: the first `most` as they are shown to people, and all writes. Thread
/// safe.
class ApiCalls : public std::enable_shared_from_this<ApiCalls> {
public:
  static constexpr std::size_t most = 32;

  /// A reconcile of `request` begins, whose writes are told to `log`.
  void start(std::string controller, Request request, std::shared_ptr<WriteLog> log);
  /// What follows is written by ControllerOptions::on_give_up.
  void give_up();

  /// The cluster's client, whose calls are noted here and end with `stop` (make_stop_link). The caches of `cluster`
  /// have what an update replaces.
  [[nodiscard]] Client noting(const std::shared_ptr<const ClusterAccess>& access,
                              const std::shared_ptr<ControllerServices>& services, std::string cluster,
                              std::stop_token stop);
  /// Lets go of the client that is kept for the next reconcile.
  void forget_client();
  void set_id(std::string id);

  /// A call that has not ended.
  struct Open {
    RecordedCall call;
    SteadyTime began{};
    std::optional<SteadyTime> sent;  ///< its last attempt; nullopt: none yet
    unsigned attempts = 0;
  };
  [[nodiscard]] std::vector<Open> open() const;

  /// Calls `then` when no write to `object` is under way any more, so that the log knows who wrote each of its
  /// versions; false, and never, when none is under way now. `then` is called without a lock, at the latest by take().
  [[nodiscard]] bool when_written(const ObjectRef& object, std::function<void()> then);

  /// What the patches and updates that succeeded changed in one object.
  struct Change {
    ObjectRef object;
    ChangedPaths paths;
    std::string manager = {};  ///< the field manager of the last of them
  };
  /// In that cluster; of at most `most` objects.
  [[nodiscard]] std::vector<Change> changes(std::string_view cluster) const;

  /// What is known of a cluster by the last call that was sent to it and has ended. That it was cut off counts only
  /// while no other has ended.
  enum class Heard { nothing, answer, no_answer, cut_off };
  [[nodiscard]] Heard heard_of(std::string_view cluster) const;

  /// Moves what was noted into `reconcile`.
  void take(RecordedReconcile& reconcile);

private:
  class Outer;
  class Inner;
  static constexpr std::size_t kLeftOut = static_cast<std::size_t>(-1);

  // The writes to one object. Objects whose name the server makes are one until the answer comes.
  struct Writes {
    unsigned open = 0;
    bool dry_run = false;  // those under way: a link of the program may make them so
    ChangedPaths wanted;   // by those under way
    ChangedPaths done;
    std::string manager;
    std::vector<std::function<void()>> waiting;
  };
  using Waiting = std::vector<std::function<void()>>;

  [[nodiscard]] std::size_t begin(RecordedCall call, SteadyTime now, std::size_t& round);
  void begin_write(const ObjectRef& object, const ChangedPaths& paths, std::string manager);
  void attempt(const ApiCall& call, const std::string& cluster, SteadyTime now);
  void wrote(const WriteReceipt& receipt, const std::string& cluster);
  // `what` became of the call at `place`.
  void hear(const std::string& cluster, Heard what, std::size_t place, std::size_t round);
  // A write to `object` ended without changing it.
  void failed(const ObjectRef& object, std::size_t round);
  void end(std::size_t place, std::size_t round, unsigned status, std::string error, SteadyTime now);
  void take_calls(RecordedReconcile& reconcile);  // needs mutex_
  // Of writes that are under way; null: none. Needs mutex_.
  [[nodiscard]] Writes* open_writes(const ObjectRef& object);
  [[nodiscard]] static Waiting close(Writes& writes);  // needs mutex_

  mutable std::mutex mutex_;
  std::shared_ptr<const ClusterAccess> access_;       // guarded by mutex_; of the last reconcile
  std::optional<Client> sending_;                     // guarded by mutex_; its client, whose attempts are noted
  std::vector<Open> calls_;                           // guarded by mutex_; `took` is negative while one is open
  std::map<ObjectRef, Writes> writes_;                // guarded by mutex_; of this reconcile
  std::shared_ptr<WriteLog> log_;                     // guarded by mutex_; null before start()
  std::string controller_;                            // guarded by mutex_
  Request request_;                                   // guarded by mutex_
  bool gave_up_ = false;                              // guarded by mutex_
  std::string id_;                                    // guarded by mutex_
  std::vector<std::pair<std::string, Heard>> heard_;  // guarded by mutex_; by cluster
  std::size_t left_out_ = 0;                          // guarded by mutex_
  std::size_t round_ = 0;                             // guarded by mutex_; of take(): a call may outlive its reconcile
};

}  // namespace kubexx
