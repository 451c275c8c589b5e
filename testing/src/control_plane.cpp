// SPDX-License-Identifier: Apache-2.0
// etcd and kube-apiserver on loopback ports, as controller-runtime's envtest runs them.
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "cluster_world.hpp"
#include "kubexx/base/process.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/listener.hpp"
#include "real_time_world.hpp"

namespace kubexx::testing {

namespace {

namespace fs = std::filesystem;

constexpr Duration kReady = std::chrono::seconds(60);

void write_file(const fs::path& path, const std::string& text)
{
  std::ofstream out(path, std::ios::binary);
  out << text;
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
}

awaitable<HttpResponse> refuse(HttpRequest /*request*/)
{
  HttpResponse response;
  response.status = 503;
  co_return response;
}

// A port that is free now.
std::uint16_t free_port(const Runtime& runtime)
{
  HttpListener listener(runtime, {}, refuse);
  const std::uint16_t port = listener.port();
  block_on(runtime.executor, [&] { return listener.async_stop(); }, "async_stop");
  return port;
}

std::string loopback(const char* scheme, std::uint16_t port)
{
  return std::string(scheme) + "://127.0.0.1:" + std::to_string(port);
}

// One program, from its start to its end.
class Program {
public:
  Program(TaskPool& pool, std::string name, ProcessCommand command)
      : name_(std::move(name)), command_(std::move(command)), state_(std::make_shared<State>())
  {
    pool.post([state = state_, command = command_] {
      SystemProcessRunner runner;
      state->outcome = runner.run(command, state->stop.get_token());
      state->ended = true;
    });
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() { state_->stop.request_stop(); }

  [[nodiscard]] bool ended() const { return state_->ended; }
  void kill() { state_->stop.request_stop(); }
  // Once it has ended.
  [[nodiscard]] std::string last_words() const
  {
    const ProcessOutcome& outcome = state_->outcome;
    if (outcome.end == ProcessOutcome::End::not_found) return "program not found: " + command_.program;
    return name_ + " ended (status " + std::to_string(outcome.code) + "); its output ends:\n" + outcome.err;
  }

private:
  struct State {
    std::stop_source stop;
    ProcessOutcome outcome;  // written before `ended`
    std::atomic<bool> ended{false};
  };
  std::string name_;
  ProcessCommand command_;
  std::shared_ptr<State> state_;
};

class TemporaryFolder {
public:
  TemporaryFolder()
  {
    std::string pattern = (fs::temp_directory_path() / "kubexx-control-plane-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot create a directory " + pattern);
    path_ = pattern;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder()
  {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

private:
  fs::path path_;
};

class ControlPlaneBackend final : public TestServer::Backend {
public:
  explicit ControlPlaneBackend(const fs::path& assets) : assets_(assets)
  {
    for (const char* program : {"etcd", "kube-apiserver"}) {
      if (!fs::exists(assets_ / program)) {
        throw std::runtime_error("there is no " + (assets_ / program).string() +
                                 ": KUBEBUILDER_ASSETS must name the directory of etcd and kube-apiserver");
      }
    }
    const Runtime runtime = system_.runtime();
    etcd_port_ = free_port(runtime);
    port_ = free_port(runtime);
    write_certificates();
    start_etcd();
    start_apiserver();
  }
  ~ControlPlaneBackend() override
  {
    apiserver_.reset();
    etcd_.reset();
  }

  std::unique_ptr<TestWorld> open(const WorldOptions& options) override
  {
    ServerControl control;
    control.stop = [this] { stop_apiserver(); };
    control.start = [this] { start_apiserver(); };
    return make_cluster_world(options, config_, std::move(control));
  }
  bool real() const noexcept override { return true; }

private:
  void write_certificates()
  {
    const CertificateAuthority authority(*system_.runtime().clock);
    CertificateRequest server;
    server.common_name = "kube-apiserver";
    server.dns_names = {"localhost", "kubernetes.default.svc"};
    server.ip_addresses = {"127.0.0.1"};
    const auto serving = authority.issue(server);
    CertificateRequest request;
    request.common_name = "kubexx-test-admin";
    request.organizations = {"system:masters"};
    request.server = false;
    const auto admin = authority.issue(request);
    write_file(folder_.path() / "ca.crt", authority.cert_pem());
    write_file(folder_.path() / "server.crt", serving.cert_pem);
    write_file(folder_.path() / "server.key", serving.key_pem);
    config_.server = loopback("https", port_);
    config_.ca_pem = authority.cert_pem();
    config_.cert_pem = admin.cert_pem;
    config_.key_pem = admin.key_pem;
    config_.source = "the control plane of a test, " + assets_.string();
  }

  // The kernel ends it with this process, however that ends.
  std::unique_ptr<Program> launch(const std::string& name, const std::vector<std::string>& flags)
  {
    ProcessCommand command;
    command.program = "setpriv";
    command.args = {"--pdeathsig", "KILL", "--", (assets_ / name).string()};
    command.args.insert(command.args.end(), flags.begin(), flags.end());
    command.max_output = std::size_t{1} << 40U;
    return std::make_unique<Program>(pool_, name, std::move(command));
  }

  void start_etcd()
  {
    const std::string client = loopback("http", etcd_port_);
    const std::string peer = loopback("http", free_port(system_.runtime()));
    etcd_ = launch("etcd", {"--name=test", "--data-dir=" + (folder_.path() / "etcd").string(),
                            "--listen-client-urls=" + client, "--advertise-client-urls=" + client,
                            "--listen-peer-urls=" + peer, "--initial-advertise-peer-urls=" + peer,
                            "--initial-cluster=test=" + peer, "--unsafe-no-fsync", "--log-level=warn"});
  }

  void start_apiserver()
  {
    const auto file = [this](const char* name) { return (folder_.path() / name).string(); };
    apiserver_ = launch(
        "kube-apiserver",
        {"--etcd-servers=" + loopback("http", etcd_port_), "--bind-address=127.0.0.1",
         "--secure-port=" + std::to_string(port_), "--tls-cert-file=" + file("server.crt"),
         "--tls-private-key-file=" + file("server.key"), "--client-ca-file=" + file("ca.crt"),
         "--service-account-key-file=" + file("server.crt"), "--service-account-signing-key-file=" + file("server.key"),
         "--service-account-issuer=https://kubernetes.default.svc", "--authorization-mode=RBAC",
         "--service-cluster-ip-range=10.0.0.0/24", "--disable-admission-plugins=ServiceAccount", "--allow-privileged"});
    const Client client = Client::connect(system_.runtime(), config_);
    const auto ready = [&] {
      if (etcd_->ended()) throw std::runtime_error(etcd_->last_words());
      if (apiserver_->ended()) throw std::runtime_error(apiserver_->last_words());
      try {
        CallOptions options;
        options.timeout = std::chrono::seconds(5);
        return client.get_raw("/readyz", options) == "ok";
      } catch (const ApiError&) {
        return false;
      } catch (const TransportError&) {
        return false;
      }
    };
    if (!poll(system_.runtime(), ready, kReady))
      throw std::runtime_error("kube-apiserver did not become ready within a minute");
  }

  void stop_apiserver()
  {
    apiserver_->kill();
    (void)poll(system_.runtime(), [this] { return apiserver_->ended(); }, kReady);
  }

  const fs::path assets_;
  SystemRuntime system_{{.log = Log()}};
  TemporaryFolder folder_;
  ThreadPool pool_{4};  // waits for the programs, which are killed first
  std::uint16_t etcd_port_ = 0, port_ = 0;
  ClientConfig config_;
  std::unique_ptr<Program> etcd_, apiserver_;
};

}  // namespace

std::shared_ptr<TestServer::Backend> make_control_plane_backend(const fs::path& assets)
{
  return std::make_shared<ControlPlaneBackend>(assets);
}

}  // namespace kubexx::testing
