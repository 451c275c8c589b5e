// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "kubexx/client/client.hpp"
#include "kubexx/client/load_config.hpp"
#include "shared_plane.hpp"
#include "support/process.hpp"
#include "support/yaml.hpp"

namespace kubexx::e2e {

using namespace support;

/// The kinds that the tests speak of.
[[nodiscard]] const ResourceType& foos();
[[nodiscard]] const ResourceType& deployments();
[[nodiscard]] const ResourceType& config_maps();
[[nodiscard]] const ResourceType& namespaces();
[[nodiscard]] const ResourceType& secrets();
[[nodiscard]] const ResourceType& pods();
[[nodiscard]] const ResourceType& service_accounts();
[[nodiscard]] const ResourceType& events();
[[nodiscard]] const ResourceType& cluster_roles();
[[nodiscard]] const ResourceType& cluster_role_bindings();

/// This process's runtime.
[[nodiscard]] Runtime runtime();
/// The control plane of this ctest run; started in this process when there is none. Throws CannotRun.
[[nodiscard]] const SharedPlane& plane();
/// For test programs of the fixture e2e_plane_bare: the same without controllers.
[[nodiscard]] const SharedPlane& bare_plane();
/// The configuration of its admin.
[[nodiscard]] ClientConfig admin_config(const PlaneFiles& files);
/// A client of that control plane (default: `plane()`) with that bearer token.
[[nodiscard]] Client client_with(const std::string& token, const PlaneFiles& files);
[[nodiscard]] Client client_with(const std::string& token);

/// Asks `condition` again and again until it is true; false when `limit` has passed.
[[nodiscard]] bool eventually(const std::function<bool()>& condition,
                              std::chrono::milliseconds limit = std::chrono::seconds(30));
/// The next event of a watch, waited for on the calling thread.
[[nodiscard]] std::optional<WatchEvent> next_event(WatchStream& stream);
[[nodiscard]] std::unique_ptr<WatchStream> open_watch(const Client& client, const ResourceType& type,
                                                      WatchOptions options);

[[nodiscard]] Object config_map(const std::string& namespace_, const std::string& name,
                                const std::string& value = "value");
[[nodiscard]] Object foo(const std::string& namespace_, const std::string& name, const std::string& deployment,
                         int replicas);
/// There is no kubelet: says of the Pods with that label that they run and are ready, and returns how many there are.
std::size_t run_pods(const Client& admin, const std::string& namespace_, const std::string& label_selector);

/// The folder of the running test's files; kept when the test fails.
[[nodiscard]] std::filesystem::path folder();
/// At the end of a test.
void forget_folder();

/// A test that needs kubectl and no control plane: skipped, saying why, where there is no kubectl. Its folder is empty.
class WithKubectl : public ::testing::Test {
protected:
  void SetUp() override;
  void TearDown() override { forget_folder(); }

  [[nodiscard]] const std::filesystem::path& kubectl_program() const { return kubectl_; }

private:
  std::filesystem::path kubectl_;
};

/// A test against a real kube-apiserver, with a namespace of its own and the Foo CRD and the sample's ServiceAccount
/// and roles of manifests/ applied. Skipped, saying why, where no control plane can run.
class RealServer : public ::testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  [[nodiscard]] const Client& admin() const { return *admin_; }
  [[nodiscard]] const std::string& ns() const { return namespace_; }
  /// As system:masters.
  [[nodiscard]] Outcome kubectl(std::vector<std::string> arguments, std::string_view input = {}) const;

private:
  std::unique_ptr<Client> admin_;
  std::string namespace_;
};

/// A test that needs kube-controller-manager: garbage collection, ReplicaSets. Skipped by name without one.
class RealCluster : public RealServer {
protected:
  void SetUp() override;
};

/// A test that has a control plane of its own, to break it. kube-controller-manager only collects garbage there.
class OwnControlPlane : public ::testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;
  /// For kube-apiserver, beside the usual ones.
  [[nodiscard]] virtual std::vector<std::string> apiserver_flags() const { return {}; }

  [[nodiscard]] ControlPlane& control_plane() { return *control_plane_; }
  [[nodiscard]] PlaneFiles files() const { return {control_plane_->directory()}; }
  [[nodiscard]] const Client& admin() const { return *admin_; }

private:
  std::unique_ptr<ControlPlane> control_plane_;
  std::unique_ptr<Client> admin_;
};

/// A test that starts a control plane of its own, without kube-controller-manager.
class BareControlPlane : public ::testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;
  /// Once. `flags` are for kube-apiserver, beside the usual ones.
  ControlPlane& start(std::vector<std::string> flags);
  /// Before start: another version than that of `build-controlplane.sh` without arguments.
  void use(Assets assets) { assets_ = std::move(assets); }

private:
  Assets assets_;
  std::unique_ptr<ControlPlane> control_plane_;
};

}  // namespace kubexx::e2e
