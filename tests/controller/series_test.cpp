// SPDX-License-Identifier: Apache-2.0
// Metric series go with what they are about.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "harness.hpp"
#include "kubexx/client/load_config.hpp"

namespace kubexx::testing {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::HasSubstr;

// Answers in the place of the server that its client was configured for.
class Elsewhere final : public Interceptor {
public:
  explicit Elsewhere(std::shared_ptr<Transport> to) : to_(std::move(to)) {}
  awaitable<HttpResponse> intercept(ApiCall call, Next /*next*/) override
  {
    return to_->exchange(std::move(call.request), std::move(call.limits));
  }

private:
  std::shared_ptr<Transport> to_;
};

ApiServer::Options server_options(Harness& h)
{
  ApiServer::Options options;
  options.clock = &h.sim.clock();
  options.random = h.sim.runtime().random;
  return options;
}

awaitable<void> remove_cluster(Manager& manager, std::string name)
{
  (void)co_await manager.async_remove_cluster(std::move(name));
}

awaitable<void> stop_manager(Manager& manager)
{
  (void)co_await manager.async_stop();
}

awaitable<Result> read_it(Context& context, Request request)
{
  (void)co_await context.client().async_get(kConfigMaps, request.key());
  co_return Result::done();
}

// A hot loop.
awaitable<Result> write_it_anew(Context& context, Request request)
{
  const std::string version(context.get(kConfigMaps, request.key()).resource_version());
  std::string patch = R"({"data":{"after":")" + version + R"("}})";
  (void)co_await context.client().async_patch(kConfigMaps, request.key(), std::move(patch));
  co_return Result::done();
}

class SeriesTest : public ::testing::Test {
protected:
  std::size_t series() const
  {
    const std::string text = "\n" + h.metrics.text();
    std::size_t count = 0;
    for (std::size_t at = 0; at + 1 < text.size(); at = text.find('\n', at + 1)) count += text[at + 1] == '#' ? 0 : 1;
    return count;
  }
  void run(const std::function<awaitable<void>()>& work) { EXPECT_TRUE(h.sim.run(work, minutes(1))); }

  Harness h;
};

TEST_F(SeriesTest, NoneIsLeftOfAClusterThatIsGone)
{
  constexpr int kMany = 50;
  ApiServer server(server_options(h));
  const auto to_server = make_in_process_transport(h.sim.runtime(), server);
  Client(h.sim.user_runtime(), to_server).create(kConfigMaps, Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap",
      "metadata":{"namespace":"default","name":"a"}})"));
  h.manager.controller().for_(kConfigMaps, {.clusters = Clusters::added()}).build(read_it);
  h.start();
  h.sim.run_for(seconds(10));
  const std::size_t before = series();
  for (int number = 0; number < kMany; ++number) {
    const std::string name = "member-" + std::to_string(number);
    ClientConfig config;
    config.server = "http://" + name + ".example";
    Client::Options options;
    options.interceptors.push_back(std::make_shared<Elsewhere>(to_server));
    h.manager.add_cluster(name, Client::connect(h.sim.runtime(), config, std::move(options)));
  }
  h.sim.run_for(seconds(10));
  EXPECT_GT(series(), before + kMany * 69) << "69 of an informer";
  EXPECT_THAT(h.metrics.text(), HasSubstr(R"(host="member-7.example)"));
  for (int number = 0; number < kMany; ++number) {
    run([&] { return remove_cluster(h.manager, "member-" + std::to_string(number)); });
  }
  h.sim.run_for(seconds(10));
  EXPECT_EQ(series(), before) << h.metrics.text();
  EXPECT_TRUE(h.stop());
}

TEST_F(SeriesTest, NoneIsLeftOfAManagerThatIsGone)
{
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(10));
  (void)h.user.list(kConfigMaps);
  const std::size_t before = series();
  {
    ManagerOptions options;
    options.leader_election.emplace();
    options.leader_election->lease = "another";
    ClientConfig config;
    config.server = "http://another.example";
    Client::Options with;
    with.interceptors.push_back(std::make_shared<Elsewhere>(h.transport));
    Manager another(Client::connect(h.sim.runtime(), config, std::move(with)), options);
    another.controller().for_(kConfigMaps).build(write_it_anew);
    another.start();
    EXPECT_TRUE(h.until([this] { return h.metrics.text().find("hot_loops_total{") != std::string::npos; }));
    EXPECT_GT(series(), before + 69);
    run([&] { return stop_manager(another); });
  }
  h.sim.run_for(minutes(1));
  EXPECT_EQ(series(), before) << h.metrics.text();
}

}  // namespace
}  // namespace kubexx::testing
