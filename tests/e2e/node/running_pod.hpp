// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "container.hpp"
#include "fields.hpp"
#include "oci_image.hpp"
#include "pod_network.hpp"
#include "probes.hpp"

namespace kubexx::e2e::node {

/// What the Pods of a node share.
struct NodeOptions {
  std::string name;
  std::filesystem::path folder;  ///< of everything that is written
  std::string api_host, api_port;
  std::shared_ptr<Images> images;
  std::chrono::milliseconds backoff =
      std::chrono::seconds(10);  ///< before the first restart; then twice as long each time
};

/// The containers of one Pod on this machine: started, probed, restarted, stopped. Not thread safe.
class RunningPod {
public:
  using Clock = std::chrono::steady_clock;

  /// `on_change` is called, on any thread, when a container has ended.
  RunningPod(const NodeOptions& options, Runtime runtime, std::function<void()> on_change);

  /// Does what is due, for the Pod as it is now, and returns its status.
  corev1::PodStatus step(const corev1::Pod& pod, const Client& client);
  /// When step() has something to do again, if no container ends before.
  [[nodiscard]] Clock::time_point next() const { return next_; }
  /// Nothing of it runs, and nothing will.
  [[nodiscard]] bool ended() const;

private:
  struct Part {
    corev1::Container container;
    std::unique_ptr<Container> process;
    std::optional<Container::Ended> last;  // of the process before
    std::optional<Probing> startup, liveness, readiness;
    int restarts = 0;
    std::optional<Clock::time_point> restart_at;
    std::string waiting = "ContainerCreating", message, image_id;
  };

  void prepare(const corev1::Pod& pod, const Client& client);
  const OciImage& image_of(Part& part);
  void start(const corev1::Pod& pod, const Client& client, Part& part);
  void advance(const corev1::Pod& pod, const Client& client, Part& part);
  void probe(Part& part);
  void stop(const corev1::Pod& pod);
  [[nodiscard]] bool will_restart(const corev1::Pod& pod, const Part& part) const;
  [[nodiscard]] bool is_ready(const Part& part) const;
  [[nodiscard]] corev1::PodStatus status(const corev1::Pod& pod) const;
  [[nodiscard]] corev1::ContainerStatus status(const Part& part) const;
  void at(Clock::time_point time) { next_ = std::min(next_, time); }

  const NodeOptions& options_;
  const Runtime runtime_;
  const std::function<void()> on_change_;
  std::filesystem::path folder_;
  std::optional<PodNetwork> network_;
  std::optional<std::map<std::string, std::filesystem::path>> volumes_;
  std::vector<Part> parts_;
  bool stopping_ = false;
  Clock::time_point next_;
};

}  // namespace kubexx::e2e::node
