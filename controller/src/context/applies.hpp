// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace kubexx {

/// What a controller has applied last to each object, so that it does not send it again. It keeps hashes of the texts:
/// who asks whether a text was the last one compares its values with the object, too. Bounded; thread safe.
class Applies {
public:
  /// How many objects it remembers at least.
  static constexpr std::size_t most = 10'000;

  /// An object, and as whom and how it is applied.
  using Place = std::pair<std::string, std::string>;  // the cluster, and the rest

  /// Whether `text` was the last to be sent to the object of that uid.
  [[nodiscard]] bool was_last(const Place& place, std::string_view uid, std::string_view text) const;
  void note(const Place& place, std::string_view uid, std::string_view text);
  void forget_cluster(const std::string& cluster);
  [[nodiscard]] std::size_t size() const;

private:
  struct Sent {
    std::string uid;
    std::size_t hash = 0, size = 0;

    friend bool operator==(const Sent&, const Sent&) = default;
  };
  static Sent sent(std::string_view uid, std::string_view text);

  mutable std::mutex mutex_;
  // Guarded by mutex_. When the new ones are as many as `most`, they become the old ones.
  std::map<Place, Sent> new_, old_;
};

}  // namespace kubexx
