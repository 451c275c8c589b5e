// SPDX-License-Identifier: Apache-2.0
// The samples of kubexx inside a service, each a process: against the embedded server, or the one whose kubeconfig
// SAMPLE_TEST_KUBECONFIG names.
#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include "authenticator/reviews.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/scale.hpp"
#include "served_program_test.hpp"

namespace sample {
namespace {

using namespace kubexx::support;
using namespace std::chrono_literals;
using kubexx::Object;
using kubexx::ObjectKey;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
namespace resources = kubexx::resources;

const kubexx::ResourceType leases{"coordination.k8s.io", "v1", "Lease", "leases"};
const kubexx::ResourceType slices{"discovery.k8s.io", "v1", "EndpointSlice", "endpointslices"};
const kubexx::ResourceType events{"events.k8s.io", "v1", "Event", "events"};

/// How often `part` is in `text`.
std::size_t count(const std::string& text, const std::string& part)
{
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

class ServiceSamples : public ServedProgramTest {
protected:
  /// A namespace of this test, which a real server keeps until it ends.
  void SetUp() override
  {
    ServedProgramTest::SetUp();
    if (IsSkipped()) return;
    space_ = unique("service-samples-" + std::to_string(++number_));
    client().create(resources::namespaces,
                    Object::parse(R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":")" + space_ + R"("}})"));
  }
  [[nodiscard]] const std::string& space() const { return space_; }

private:
  static inline int number_ = 0;
  std::string space_;
};

// --- service-lease ---

class ServiceLease : public ServiceSamples {
protected:
  [[nodiscard]] Process replica(const std::string& identity) const
  {
    return start(identity, {SERVICE_LEASE, space(), "jobs", identity});
  }
  [[nodiscard]] std::string holder() const
  {
    return client().get(leases, {space(), "jobs"}).at("/spec/holderIdentity").as_string().value_or("");
  }
};

TEST_F(ServiceLease, HandsOverOnTermAndIsReplacedWhenItIsKilled)
{
  Process first = replica("first");
  ASSERT_TRUE(says(first, "piece 1 by first")) << first.output();
  Process second = replica("second");
  EXPECT_EQ(first.stop().code, 0) << first.output();
  EXPECT_THAT(first.output(), EndsWith("\nstopped\n"));
  ASSERT_TRUE(says(second, "piece 1 by second")) << second.output();

  Process third = replica("third");
  EXPECT_EQ(second.kill().signal, SIGKILL);
  ASSERT_TRUE(says(third, "piece 1 by third")) << third.output();
  EXPECT_EQ(third.stop().code, 0) << third.output();
  EXPECT_EQ(holder(), "") << "the Lease is released";
}

TEST_F(ServiceLease, OneThatStoodStillWorksNoMoreAndStandsByAgain)
{
  Process first = replica("first");
  ASSERT_TRUE(says(first, "piece 1 by first")) << first.output();
  Process second = replica("second");
  first.signal(SIGSTOP);
  ASSERT_TRUE(says(second, "piece 1 by second")) << second.output();
  const std::size_t pieces = count(first.output(), "piece ");
  first.signal(SIGCONT);
  ASSERT_TRUE(says(first, "first stands by")) << first.output();
  EXPECT_LE(count(first.output(), "piece "), pieces + 1) << "at most the line that it was about to print";
  EXPECT_EQ(second.stop().code, 0) << second.output();
  EXPECT_TRUE(eventually([&] { return count(first.output(), "piece ") > pieces + 2; })) << "it leads again\n"
                                                                                        << first.output();
  EXPECT_EQ(first.stop().code, 0) << first.output();
}

/// With a server that the test may stop: not a real one.
class LeaseOfStoppedServer : public ServiceLease {};

TEST_F(LeaseOfStoppedServer, IsLostAndTakenAgain)
{
  ASSERT_NE(embedded(), nullptr);
  Process only = replica("only");
  ASSERT_TRUE(says(only, "piece 1 by only")) << only.output();
  embedded()->process().signal(SIGSTOP);
  EXPECT_TRUE(says(only, "only stands by")) << only.output();
  const std::size_t pieces = count(only.output(), "piece ");
  embedded()->process().signal(SIGCONT);
  EXPECT_TRUE(eventually([&] { return count(only.output(), "piece ") > pieces; })) << only.output();
  EXPECT_EQ(only.stop().code, 0) << only.output();
}

TEST_F(ServiceSamples, TheServiceEndsWhenItCannotBegin)
{
  Process no_config(isolated({SERVICE_LEASE, "default", "jobs", "a"}, {{"KUBECONFIG", write("broken", "no: config")}}),
                    folder() / "a.log");
  EXPECT_EQ(no_config.wait(20s).value_or(Exit{0, 0}).code, 1) << no_config.output();
  EXPECT_THAT(no_config.output(), HasSubstr("service-lease: "));
  Process no_lease = start("b", {SERVICE_LEASE, space(), "NOT-A-NAME", "b"});
  EXPECT_EQ(no_lease.wait(20s).value_or(Exit{0, 0}).code, 1) << no_lease.output();
  EXPECT_THAT(no_lease.output(), HasSubstr("the name of the Lease"));
}

// --- endpoint-cache ---

class EndpointCache : public ServiceSamples {
protected:
  static constexpr int kSlices = 100, kEndpoints = 100;

  [[nodiscard]] Object slice(int number, int endpoints = kEndpoints) const
  {
    std::string text = R"({"apiVersion":"discovery.k8s.io/v1","kind":"EndpointSlice","addressType":"IPv4","metadata":{)"
                       R"("name":"web-)" +
                       std::to_string(number) + R"(","namespace":")" + space() +
                       R"(","labels":{"kubernetes.io/service-name":"web"}},"endpoints":[)";
    for (int endpoint = 0; endpoint < endpoints; ++endpoint) {
      if (endpoint != 0) text += ',';
      text += R"({"addresses":["10.1.)" + std::to_string(number) + "." + std::to_string(endpoint + 1) + R"("]})";
    }
    return Object::parse(text + "]}");
  }
  [[nodiscard]] Process program() const { return start("cache", {ENDPOINT_CACHE, space(), "web"}); }
};

TEST_F(EndpointCache, FollowsTenThousandAddresses)
{
  for (int number = 0; number < kSlices; ++number) client().create(slices, slice(number));
  Process cache = program();
  ASSERT_TRUE(says(cache, "10000 addresses")) << cache.output();
  EXPECT_THAT(cache.output(), StartsWith("10000 addresses\n")) << "no part of them is shown";
  client().update(slices, slice(7, kEndpoints - 1));
  EXPECT_TRUE(says(cache, "9999 addresses")) << cache.output();
  client().delete_(slices, {space(), "web-8"});
  EXPECT_TRUE(says(cache, "9899 addresses")) << cache.output();
  EXPECT_EQ(cache.stop().code, 0);
  EXPECT_EQ(count(cache.output(), "served requests\n"), 4U) << cache.output();
}

TEST_F(EndpointCache, AnEndpointThatIsNotReadyIsLeftOut)
{
  client().create(slices, slice(1, 3));
  Process cache = program();
  ASSERT_TRUE(says(cache, "3 addresses")) << cache.output();
  client().patch(
      slices, {space(), "web-1"},
      R"({"endpoints":[{"addresses":["10.1.1.1"],"conditions":{"ready":false}},{"addresses":["10.1.1.2"]}]})");
  EXPECT_TRUE(says(cache, "1 addresses")) << cache.output();
  EXPECT_EQ(cache.stop().code, 0);
}

class CacheOfShortHistory : public EndpointCache {
  [[nodiscard]] std::vector<std::string> server_flags() const override { return {"--history", "20"}; }
};

TEST_F(CacheOfShortHistory, HasWhatItSleptThrough)
{
  client().create(slices, slice(0, 5));
  Process cache = program();
  ASSERT_TRUE(says(cache, "5 addresses")) << cache.output();
  cache.signal(SIGSTOP);
  for (int number = 1; number <= 30; ++number) client().create(slices, slice(number, 5));
  client().delete_(slices, {space(), "web-0"});
  cache.signal(SIGCONT);
  EXPECT_TRUE(says(cache, "150 addresses")) << cache.output();
  EXPECT_EQ(cache.stop().code, 0);
}

// --- hot-reload ---

class HotReload : public ServiceSamples {
protected:
  [[nodiscard]] Object map(const std::string& data) const
  {
    return Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"settings","namespace":")" +
                         space() + R"("},"data":)" + data + "}");
  }
};

TEST_F(HotReload, FollowsTheConfigMapAndKeepsTheLastGoodValue)
{
  Process service = start("service", {HOT_RELOAD, space(), "settings"});
  ASSERT_TRUE(says(service, "level info, limit 100")) << service.output();
  client().create(resources::config_maps, map(R"({"level":"debug","limit":"5"})"));
  EXPECT_TRUE(says(service, "level debug, limit 5")) << service.output();
  client().update(resources::config_maps, map(R"({"level":"warn","limit":"many"})"));
  EXPECT_TRUE(eventually([&] { return count(service.output(), "not a number: many") == 1; })) << service.output();
  EXPECT_THAT(service.output(), Not(HasSubstr("level warn"))) << "half of a change is not applied";
  client().update(resources::config_maps, map(R"({"level":"warn"})"));
  EXPECT_TRUE(says(service, "level warn, limit 100")) << service.output();
  client().delete_(resources::config_maps, {space(), "settings"});
  EXPECT_TRUE(eventually([&] { return count(service.output(), "the ConfigMap does not exist") == 2; }))
      << "once at the start, once now\n"
      << service.output();
  client().create(resources::config_maps, map(R"({"level":"info","limit":"7"})"));
  EXPECT_TRUE(says(service, "level info, limit 7")) << service.output();
  EXPECT_EQ(service.stop().code, 0);
}

class ReloadOfStoppedServer : public HotReload {};

TEST_F(ReloadOfStoppedServer, GoesOn)
{
  ASSERT_NE(embedded(), nullptr);
  client().create(resources::config_maps, map(R"({"level":"debug"})"));
  Process service = start("service", {HOT_RELOAD, space(), "settings"});
  ASSERT_TRUE(says(service, "level debug, limit 100")) << service.output();
  embedded()->process().signal(SIGSTOP);
  embedded()->process().signal(SIGCONT);
  client().update(resources::config_maps, map(R"({"level":"trace"})"));
  EXPECT_TRUE(says(service, "level trace, limit 100")) << service.output();
  EXPECT_EQ(service.stop().code, 0);
}

// --- own-pod ---

TEST_F(ServiceSamples, OwnPodIsMarkedAndHasAnEvent)
{
  const Object pod =
      Object::parse(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"web-1","namespace":")" + space() +
                    R"("},"spec":{"automountServiceAccountToken":false,"containers":[{"name":"a","image":"a"}]}})");
  // A real server refuses pods until a controller has made the namespace's service account.
  EXPECT_TRUE(eventually([&] {
    try {
      client().create(resources::pods, pod);
      return true;
    } catch (const kubexx::ApiError& error) {
      return error.code() != 403;
    }
  }));
  Process service = start("service", {OWN_POD}, {{"POD_NAME", "web-1"}, {"POD_NAMESPACE", space()}});
  const auto exit = service.wait(20s);
  ASSERT_TRUE(exit) << service.output();
  EXPECT_EQ(exit->code, 0) << service.output();
  EXPECT_EQ(service.output(), "marked " + space() + "/web-1\n");
  EXPECT_EQ(client().get(resources::pods, {space(), "web-1"}).annotation("example.com/data"), "loaded");
  kubexx::ListOptions in_space;
  in_space.namespace_ = space();
  const auto found = client().list(events, in_space);
  ASSERT_EQ(found.items.size(), 1U);
  EXPECT_EQ(found.items[0].at("/reason").as_string(), "DataLoaded");
  EXPECT_EQ(found.items[0].at("/regarding/name").as_string(), "web-1");
  EXPECT_EQ(found.items[0].at("/reportingInstance").as_string(), "web-1");
}

TEST_F(ServiceSamples, OwnPodOutsideAPodSaysWhatIsMissing)
{
  Process service = start("service", {OWN_POD});
  EXPECT_EQ(service.wait(20s).value_or(Exit{0, 0}).code, 1);
  EXPECT_THAT(service.output(), HasSubstr("set POD_NAME and POD_NAMESPACE"));
}

// --- authenticator ---

TEST_F(ServiceSamples, TheAuthenticatorKnowsTokensAndRights)
{
  const ObjectKey account{space(), "caller"};
  client().create(
      resources::service_accounts,
      Object::parse(R"({"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"caller","namespace":")" +
                    space() + R"("}})"));
  const std::string token = client().create_token(account).token;
  const std::string user = "system:serviceaccount:" + space() + ":caller";
  const std::string line = token + " get pods " + space() + "\n";
  const Command command = isolated({AUTHENTICATOR}, {{"KUBECONFIG", config()}});
  const Outcome outcome = run(command, line + line + "not-a-token get pods " + space() + "\n", 20s);
  EXPECT_EQ(outcome.exit.code, 0) << outcome.all();
  const std::string allowed = "200: " + user + "\n", denied = "403: " + user + " may not get pods\n";
  const std::string answer = embedded() != nullptr ? allowed : denied;  // with RBAC, nobody has bound a role
  EXPECT_EQ(outcome.out, answer + answer + "401: the token is not valid\n") << outcome.err;
  EXPECT_THAT(outcome.all(), Not(HasSubstr(token)));
}

TEST_F(ServiceSamples, FourThreadsShareTheReviews)
{
  Reviews reviews(client(), 1min);
  const std::string prefix = "system:serviceaccount:" + space() + ":caller-";
  std::vector<std::string> tokens;
  for (const char* name : {"caller-0", "caller-1"}) {
    Object account = Object::parse(R"({"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":")" +
                                   std::string(name) + R"(","namespace":")" + space() + R"("}})");
    client().create(resources::service_accounts, account);
    tokens.push_back(client().create_token({space(), name}).token);
  }
  std::atomic<int> right = 0;
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 20; ++i) {
        const auto number = static_cast<std::size_t>(thread + i) % 2;
        const auto user = reviews.authenticate(tokens[number]);
        if (!user || user->name != prefix + std::to_string(number)) continue;
        const bool allowed = reviews.allows(*user, {"get", "", "pods", "namespace-" + std::to_string(i)});
        if (allowed == (embedded() != nullptr)) ++right;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(right, 80);
}

}  // namespace
}  // namespace sample
