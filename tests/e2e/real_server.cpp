// SPDX-License-Identifier: Apache-2.0
#include "real_server.hpp"

#include <yaml-cpp/yaml.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "kubexx/client/config.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

json to_json(const YAML::Node& node)
{
  switch (node.Type()) {
    case YAML::NodeType::Map: {
      json object = json::object();
      for (const auto& entry : node) object[entry.first.as<std::string>()] = to_json(entry.second);
      return object;
    }
    case YAML::NodeType::Sequence: {
      json array = json::array();
      for (const auto& entry : node) array.push_back(to_json(entry));
      return array;
    }
    case YAML::NodeType::Scalar: {
      // A quoted scalar has the tag "!" and is a string whatever it looks like.
      bool boolean = false;
      std::int64_t integer = 0;
      if (node.Tag() != "!") {
        if (YAML::convert<bool>::decode(node, boolean)) return boolean;
        if (YAML::convert<std::int64_t>::decode(node, integer)) return integer;
      }
      return node.as<std::string>();
    }
    default:
      return nullptr;
  }
}

template <class T>
T wait(awaitable<T> work)
{
  return asio::co_spawn(runtime().executor, std::move(work), asio::use_future).get();
}

awaitable<std::optional<WatchEvent>> next_of(WatchStream* stream)
{
  co_return co_await stream->next();
}

fs::path output_folder()
{
  return KUBEXX_E2E_BINARY_DIR;
}

}  // namespace

void apply_manifests(const SharedPlane& shared)
{
  for (const char* name : {"namespace.yaml", "crd.yaml", "serviceaccount.yaml", "rbac.yaml"}) {
    const auto applied =
        run({{shared.kubectl, "--kubeconfig", shared.files.kubeconfig(), "apply", "-f", manifests() / name}});
    if (!applied.ok())
      throw std::runtime_error("kubectl apply -f manifests/" + std::string(name) + ": " + applied.all());
  }
  const auto established = run({{shared.kubectl, "--kubeconfig", shared.files.kubeconfig(), "wait", "--timeout=30s",
                                 "--for=condition=Established", "crd/foos.samplecontroller.k8s.io"}});
  if (!established.ok()) throw std::runtime_error("the Foo CRD is not established: " + established.all());
}

namespace {

// Once for each control plane, by whichever program comes first.
void prepare(const SharedPlane& shared)
{
  const auto mark = shared.files.directory / "prepared";
  if (fs::exists(mark)) return;
  apply_manifests(shared);
  write_file(mark, "");
}

const SharedPlane& find_plane()
{
  static std::unique_ptr<ControlPlane> own;
  static SharedPlane shared;
  const char* state = std::getenv("KUBEXX_E2E_STATE");
  if (state != nullptr) {
    auto found = read_state(state);
    if (!found) throw std::runtime_error(std::string("no control plane has written ") + state);
    shared = *found;
  } else {
    const auto assets = find_assets();
    own = std::make_unique<ControlPlane>(assets, ControlPlane::Options{output_folder() / "own-plane"});
    shared = {{own->directory()}, assets.kubectl, own->has_controller_manager(), 0};
  }
  prepare(shared);
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

const SharedPlane& plane()
{
  static const SharedPlane& shared = find_plane();
  return shared;
}

Client client_with(const std::string& token, const PlaneFiles& files)
{
  const auto file = fs::path(testing::TempDir()) / ("kubexx-e2e-" + std::to_string(::getpid()) + ".kubeconfig");
  write_file(file, kubeconfig_text("e2e", load_kubeconfig(files.kubeconfig()).server, files.ca(), token));
  auto client = Client::connect(runtime(), load_kubeconfig(file));
  fs::remove(file);
  return client;
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
  return wait(next_of(&stream));
}

std::unique_ptr<WatchStream> open_watch(const Client& client, const ResourceType& type, WatchOptions options)
{
  return wait(client.async_watch(type, std::move(options)));
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

std::vector<json> read_yaml(const fs::path& file)
{
  std::vector<json> documents;
  for (const auto& document : YAML::LoadAllFromFile(file.string())) documents.push_back(to_json(document));
  return documents;
}

fs::path manifests()
{
  return fs::path(KUBEXX_E2E_SOURCE_DIR).parent_path().parent_path() / "manifests";
}

void RealServer::SetUp()
{
  try {
    (void)plane();
  } catch (const CannotRun& reason) {
    GTEST_SKIP() << reason.what();
  }
  admin_ = std::make_unique<Client>(client_with(admin_token));
  namespace_ = std::string(admin_
                               ->create(namespaces(), Object::from_json({{"apiVersion", "v1"},
                                                                         {"kind", "Namespace"},
                                                                         {"metadata", {{"generateName", "e2e-"}}}}))
                               .name());
}

void RealServer::TearDown()
{
  if (admin_ && !namespace_.empty()) admin_->delete_(namespaces(), {"", namespace_});
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
  try {
    const auto assets = find_assets();
    ControlPlane::Options options{folder() / "plane"};
    options.controllers = "garbage-collector-controller";
    control_plane_ = std::make_unique<ControlPlane>(assets, options);
    if (!control_plane_->has_controller_manager()) {
      GTEST_SKIP() << "needs kube-controller-manager, which the folder in KUBEBUILDER_ASSETS does not have";
    }
    apply_manifests({files(), assets.kubectl, true, 0});
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

}  // namespace kubexx::e2e
