// SPDX-License-Identifier: Apache-2.0
#include "real_server.hpp"

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "kubexx/client/load_config.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

fs::path output_folder()
{
  return KUBEXX_E2E_BINARY_DIR;
}

/// `own` and `shared` outlive the tests.
const SharedPlane& find_plane(std::unique_ptr<ControlPlane>& own, SharedPlane& shared, bool bare)
{
  const char* state = std::getenv("KUBEXX_E2E_STATE");
  if (state != nullptr) {
    auto found = read_state(state);
    if (!found) throw std::runtime_error(std::string("no control plane has written ") + state);
    shared = *found;
  } else {
    const auto assets = find_assets();
    ControlPlane::Options options{output_folder() / (bare ? "own-bare-plane" : "own-plane")};
    options.controller_manager = !bare;
    own = std::make_unique<ControlPlane>(assets, options);
    shared = {{own->directory()}, assets.kubectl, own->has_controller_manager(), 0};
  }
  return shared;
}

}  // namespace

// clang-format off
const ResourceType& foos() { static const ResourceType type{"samplecontroller.k8s.io", "v1alpha1", "Foo", "foos"}; return type; }
const ResourceType& deployments() { static const ResourceType type{"apps", "v1", "Deployment", "deployments"}; return type; }
const ResourceType& config_maps() { static const ResourceType type{"", "v1", "ConfigMap", "configmaps"}; return type; }
const ResourceType& namespaces() { static const ResourceType type{"", "v1", "Namespace", "namespaces", Scope::cluster}; return type; }
const ResourceType& secrets() { static const ResourceType type{"", "v1", "Secret", "secrets"}; return type; }
const ResourceType& pods() { static const ResourceType type{"", "v1", "Pod", "pods"}; return type; }
const ResourceType& service_accounts() { static const ResourceType type{"", "v1", "ServiceAccount", "serviceaccounts"}; return type; }
const ResourceType& events() { static const ResourceType type{"events.k8s.io", "v1", "Event", "events"}; return type; }
const ResourceType& cluster_roles() { static const ResourceType type{"rbac.authorization.k8s.io", "v1", "ClusterRole", "clusterroles", Scope::cluster}; return type; }
const ResourceType& cluster_role_bindings() { static const ResourceType type{"rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", "clusterrolebindings", Scope::cluster}; return type; }
// clang-format on

Runtime runtime()
{
  static SystemRuntime system;
  return system.runtime();
}

ClientConfig admin_config(const PlaneFiles& files)
{
  ConfigOptions options;
  options.path = files.kubeconfig();
  return load_config(options);
}

const SharedPlane& plane()
{
  static std::unique_ptr<ControlPlane> own;
  static SharedPlane shared;
  static const SharedPlane& found = find_plane(own, shared, false);
  return found;
}

const SharedPlane& bare_plane()
{
  static std::unique_ptr<ControlPlane> own;
  static SharedPlane shared;
  static const SharedPlane& found = find_plane(own, shared, true);
  return found;
}

Client client_with(const std::string& token, const PlaneFiles& files)
{
  auto config = admin_config(files);
  config.token = token;
  return Client::connect(runtime(), config);
}

Client client_with(const std::string& token)
{
  return client_with(token, plane().files);
}

bool eventually(const std::function<bool()>& condition, std::chrono::milliseconds limit)
{
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

std::optional<WatchEvent> next_event(WatchStream& stream)
{
  return stream.next();
}

std::unique_ptr<WatchStream> open_watch(const Client& client, const ResourceType& type, WatchOptions options)
{
  return client.watch(type, options);
}

Object config_map(const std::string& namespace_, const std::string& name, const std::string& value)
{
  return Object::from_json({{"apiVersion", "v1"},
                            {"kind", "ConfigMap"},
                            {"metadata", {{"namespace", namespace_}, {"name", name}}},
                            {"data", {{"key", value}}}});
}

Object foo(const std::string& namespace_, const std::string& name, const std::string& deployment, int replicas)
{
  return Object::from_json({{"apiVersion", "samplecontroller.k8s.io/v1alpha1"},
                            {"kind", "Foo"},
                            {"metadata", {{"namespace", namespace_}, {"name", name}}},
                            {"spec", {{"deploymentName", deployment}, {"replicas", replicas}}}});
}

std::size_t run_pods(const Client& admin, const std::string& namespace_, const std::string& label_selector)
{
  ListOptions options;
  options.namespace_ = namespace_;
  options.label_selector = label_selector;
  const auto found = admin.list(pods(), options).items;
  for (const auto& pod : found) {
    if (pod.at("/status/phase").equals("Running")) continue;
    try {
      admin.patch(pods(), pod.key(),
                  R"({"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True",)"
                  R"("lastTransitionTime":"2026-01-01T00:00:00Z"}]}})",
                  {}, "status");
    } catch (const ApiError& error) {
      if (!is_not_found(error)) throw;  // replaced meanwhile
    }
  }
  return found.size();
}

void WithKubectl::SetUp()
{
  try {
    kubectl_ = find_assets().kubectl;
  } catch (const CannotRun& reason) {
    GTEST_SKIP() << reason.what();
  }
  fs::remove_all(folder());
  fs::create_directories(folder());
}

void RealServer::SetUp()
{
  try {
    (void)plane();
  } catch (const CannotRun& reason) {
    GTEST_SKIP() << reason.what();
  }
  fs::remove_all(folder());
  admin_ = std::make_unique<Client>(client_with(admin_token));
  namespace_ = std::string(admin_
                               ->create(namespaces(), Object::from_json({{"apiVersion", "v1"},
                                                                         {"kind", "Namespace"},
                                                                         {"metadata", {{"generateName", "e2e-"}}}}))
                               .name());
}

void RealServer::TearDown()
{
  if (admin_ && !namespace_.empty()) {
    // At once, so that no later test's controller finds them; the namespace takes its time.
    ListOptions all;
    all.namespace_ = namespace_;
    for (const auto& item : admin_->list(foos(), all).items) {
      if (!item.is_deleting()) admin_->delete_(foos(), item.key());
    }
    admin_->delete_(namespaces(), {"", namespace_});
  }
  forget_folder();
}

Outcome RealServer::kubectl(std::vector<std::string> arguments, std::string_view input) const
{
  arguments.insert(arguments.begin(), {plane().kubectl, "--kubeconfig", plane().files.kubeconfig()});
  return run({arguments}, input);
}

fs::path folder()
{
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(test->test_suite_name()) + "." + test->name();
  for (auto& c : name) {
    if (c == '/') c = '_';
  }
  return output_folder() / "logs" / name;
}

void forget_folder()
{
  if (!testing::Test::HasFailure()) fs::remove_all(folder());
}

void RealCluster::SetUp()
{
  RealServer::SetUp();
  if (IsSkipped() || HasFatalFailure()) return;
  if (!plane().controller_manager) {
    GTEST_SKIP() << "needs kube-controller-manager, which the folder in KUBEBUILDER_ASSETS does not have";
  }
}

void OwnControlPlane::SetUp()
{
  fs::remove_all(folder());
  try {
    const auto assets = find_assets();
    ControlPlane::Options options{folder() / "plane"};
    options.controllers = "garbage-collector-controller";
    options.apiserver_flags = apiserver_flags();
    if (assets.controller_manager.empty()) {
      GTEST_SKIP() << "needs kube-controller-manager, which the folder in KUBEBUILDER_ASSETS does not have";
    }
    control_plane_ = std::make_unique<ControlPlane>(assets, options);
  } catch (const CannotRun& reason) {
    GTEST_SKIP() << reason.what();
  }
  admin_ = std::make_unique<Client>(client_with(admin_token, files()));
}

void OwnControlPlane::TearDown()
{
  if (control_plane_) control_plane_->stop();
  forget_folder();
}

void BareControlPlane::SetUp()
{
  fs::remove_all(folder());
  try {
    assets_ = find_assets();
  } catch (const CannotRun& reason) {
    GTEST_SKIP() << reason.what();
  }
}

void BareControlPlane::TearDown()
{
  if (control_plane_) control_plane_->stop();
  forget_folder();
}

ControlPlane& BareControlPlane::start(std::vector<std::string> flags)
{
  ControlPlane::Options options{folder() / "plane"};
  options.controller_manager = false;
  options.apiserver_flags = std::move(flags);
  control_plane_ = std::make_unique<ControlPlane>(assets_, options);
  return *control_plane_;
}

}  // namespace kubexx::e2e
