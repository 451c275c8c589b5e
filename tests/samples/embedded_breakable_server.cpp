// SPDX-License-Identifier: Apache-2.0
// kubexx-apiserver as a server that a test breaks. It keeps no state. For a test in which the state survives, it is
// only unreachable for a while; a real server is killed (tests/e2e).
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

#include "breakable_server.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "program_test.hpp"
#include "support/peer.hpp"

namespace sample {
namespace {

using kubexx::support::Process;
using kubexx::support::write_file;
using kubexx::test::Peer;

/// Forwards a loopback port to another one while it is open.
class Forwarder {
public:
  explicit Forwarder(int target) : port_(kubexx::support::free_port()), target_(static_cast<std::uint16_t>(target))
  {
    open();
  }
  ~Forwarder()
  {
    close();
    for (auto& connection : connections_) connection.relay.join();
  }
  Forwarder(const Forwarder&) = delete;
  Forwarder& operator=(const Forwarder&) = delete;

  [[nodiscard]] int port() const { return port_; }
  void open()
  {
    listening_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    ::setsockopt(listening_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port_));
    if (::bind(listening_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(listening_, 64) != 0) {
      throw std::runtime_error("cannot listen on port " + std::to_string(port_));
    }
    acceptor_ = std::thread([this] { accept(); });
  }
  void close()
  {
    if (!acceptor_.joinable()) return;
    ::shutdown(listening_, SHUT_RDWR);  // ends the accept
    acceptor_.join();
    ::close(listening_);
    cut();
  }
  void cut()
  {
    const std::lock_guard lock(mutex_);
    for (const auto& connection : connections_) connection.end();
  }

private:
  struct Connection {
    void end() const
    {
      in->shut_down();
      out->shut_down();
    }
    std::unique_ptr<Peer> in, out;
    std::thread relay = {};
  };

  void accept()
  {
    for (int handle = 0; (handle = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
      auto in = std::make_unique<Peer>(handle);
      auto out = Peer::connect(target_);
      const std::lock_guard lock(mutex_);
      auto& connection = connections_.emplace_back(Connection{std::move(in), std::move(out)});
      connection.relay = std::thread([&connection] {
        Peer::relay(*connection.in, *connection.out);
        connection.end();
      });
    }
  }

  const int port_;
  const std::uint16_t target_;
  int listening_ = -1;
  std::mutex mutex_;
  std::list<Connection> connections_;  // guarded by mutex_
  std::thread acceptor_;
};

class EmbeddedBreakableServer : public BreakableServer {
public:
  explicit EmbeddedBreakableServer(const std::filesystem::path& folder)
      : folder_(folder), port_(kubexx::support::free_port())
  {
    const kubexx::SystemClock clock;
    const kubexx::CertificateAuthority authority(clock);
    kubexx::CertificateRequest leaf;
    leaf.ip_addresses = {"127.0.0.1"};
    const auto certificate = authority.issue(leaf);
    write_file(folder_ / "ca.crt", authority.cert_pem());
    write_file(folder_ / "server.crt", certificate.cert_pem);
    write_file(folder_ / "server.key", certificate.key_pem);
    write_file(folder_ / "tokens.csv", "admin-token,admin,1,\"system:masters\"\nuser-token,user,2,\"\"\n");
    start();
    forwarder_.emplace(port_);
    kubeconfig_ = (folder_ / "kubeconfig").string();
    write_file(kubeconfig_, sample::kubeconfig("https://127.0.0.1:" + std::to_string(forwarder_->port()),
                                               "    certificate-authority: " + (folder_ / "ca.crt").string() + "\n",
                                               "    token: admin-token\n"));
  }

  [[nodiscard]] const std::string& kubeconfig() const override { return kubeconfig_; }
  [[nodiscard]] User user() const override { return {"user-token", "user"}; }
  void signal(int number) override { process_.signal(number); }
  void go_away() override { forwarder_->close(); }
  void come_back() override { forwarder_->open(); }
  void come_back_empty() override
  {
    process_.kill();
    start();
    forwarder_->open();
  }
  void forget(const std::function<void()>& change) override
  {
    forwarder_->cut();
    change();
  }

private:
  void start()
  {
    const auto file = [this](const char* name) { return (folder_ / name).string(); };
    const auto log = folder_ / ("apiserver-" + std::to_string(++starts_) + ".log");
    process_ = Process({{KUBEXX_APISERVER, "--port", std::to_string(port_), "--tls-cert-file", file("server.crt"),
                         "--tls-private-key-file", file("server.key"), "--token-auth-file", file("tokens.csv"),
                         "--authorization-mode", "RBAC", "--history", "100"}},
                       log);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (process_.output().find("\nready;") == std::string::npos) {
      if (!process_.running() || std::chrono::steady_clock::now() > end) {
        throw std::runtime_error("kubexx-apiserver did not start: " + process_.output());
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  const std::filesystem::path folder_;
  const int port_;
  int starts_ = 0;
  std::string kubeconfig_;
  Process process_;
  std::optional<Forwarder> forwarder_;
};

}  // namespace

std::unique_ptr<BreakableServer> make_breakable_server(const std::filesystem::path& folder)
{
  return std::make_unique<EmbeddedBreakableServer>(folder);
}

}  // namespace sample
