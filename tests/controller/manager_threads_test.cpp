// SPDX-License-Identifier: Apache-2.0
// Which thread calls what the user wrote, and what is left of a manager that is destroyed. Real threads, and time that
// the test moves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <semaphore>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "harness.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/controller/leader_election.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/client_transport.hpp"

namespace kubexx::testing {
namespace {

using std::chrono::seconds;

awaitable<void> stop_manager(Manager& manager)
{
  (void)co_await manager.async_stop();
}

class ManagerThreadsTest : public ::testing::Test {
protected:
  Runtime runtime_of(const SystemRuntime& of)
  {
    Runtime made = of.runtime();
    made.clock = &clock;
    made.log = Log(log);
    return made;
  }
  ApiServer::Options server_options()
  {
    ApiServer::Options options;
    options.clock = &clock;
    options.random = system.runtime().random;
    return options;
  }
  static void wait_for(const std::function<bool()>& done)
  {
    for (int i = 0; i < 2000 && !done(); ++i) usleep(5000);
    EXPECT_TRUE(done());
  }
  void create(const std::string& name)
  {
    (void)user.create(
        kConfigMaps,
        Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"default","name":")" + name +
                      R"("}})"));
  }
  void stop(Manager& manager)
  {
    std::atomic<bool> ended{false};
    spawn(system.runtime().executor, stop_manager(manager), [&ended] { ended = true; });
    for (int i = 0; i < 3000 && !ended; ++i) {
      clock.advance(std::chrono::milliseconds(100));
      usleep(1000);
    }
    EXPECT_TRUE(ended) << log->text();
  }
  TlsServerConfig certificate() const
  {
    const CertificateAuthority authority(clock);
    CertificateRequest request;
    request.ip_addresses = {"127.0.0.1"};
    const CertificateAndKey made = authority.issue(request);
    return TlsServerConfig{made.cert_pem, made.key_pem, ""};
  }

  std::shared_ptr<RecordingLog> log = std::make_shared<RecordingLog>();
  ManualClock clock;  // before the runtimes, whose threads may look at it until they are stopped
  SystemRuntime system, elsewhere;
  ApiServer server{server_options()};
  std::shared_ptr<Transport> transport = make_in_process_transport(runtime_of(system), server);
  Client client{runtime_of(system), transport};
  Client user{runtime_of(elsewhere), transport};
};

TEST_F(ManagerThreadsTest, TheLastHandleOfAnElectorWaitsForItsCheck)
{
  std::binary_semaphore gate{0};
  std::atomic<bool> inside{false}, destroyed{false}, early{false};
  LeaderElectionOptions options;
  options.lease = "demo";
  options.identity = "a";
  LeaderElector::Callbacks callbacks;
  callbacks.check = [&]() -> std::optional<std::string> {
    inside = true;
    gate.acquire();
    early = destroyed.load();
    return std::nullopt;
  };
  std::optional<LeaderElector> elector(std::in_place, client, options, callbacks);
  elector->start();
  wait_for([&] { return inside.load(); });
  std::thread destroys([&] {
    elector.reset();
    destroyed = true;
  });
  for (int i = 0; i < 20 && !destroyed; ++i) usleep(5000);  // longer than a destructor that does not wait needs
  gate.release();
  destroys.join();
  EXPECT_FALSE(early);
}

}  // namespace
}  // namespace kubexx::testing
