// SPDX-License-Identifier: Apache-2.0
#include "control_plane.hpp"

#include <csignal>
#include <cstdlib>
#include <thread>
#include <utility>

#include "certificates.hpp"

namespace kubexx::e2e {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr const char* audit_policy = R"(apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
  - level: Metadata
    userGroups: ["system:serviceaccounts"]
  - level: None
)";

std::string url_of(int port)
{
  return "http://127.0.0.1:" + std::to_string(port);
}

std::string tail(const std::string& text, std::size_t lines)
{
  auto at = text.size();
  while (at > 0 && lines > 0) {
    at = text.rfind('\n', at - 1);
    if (at == std::string::npos) return text;
    --lines;
  }
  return text.substr(at);
}

std::optional<Assets> assets_in(const fs::path& folder)
{
  Assets found{folder / "etcd", folder / "kube-apiserver", folder / "kubectl", folder / "kube-controller-manager"};
  if (!fs::exists(found.etcd) || !fs::exists(found.apiserver) || !fs::exists(found.kubectl)) return std::nullopt;
  if (!fs::exists(found.controller_manager)) return Assets{found.etcd, found.apiserver, found.kubectl, {}};
  return found;
}

std::optional<Assets> kubebuilder_assets()
{
  const char* folder = std::getenv("KUBEBUILDER_ASSETS");
  if (folder == nullptr || *folder == '\0') return std::nullopt;
  auto found = assets_in(folder);
  if (!found) {
    throw CannotRun(std::string("KUBEBUILDER_ASSETS is ") + folder +
                    ", where kube-apiserver, etcd or kubectl is missing: complete that folder, or unset the variable "
                    "to build a control plane from its Go modules");
  }
  return found;
}

Command build_command(const std::string& kubernetes)
{
  Command command{{"/bin/sh", KUBEXX_E2E_SOURCE_DIR "/build-controlplane.sh"}};
  if (!kubernetes.empty()) command.argv.insert(command.argv.end(), {"--kubernetes", kubernetes});
  return command;
}

std::string trimmed(std::string text)
{
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

}  // namespace

std::optional<Assets> find_built_assets(const std::string& kubernetes)
{
  if (kubernetes.empty()) {
    if (auto found = kubebuilder_assets()) return found;
  }
  auto command = build_command(kubernetes);
  command.argv.emplace_back("--path");
  const auto path = run(command);
  return path.ok() ? assets_in(trimmed(path.out)) : std::nullopt;
}

Assets find_assets(const std::string& kubernetes)
{
  if (auto found = find_built_assets(kubernetes)) return *found;
  const auto built = run(build_command(kubernetes), {}, 40min);
  if (built.exit.code == 77) throw CannotRun(trimmed(built.err));
  if (!built.ok())
    throw std::runtime_error("build-controlplane.sh failed (" + to_string(built.exit) + ")\n" + built.err);
  auto found = assets_in(trimmed(built.out));
  if (!found) throw std::runtime_error("build-controlplane.sh printed a folder without the programs: " + built.out);
  return *found;
}

fs::path manifests()
{
  return fs::path(KUBEXX_E2E_SOURCE_DIR).parent_path().parent_path() / "manifests";
}

std::string kubeconfig_text(const std::string& name, const std::string& server, const fs::path& ca,
                            const std::string& token)
{
  return "apiVersion: v1\nkind: Config\ncurrent-context: " + name + "\nclusters:\n- name: " + name +
         "\n  cluster:\n    server: " + server + "\n    certificate-authority: " + ca.string() +
         "\nusers:\n- name: " + name + "\n  user:\n    token: " + token + "\ncontexts:\n- name: " + name +
         "\n  context:\n    cluster: " + name + "\n    user: " + name + "\n";
}

ControlPlane::ControlPlane(Assets assets, Options options) : assets_(std::move(assets)), options_(std::move(options))
{
  fs::remove_all(options_.directory);
  fs::create_directories(options_.directory);
  options_.directory = fs::absolute(options_.directory);
  if (!options_.controller_manager) assets_.controller_manager.clear();
  write_certificates(options_.directory);
  write_file(options_.directory / "audit-policy.yaml", audit_policy);
  write_file(options_.directory / "tokens.csv", std::string(admin_token) + ",e2e-admin,1,\"system:masters\"\n" +
                                                    powerless_token + ",nobody-special,2,\"\"\n");
  start_etcd();
  port_ = free_port();
  write_file(
      PlaneFiles{options_.directory}.kubeconfig(),
      kubeconfig_text("e2e", "https://127.0.0.1:" + std::to_string(port_), options_.directory / "ca.crt", admin_token));
  launch_apiserver();
  wait_ready(60s);
  apply_manifests();
  // After the CRD: the garbage collector learns of new kinds every 30 seconds only.
  if (has_controller_manager()) start_controller_manager();
}

ControlPlane::~ControlPlane()
{
  try {
    stop();
  } catch (const std::exception&) {
    // The members kill what is left.
  }
}

void ControlPlane::stop()
{
  if (controller_manager_.pid() > 0) controller_manager_.stop();
  if (apiserver_.pid() > 0) apiserver_.stop(5s);  // open watches make it wait for a minute otherwise
  if (etcd_.pid() > 0) etcd_.stop();
}

void ControlPlane::start_etcd()
{
  etcd_port_ = free_port();
  const auto client = url_of(etcd_port_);
  const auto peer = url_of(free_port());
  etcd_ = Process(
      {{assets_.etcd, "--name=e2e", "--data-dir=" + etcd_data().string(), "--listen-client-urls=" + client,
        "--advertise-client-urls=" + client, "--listen-peer-urls=" + peer, "--initial-advertise-peer-urls=" + peer,
        "--initial-cluster=e2e=" + peer, "--unsafe-no-fsync", "--log-level=warn"}},
      options_.directory / "etcd.log");
}

void ControlPlane::launch_apiserver()
{
  const auto file = [this](const char* name) { return (options_.directory / name).string(); };
  Command command{{
      assets_.apiserver,
      "--etcd-servers=" + url_of(etcd_port_),
      std::string("--bind-address=") + (options_.with_pods ? "0.0.0.0" : "127.0.0.1"),
      "--secure-port=" + std::to_string(port_),
      "--tls-cert-file=" + file("server.crt"),
      "--tls-private-key-file=" + file("server.key"),
      "--client-ca-file=" + file("ca.crt"),
      "--token-auth-file=" + file("tokens.csv"),
      "--service-account-key-file=" + file("server.crt"),
      "--service-account-signing-key-file=" + file("server.key"),
      "--service-account-issuer=https://kubernetes.default.svc",
      "--authorization-mode=RBAC",
      "--service-cluster-ip-range=10.96.0.0/12",
      "--enable-admission-plugins=OwnerReferencesPermissionEnforcement",
      "--allow-privileged",
      "--audit-policy-file=" + file("audit-policy.yaml"),
      "--audit-log-path=" + file("audit.log"),
  }};
  if (options_.with_pods) {
    // The address of e2e-node: where the Pods reach the server.
    command.argv.insert(command.argv.end(), {"--enable-aggregator-routing", "--advertise-address=10.244.0.1"});
  } else {
    command.argv.emplace_back("--disable-admission-plugins=ServiceAccount");
  }
  command.argv.insert(command.argv.end(), options_.apiserver_flags.begin(), options_.apiserver_flags.end());
  apiserver_ = Process(command, options_.directory / "kube-apiserver.log");
}

void ControlPlane::start_controller_manager()
{
  auto controllers = options_.controllers;
  if (options_.with_pods) {
    controllers += ",endpointslice-controller,serviceaccount-controller,root-ca-certificate-publisher-controller";
  }
  controller_manager_ =
      Process({{assets_.controller_manager, "--kubeconfig=" + PlaneFiles{options_.directory}.kubeconfig().string(),
                "--leader-elect=false", "--use-service-account-credentials=false", "--secure-port=0",
                "--kube-api-qps=1000", "--kube-api-burst=2000", "--controllers=" + controllers,
                "--root-ca-file=" + (options_.directory / "ca.crt").string()}},
              options_.directory / "kube-controller-manager.log");
}

void ControlPlane::apply_manifests() const
{
  const auto kubectl = [this](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {assets_.kubectl, "--kubeconfig", PlaneFiles{options_.directory}.kubeconfig()});
    const auto outcome = run({arguments});
    if (!outcome.ok()) throw std::runtime_error("kubectl on the new control plane: " + outcome.all());
  };
  std::vector<std::string> apply{"apply"};
  for (const char* name : {"namespace.yaml", "crd.yaml", "serviceaccount.yaml", "rbac.yaml"}) {
    apply.insert(apply.end(), {"-f", (manifests() / name).string()});
  }
  kubectl(apply);
  kubectl({"wait", "--timeout=30s", "--for=condition=Established", "crd/foos.samplecontroller.k8s.io"});
}

void ControlPlane::kill_apiserver()
{
  apiserver_.kill();
}

void ControlPlane::start_apiserver()
{
  launch_apiserver();
  wait_ready(60s);
}

void ControlPlane::kill_state()
{
  apiserver_.kill();
  etcd_.kill();
}

void ControlPlane::save_state(const fs::path& folder)
{
  kill_state();
  fs::copy(etcd_data(), folder, fs::copy_options::recursive);
  start_etcd();
  start_apiserver();
}

void ControlPlane::restore_state(const fs::path& folder)
{
  kill_state();
  fs::remove_all(etcd_data());
  if (!folder.empty()) fs::copy(folder, etcd_data(), fs::copy_options::recursive);
  start_etcd();
  start_apiserver();
}

void ControlPlane::wait_ready(std::chrono::milliseconds limit)
{
  // kubectl rather than our own client: what is judged here does not take part.
  const auto end = std::chrono::steady_clock::now() + limit;
  const Command ready{{assets_.kubectl, "--kubeconfig", PlaneFiles{options_.directory}.kubeconfig(), "get", "--raw",
                       "/readyz", "--request-timeout=5s"}};
  while (!run(ready).ok()) {
    if (!etcd_.running()) fail("etcd ended", etcd_);
    if (!apiserver_.running()) fail("kube-apiserver ended", apiserver_);
    if (std::chrono::steady_clock::now() > end) fail("kube-apiserver is not ready in time", apiserver_);
    std::this_thread::sleep_for(200ms);
  }
}

void ControlPlane::fail(const std::string& what, const Process& process) const
{
  throw std::runtime_error(what + "; see " + process.log().string() + ", which ends:" + tail(process.output(), 15));
}

}  // namespace kubexx::e2e
