// SPDX-License-Identifier: Apache-2.0
// Certificates and authorities of both sides are replaced while calls run and a watch is open.
#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <future>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

const ResourceType reviews{"authentication.k8s.io", "v1", "SelfSubjectReview", "selfsubjectreviews", Scope::cluster};

constexpr std::size_t callers = 4;

/// What the callers share.
struct Load {
  std::atomic<bool> done = false;
  std::array<std::atomic<int>, callers> calls{};
  std::mutex mutex;
  std::string name;                   // guarded by mutex; whom the server took the last call for
  std::vector<std::string> failures;  // guarded by mutex
  std::atomic<int> written = 0;
  std::atomic<int> seen = 0;
  std::atomic<bool> watch_ended = false;
};

/// Asks who it is and writes, in turns.
awaitable<void> call(Client client, std::size_t which, Load* load)
{
  const Object question =
      Object::parse(R"({"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview","metadata":{}})");
  const ObjectKey key{"default", "load-" + std::to_string(which)};
  while (!load->done) {
    std::string failure;
    try {
      const Object answer = co_await client.async_create(reviews, question);
      const std::string patch = R"({"data":{"n":")" + std::to_string(load->calls[which].load()) + "\"}}";
      const Object written = co_await client.async_patch(config_maps(), key, patch);
      ++load->written;
      const std::lock_guard lock(load->mutex);
      load->name = answer.at("/status/userInfo/username").as_string().value_or("");
    } catch (const std::exception& error) {
      failure = error.what();
    }
    if (!failure.empty()) {
      const std::lock_guard lock(load->mutex);
      load->failures.push_back(failure);
    }
    ++load->calls[which];
  }
}

/// Counts the changes that a watch tells, until it is stopped.
awaitable<void> watch(std::shared_ptr<WatchStream> stream, Load* load)
{
  try {
    while (const auto event = co_await stream->async_next()) {
      if (event->type == WatchEvent::Type::modified) ++load->seen;
    }
    load->watch_ended = true;
  } catch (const TransportError& error) {
    if (error.code() != TransportErrc::cancelled) load->watch_ended = true;
  } catch (const std::exception&) {
    load->watch_ended = true;
  }
}

class ClientRotation : public OwnControlPlane {
protected:
  /// As whoever replaces files does: complete at every moment.
  static void replace(const fs::path& file, const std::string& text)
  {
    auto part = file;
    part += ".part";
    write_file(part, text);
    fs::rename(part, file);
  }
  [[nodiscard]] std::string plane_file(const std::string& name) const { return read_file(files().directory / name); }
  void replace_in_plane(const std::string& name, const std::string& text) const
  {
    replace(files().directory / name, text);
  }

  /// Moves the client's time by a minute, so that it reads its files again. In steps that no handshake notices: each
  /// waits until every caller has begun and ended a call.
  void pass_a_minute(Load& load)
  {
    constexpr int steps = 13;
    for (int step = 0; step < steps; ++step) {
      std::array<int, callers> before{};
      for (std::size_t i = 0; i < callers; ++i) before[i] = load.calls[i];
      time_.advance(5s);
      ASSERT_TRUE(eventually(
          [&] {
            for (std::size_t i = 0; i < callers; ++i) {
              if (load.calls[i] < before[i] + 2) return false;
            }
            return true;
          },
          60s))
          << "the callers stand still";
    }
  }
  /// Whom the server takes a new connection with these for; empty when it does not come about.
  [[nodiscard]] std::string probe(const std::string& ca, const CertificateAndKey& certificate) const
  {
    ClientConfig config;
    config.server = admin_config(files()).server;
    config.ca_pem = ca;
    config.cert_pem = certificate.cert_pem;
    config.key_pem = certificate.key_pem;
    try {
      return Client::connect(runtime(), config)
          .create(reviews, Object::parse(
                               R"({"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview","metadata":{}})"))
          .at("/status/userInfo/username")
          .as_string()
          .value_or("");
    } catch (const std::exception&) {
      return "";
    }
  }

  const SystemClock system_;
  ManualClock time_{system_.wall_now()};
};

TEST_F(ClientRotation, CertificatesAndAuthoritiesRotateUnderLoad)
{
  const std::string old_ca = plane_file("ca.crt");
  const CertificateAuthority next(system_, "next-ca");
  CertificateRequest request;
  request.common_name = "rotated-admin";
  request.organizations = {"system:masters"};
  request.server = false;
  const auto new_client = next.issue(request);
  CertificateRequest server_request;
  server_request.common_name = "kube-apiserver";
  server_request.dns_names = {"localhost", "kubernetes.default.svc"};
  server_request.ip_addresses = {"127.0.0.1"};
  const auto new_server = next.issue(server_request);

  write_file(folder() / "ca.crt", old_ca);
  write_file(folder() / "client.crt", plane_file("admin.crt"));
  write_file(folder() / "client.key", plane_file("admin.key"));
  write_file(folder() / "kubeconfig", "clusters:\n- name: c\n  cluster: {server: '" + admin_config(files()).server +
                                          "', certificate-authority: ca.crt}\nusers:\n- name: u\n  user: "
                                          "{client-certificate: client.crt, client-key: client.key}\ncontexts:\n"
                                          "- {name: x, context: {cluster: c, user: u}}\ncurrent-context: x\n");
  Runtime with_time = runtime();
  with_time.clock = &time_;
  Client::Options patient;
  patient.timeout = 1h;  // of a clock that the test moves
  const auto client = Client::connect(with_time, load_kubeconfig(folder() / "kubeconfig"), patient);

  Load load;
  for (std::size_t i = 0; i < callers; ++i) {
    admin().create(config_maps(), config_map("default", "load-" + std::to_string(i)));
  }
  std::stop_source stop;
  WatchOptions watched;
  watched.namespace_ = "default";
  watched.field_selector = "metadata.name!=kube-root-ca.crt";
  watched.resource_version = admin().list(config_maps()).resource_version;
  watched.server_timeout = 3600s;
  watched.stop = stop.get_token();
  const std::shared_ptr<WatchStream> stream = open_watch(client, config_maps(), watched);
  auto watcher = asio::co_spawn(runtime().executor, watch(stream, &load), asio::use_future);
  std::vector<std::future<void>> running;
  for (std::size_t i = 0; i < callers; ++i) {
    running.push_back(asio::co_spawn(runtime().executor, call(client, i, &load), asio::use_future));
  }
  const auto name_is = [&](const std::string& name) {
    return eventually(
        [&] {
          const std::lock_guard lock(load.mutex);
          return load.name == name;
        },
        60s);
  };
  const auto rotate = [&] {
    ASSERT_TRUE(name_is("e2e-certificate-admin"));
    // The server trusts both, then the client does.
    replace_in_plane("ca.crt", old_ca + next.cert_pem());
    ASSERT_TRUE(eventually([&] { return probe(old_ca, new_client) == "rotated-admin"; }, 120s));
    replace(folder() / "ca.crt", old_ca + next.cert_pem());
    ASSERT_NO_FATAL_FAILURE(pass_a_minute(load));
    // The client's certificate; for a while without its key.
    replace(folder() / "client.crt", new_client.cert_pem);
    ASSERT_NO_FATAL_FAILURE(pass_a_minute(load));
    ASSERT_TRUE(name_is("e2e-certificate-admin"));
    replace(folder() / "client.key", new_client.key_pem);
    ASSERT_NO_FATAL_FAILURE(pass_a_minute(load));
    ASSERT_TRUE(name_is("rotated-admin"));
    // The server's, in the same way.
    replace_in_plane("server.crt", new_server.cert_pem);
    replace_in_plane("server.key", new_server.key_pem);
    ASSERT_TRUE(eventually([&] { return probe(next.cert_pem(), new_client) == "rotated-admin"; }, 120s));
    // And nobody trusts the old authority any more.
    replace(folder() / "ca.crt", next.cert_pem());
    ASSERT_NO_FATAL_FAILURE(pass_a_minute(load));
    replace_in_plane("ca.crt", next.cert_pem());
    const CertificateAndKey old_client{plane_file("admin.crt"), plane_file("admin.key")};
    ASSERT_TRUE(eventually([&] { return probe(next.cert_pem(), old_client).empty(); }, 120s));
    ASSERT_NO_FATAL_FAILURE(pass_a_minute(load));
    ASSERT_TRUE(name_is("rotated-admin"));
  };
  rotate();
  load.done = true;
  for (auto& one : running) one.get();
  EXPECT_TRUE(eventually([&] { return load.seen >= load.written; }, 60s));
  stop.request_stop();
  watcher.get();
  int calls = 0;
  for (const auto& count : load.calls) calls += count;
  EXPECT_TRUE(load.failures.empty()) << load.failures.size() << " of " << calls << ": " << load.failures.front();
  EXPECT_FALSE(load.watch_ended) << "the watch keeps its connection";
  EXPECT_EQ(load.seen.load(), load.written.load()) << "every change was seen, once";
}

}  // namespace
}  // namespace kubexx::e2e
