// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/client/client.hpp"
#include "kubexx/informer/informer.hpp"

namespace demo {

inline const kubexx::ResourceType foos{"samplecontroller.k8s.io", "v1alpha1", "Foo", "foos"};

/// Something that the demo promises did not happen.
class NotSeen : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// What happens on the server: three informers (Foos, Deployments, events) each change of which is printed in plain
/// words as it happens, and what the demo waits for. Made after the CRD, used by the main thread.
class Scene {
public:
  Scene(const kubexx::Client& client, std::string namespace_);
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  /// The object as the informers have it; empty when there is none.
  [[nodiscard]] kubexx::Object foo(std::string_view name) const;
  [[nodiscard]] kubexx::Object deployment(std::string_view name) const;
  /// An event of that reason about that Foo has come.
  [[nodiscard]] bool has_event(std::string_view reason, std::string_view foo) const;

  /// Waits until `condition`, which reads this scene, holds, and says how long it took. Throws NotSeen after 30 s, and
  /// what `watchdog`, called now and then, throws.
  void see(std::string_view what, const std::function<bool()>& condition);
  std::function<void()> watchdog;

private:
  struct Kind {
    kubexx::SharedInformer informer;
    std::unique_ptr<kubexx::HandlerRegistration> handler;
  };
  [[nodiscard]] kubexx::Object find(const Kind& kind, std::string_view name) const;
  void watch(kubexx::ResourceType type, kubexx::EventHandler handler);
  /// Tells a change and wakes see().
  void tell(const std::string& line);

  kubexx::Client client_;
  std::string namespace_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t changes_ = 0;                             // guarded by mutex_
  std::set<std::pair<std::string, std::string>> events_;  // guarded by mutex_; reason and name of the object
  std::vector<Kind> kinds_;                               // Foos, Deployments, events
};

/// Lines of the demo's own: one line, with the seconds since the demo began. Thread safe.
void say(const std::string& line);
/// A heading: what the demo does now.
void title(const std::string& line);

}  // namespace demo
