// SPDX-License-Identifier: Apache-2.0
// The samples of kubexx inside a service while their API server breaks, all at once beside one server that is theirs.
// docs/guides/embedding.md has the bounds; tests/e2e compiles this with a real server.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <initializer_list>
#include <optional>
#include <sstream>
#include <thread>

#include "breakable_server.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/load_config.hpp"
#include "program_test.hpp"

namespace sample {
namespace {

using namespace std::chrono_literals;
using kubexx::Object;
using kubexx::ResourceType;
using kubexx::support::Process;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
namespace resources = kubexx::resources;

// The bounds of docs/guides/embedding.md, from when the server answers again.
constexpr milliseconds kNextRequest = 2s;  // the longest that a request which is under way keeps the next one waiting
constexpr milliseconds kLeadsAgain = 2s;
constexpr milliseconds kOwnPod = 6s;
constexpr milliseconds kFollowsAtOnce = 1s;
constexpr milliseconds kRelists = 5s;
/// An informer pauses for less than twice the outage so far and 1.6 s; after it has found that the state was lost, once
/// more for up to twice as long.
milliseconds follows_after(milliseconds outage)
{
  return 2 * outage + 2s;
}
milliseconds relists_after(milliseconds outage)
{
  return 6 * outage + 5s;
}
// What starting processes, and a slow machine, may add to each of them.
constexpr milliseconds kMachine = 4s;

class ServiceFaults : public ProgramTest {
protected:
  void SetUp() override
  {
    ProgramTest::SetUp();
    server_ = make_breakable_server(folder());
    if (!server_) GTEST_SKIP() << "no control plane can run here";
    make_objects("debug", 3);
  }
  void TearDown() override
  {
    if (questions_ >= 0) ::close(questions_);
    if (authenticator_) {
      EXPECT_EQ(authenticator_->wait(20s).value_or(kubexx::support::Exit{}).code, 0) << authenticator_->output();
    }
    for (auto* program : {&lease_, &standby_, &cache_, &reload_}) {
      if (!*program) continue;
      EXPECT_EQ((*program)->stop().code, 0) << (*program)->output();
    }
    server_.reset();
    ProgramTest::TearDown();
  }

  /// A client of its own each time: no connection is older than the server.
  template <class F>
  void with_client(const F& work) const
  {
    kubexx::ConfigOptions where;
    where.path = server_->kubeconfig();
    work(kubexx::Client::connect(system_.runtime(), kubexx::load_config(where)));
  }
  /// What the samples read, made or changed.
  void make_objects(const std::string& level, int endpoints) const
  {
    with_client([&](const kubexx::Client& client) {
      std::string slice = R"({"apiVersion":"discovery.k8s.io/v1","kind":"EndpointSlice","addressType":"IPv4","metadata":
                              {"name":"web","namespace":"default","labels":{"kubernetes.io/service-name":"web"}},"endpoints":[)";
      for (int i = 1; i <= endpoints; ++i) {
        slice += std::string(i > 1 ? "," : "") + R"({"addresses":["10.1.1.)" + std::to_string(i) + "\"]}";
      }
      put(client, kSlices, slice + "]}");
      put(client, resources::config_maps,
          R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"settings","namespace":"default"},"data":{"level":")" +
              level + "\"}}");
      put(client, resources::pods,
          R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"web-1","namespace":"default"},"spec":{"automountServiceAccountToken":false,
              "containers":[{"name":"a","image":"a"}]}})");
      put(client, kRoles, R"({"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":
              "read-pods"},"rules":[{"apiGroups":[""],"resources":["pods"],"verbs":["get"]}]})");
      put(client, kBindings,
          R"({"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding","metadata":
              {"name":"read-pods"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":
              "read-pods"},"subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"User","name":")" +
              server_->user().name + "\"}]}");
    });
  }
  /// More changes of another object than the history has.
  void change_others() const
  {
    with_client([](const kubexx::Client& client) {
      for (int i = 0; i < 120; ++i) {
        put(client, resources::config_maps,
            R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"other","namespace":"default"},"data":{"n":")" +
                std::to_string(i) + "\"}}");
      }
    });
  }
  /// By server-side apply: made or changed, whatever is there.
  static void put(const kubexx::Client& client, const ResourceType& type, const std::string& json)
  {
    EXPECT_TRUE(eventually([&] {  // a server that has just started may refuse for a moment
      try {
        client.apply(type, Object::parse(json));
        return true;
      } catch (const kubexx::ApiError& error) {
        if (!error.retryable() && error.code() != 403 && error.code() != 404) throw;
        return false;
      }
    }));
  }

  [[nodiscard]] Process program(const std::string& name, std::vector<std::string> argv) const
  {
    return {isolated(std::move(argv),
                     {{"KUBECONFIG", server_->kubeconfig()}, {"POD_NAME", "web-1"}, {"POD_NAMESPACE", "default"}}),
            folder() / (name + ".log")};
  }
  void start_all()
  {
    lease_ = program("lease", {SERVICE_LEASE, "default", "jobs", "only"});
    cache_ = program("cache", {ENDPOINT_CACHE, "default", "web"});
    reload_ = program("reload", {HOT_RELOAD, "default", "settings"});
    const std::string pipe = folder() / "questions";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    questions_ = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
    authenticator_ = program("authenticator", {"/bin/sh", "-c", R"(exec "$0" <"$1")", AUTHENTICATOR, pipe});
    expect_within(20s, {{"service-lease", [&] { return pieces() > 0; }},
                        {"endpoint-cache", [&] { return last(*cache_, "3 addresses"); }},
                        {"hot-reload", [&] { return last(*reload_, "level debug, limit 100"); }},
                        {"authenticator", answers("200: ")}});
  }

  struct Expectation {
    const char* sample;
    std::function<bool()> met;
    milliseconds bound = 0ms;
  };
  /// From now. Each within its bound (default: `bound`).
  static void expect_within(milliseconds bound, std::vector<Expectation> expectations)
  {
    const auto begun = steady_clock::now();
    while (!expectations.empty()) {
      const auto passed = std::chrono::duration_cast<milliseconds>(steady_clock::now() - begun);
      std::erase_if(expectations, [&](const Expectation& one) {
        const auto within = one.bound != 0ms ? one.bound : bound;
        if (one.met()) {
          std::printf("%s: %lld of %lld ms\n", one.sample, static_cast<long long>(passed.count()),
                      static_cast<long long>(within.count()));
          return true;
        }
        if (passed <= within + kMachine) return false;
        ADD_FAILURE() << one.sample << " is not there after " << passed.count() << " ms; the bound is "
                      << within.count() << " ms";
        return true;
      });
      std::this_thread::sleep_for(5ms);
    }
  }

  /// The lines of its standard output; the lines of its log, which are in the same file, begin with a time.
  static std::vector<std::string> lines(const Process& process)
  {
    std::istringstream text(process.output());
    std::vector<std::string> found;
    for (std::string line; std::getline(text, line);) {
      if (line.size() < 11 || line[4] != '-' || line[10] != 'T') found.push_back(std::move(line));
    }
    return found;
  }
  static bool last(const Process& process, const std::string& line)
  {
    const auto all = lines(process);
    return !all.empty() && all.back() == line;
  }
  [[nodiscard]] std::size_t pieces() const { return pieces(*lease_); }
  static std::size_t pieces(const Process& replica)
  {
    const auto all = lines(replica);
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [](const auto& line) { return line.starts_with("piece "); }));
  }
  /// Asks the authenticator, one question at a time, which nobody has asked before; whether an answer to a question
  /// from now on begins so.
  std::function<bool()> answers(const std::string& begin)
  {
    return [this, begin, from = asked_] {
      const auto all = lines(*authenticator_);
      if (all.size() < asked_) return false;
      if (asked_ > from && all.back().starts_with(begin)) return true;
      ask("namespace-" + std::to_string(asked_));
      return false;
    };
  }
  void ask(const std::string& in)
  {
    const std::string line = server_->user().token + " get pods " + in + "\n";
    ASSERT_EQ(::write(questions_, line.data(), line.size()), static_cast<ssize_t>(line.size()));
    ++asked_;
  }

  kubexx::SystemRuntime system_;
  std::unique_ptr<BreakableServer> server_;
  std::optional<Process> lease_, standby_, cache_, reload_, authenticator_;

private:
  static inline const ResourceType kSlices{"discovery.k8s.io", "v1", "EndpointSlice", "endpointslices"};
  static inline const ResourceType kRoles{"rbac.authorization.k8s.io", "v1", "ClusterRole", "clusterroles",
                                          kubexx::Scope::cluster};
  static inline const ResourceType kBindings{"rbac.authorization.k8s.io", "v1", "ClusterRoleBinding",
                                             "clusterrolebindings", kubexx::Scope::cluster};
  int questions_ = -1;
  std::size_t asked_ = 0;
};

TEST_F(ServiceFaults, GoneAndBack)
{
  start_all();
  const auto gone = steady_clock::now();
  server_->go_away();
  Process pod = program("pod", {OWN_POD});
  const auto refused = [](const Process& process) { return process.output().find("refused") != std::string::npos; };
  expect_within(kNextRequest, {{"authenticator, without a server", answers("503: ")},
                               {"endpoint-cache, without a server", [&] { return refused(*cache_); }},
                               {"hot-reload, without a server", [&] { return refused(*reload_); }}});
  expect_within(2s, {{"service-lease stands by", [&] { return last(*lease_, "only stands by"); }}});
  EXPECT_TRUE(pod.running()) << pod.output();
  server_->come_back();
  const auto outage = std::chrono::duration_cast<milliseconds>(steady_clock::now() - gone);
  const auto before = pieces();
  make_objects("trace", 4);
  expect_within(follows_after(outage), {{"service-lease", [&] { return pieces() > before; }, kLeadsAgain},
                                        {"endpoint-cache", [&] { return last(*cache_, "4 addresses"); }},
                                        {"hot-reload", [&] { return last(*reload_, "level trace, limit 100"); }},
                                        {"authenticator", answers("200: "), kNextRequest},
                                        {"own-pod", [&] { return last(pod, "marked default/web-1"); }, kOwnPod}});
  EXPECT_EQ(pod.wait(20s).value_or(kubexx::support::Exit{}).code, 0) << pod.output();
}

TEST_F(ServiceFaults, StoppedAndContinued)
{
  start_all();
  server_->signal(SIGSTOP);
  Process pod = program("pod", {OWN_POD});
  expect_within(2s, {{"service-lease stands by", [&] { return last(*lease_, "only stands by"); }},
                     {"authenticator, without a server", answers("503: ")}});
  EXPECT_TRUE(pod.running()) << pod.output();
  ask("namespace-0");
  expect_within(0s, {{"authenticator, from its cache",
                      [&] { return lines(*authenticator_).back() == "200: " + server_->user().name; }}});
  const auto before = pieces();
  server_->signal(SIGCONT);
  make_objects("trace", 4);
  expect_within(kFollowsAtOnce, {{"service-lease", [&] { return pieces() > before; }, kLeadsAgain},
                                 {"endpoint-cache", [&] { return last(*cache_, "4 addresses"); }},
                                 {"hot-reload", [&] { return last(*reload_, "level trace, limit 100"); }},
                                 {"authenticator", answers("200: "), kNextRequest},
                                 {"own-pod", [&] { return last(pod, "marked default/web-1"); }, kOwnPod}});
  EXPECT_EQ(pod.wait(20s).value_or(kubexx::support::Exit{}).code, 0) << pod.output();
}

TEST_F(ServiceFaults, RestartedEmpty)
{
  change_others();  // the informers' version is above the one that the empty server begins with
  start_all();
  const auto gone = steady_clock::now();
  server_->go_away();
  Process pod = program("pod", {OWN_POD});
  server_->come_back_empty();
  const auto outage = std::chrono::duration_cast<milliseconds>(steady_clock::now() - gone);
  const auto before = pieces();
  expect_within(relists_after(outage),
                {{"service-lease", [&] { return pieces() > before; }, kLeadsAgain},
                 {"endpoint-cache", [&] { return last(*cache_, "0 addresses"); }},
                 {"hot-reload keeps its value",
                  [&] { return reload_->output().find("the ConfigMap does not exist") != std::string::npos; }},
                 {"authenticator", answers("403: "), kNextRequest},
                 {"own-pod", [&] { return pod.output().find("own-pod: ") != std::string::npos; }, kOwnPod}});
  EXPECT_EQ(pod.wait(20s).value_or(kubexx::support::Exit{}).code, 1) << pod.output();
  EXPECT_TRUE(last(*reload_, "level debug, limit 100")) << reload_->output();
  make_objects("trace", 4);
  expect_within(kFollowsAtOnce, {{"endpoint-cache", [&] { return last(*cache_, "4 addresses"); }},
                                 {"hot-reload", [&] { return last(*reload_, "level trace, limit 100"); }},
                                 {"authenticator", answers("200: "), kNextRequest}});
}

/// Those that watch; of service-lease that is a standby.
TEST_F(ServiceFaults, HistoryGone)
{
  start_all();
  standby_ = program("standby", {SERVICE_LEASE, "default", "jobs", "standby"});
  make_objects("warn", 4);  // meanwhile it begins to watch
  expect_within(kFollowsAtOnce, {{"endpoint-cache", [&] { return last(*cache_, "4 addresses"); }},
                                 {"hot-reload", [&] { return last(*reload_, "level warn, limit 100"); }}});
  const std::initializer_list<const Process*> watching = {&*cache_, &*reload_, &*standby_};
  for (const auto* program : watching) program->signal(SIGSTOP);
  server_->forget([&] {
    make_objects("trace", 5);
    change_others();
  });
  for (const auto* program : watching) program->signal(SIGCONT);
  lease_->signal(SIGTERM);  // it releases the Lease
  expect_within(kRelists, {{"service-lease", [&] { return pieces(*standby_) > 0; }, kLeadsAgain},
                           {"endpoint-cache", [&] { return last(*cache_, "5 addresses"); }},
                           {"hot-reload", [&] { return last(*reload_, "level trace, limit 100"); }}});
  make_objects("debug", 2);
  expect_within(kFollowsAtOnce, {{"endpoint-cache", [&] { return last(*cache_, "2 addresses"); }},
                                 {"hot-reload", [&] { return last(*reload_, "level debug, limit 100"); }}});
}

}  // namespace
}  // namespace sample
