// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "kubexx/informer/informer.hpp"

namespace kubexx::informer_test {

/// What a handler believes that there is. Reports to GoogleTest what no handler may be told: an object that is added
/// twice, updated from a state that was not given last or to an older one, deleted and not there. Thread safe.
class Mirror {
public:
  /// `where` is the beginning of what it reports.
  Mirror(std::string name, std::string where) : name_(std::move(name)), where_(std::move(where)) {}

  void add(const Object& object);
  void update(const Object& old, const Object& now);
  void remove(const Object& last);
  /// After transitions were lost.
  void set(const ObjectEvent& event);

  /// Calls add, update and remove; the mirror must outlive its registration.
  [[nodiscard]] EventHandler handler();
  /// As text_of of a sorted list.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint64_t calls() const;

private:
  [[nodiscard]] std::string at(const Object& object) const;

  const std::string name_, where_;
  mutable std::mutex mutex_;
  std::map<ObjectKey, Object> objects_;  // guarded by mutex_
  std::uint64_t calls_ = 0;              // guarded by mutex_
};

}  // namespace kubexx::informer_test
