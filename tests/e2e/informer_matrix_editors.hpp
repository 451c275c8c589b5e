// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "kubexx/client/client.hpp"

namespace kubexx::e2e {

/// Objects "o-0", "o-1", … of one kind in several namespaces.
struct KeySpace {
  ResourceType type;
  std::vector<std::string> namespaces;
  int in_each = 0;
};
/// A ConfigMap or a Foo, different for each `value`.
[[nodiscard]] Object made(const ResourceType& type, const ObjectKey& key, int value);
/// Creates those that there are not, with several requests at a time.
void create_missing(const Client& client, const KeySpace& space);

/// Threads that change, delete and create objects at random, until this ends. A server that is away or does not know
/// the kind now is not their concern.
class Editors {
public:
  Editors(const Client& client, std::vector<KeySpace> spaces, unsigned seed);
  ~Editors() { stop(); }
  Editors(const Editors&) = delete;
  Editors& operator=(const Editors&) = delete;

  /// Afterwards none of their requests is on its way.
  void stop() { threads_.clear(); }
  [[nodiscard]] int edits() const { return edits_; }

private:
  void edit(const Client& client, const KeySpace& space, unsigned dice);

  const std::vector<KeySpace> spaces_;
  std::atomic<int> edits_ = 0;  // those that succeeded
  std::vector<std::jthread> threads_;
};

}  // namespace kubexx::e2e
