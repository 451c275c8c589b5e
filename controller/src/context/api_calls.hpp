// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "context/controller_services.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/controller/cache_reader.hpp"
#include "kubexx/controller/flight_recorder.hpp"

namespace kubexx {

/// The API calls of one reconcile, while it runs. Thread safe.
class ApiCalls : public std::enable_shared_from_this<ApiCalls> {
public:
  static constexpr std::size_t most = 32;

  /// The cluster's client, whose calls are noted here and end with `stop` (make_stop_link). The caches of `cluster`
  /// have what an update replaces.
  [[nodiscard]] Client noting(const std::shared_ptr<const ClusterAccess>& access,
                              const std::shared_ptr<ControllerServices>& services, std::string cluster,
                              std::stop_token stop);
  void set_id(std::string id);

  /// A call that has not ended.
  struct Open {
    RecordedCall call;
    SteadyTime began{};
    std::optional<SteadyTime> sent;  ///< its last attempt; nullopt: none yet
    unsigned attempts = 0;
    std::string version;  ///< that a write left
    std::string cluster;
  };
  [[nodiscard]] std::vector<Open> open() const;

  /// A write to one object that changed it, in so many places.
  struct Change {
    std::string resource;  ///< without a subresource
    ObjectKey key;
    std::string version;  ///< resourceVersion of the answer
    std::vector<std::string> fields;
  };
  /// The patches and updates that succeeded in that cluster.
  [[nodiscard]] std::vector<Change> changes(std::string_view cluster) const;

  /// Whether that cluster answered the last call that ended; nullopt: none was sent to it.
  [[nodiscard]] std::optional<bool> was_answered(std::string_view cluster) const;

  /// Moves what was noted into `reconcile`, and begins anew.
  void take(RecordedReconcile& reconcile);

private:
  class Outer;
  class Inner;
  static constexpr std::size_t kLeftOut = static_cast<std::size_t>(-1);

  [[nodiscard]] std::size_t begin(RecordedCall call, std::string cluster, SteadyTime now, std::size_t& round);
  void attempt(const ApiCall& call, SteadyTime now);
  void wrote(const WriteReceipt& receipt, std::string_view cluster);
  void heard_of(const std::string& cluster, bool answered);
  void end(std::size_t place, std::size_t round, unsigned status, std::string error, SteadyTime now);

  mutable std::mutex mutex_;
  std::shared_ptr<const ClusterAccess> access_;         // guarded by mutex_; of the last reconcile
  std::optional<Client> sending_;                       // guarded by mutex_; its client, whose attempts are noted
  std::vector<Open> calls_;                             // guarded by mutex_; `took` is negative while one is open
  std::string id_;                                      // guarded by mutex_
  std::vector<std::pair<std::string, bool>> answered_;  // guarded by mutex_; by cluster, the last call's
  std::size_t left_out_ = 0;                            // guarded by mutex_
  std::size_t round_ = 0;  // guarded by mutex_; of take(): a call may outlive its reconcile
};

}  // namespace kubexx
