// SPDX-License-Identifier: Apache-2.0
// Credential plugins: what they are told, what they answer, when they run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_future.hpp>
#include <deque>
#include <functional>
#include <future>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "credentials/exec_credentials.hpp"
#include "credentials/exec_protocol.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/metrics.hpp"
#include "kubexx/base/process.hpp"
#include "kubexx/client/client_config.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/transport.hpp"
#include "kubexx/testing/recording_metrics.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Runs nothing: a test says how each run ends.
class FakeProcesses final : public ProcessRunner {
public:
  using Run = std::function<ProcessOutcome(const ProcessCommand&, std::stop_token)>;

  ProcessOutcome run(const ProcessCommand& command, std::stop_token stop) override
  {
    Run next;
    {
      const std::lock_guard lock(mutex_);
      commands_.push_back(command);
      if (script_.empty()) return {ProcessOutcome::End::exited, 99, "", "not scripted"};
      next = script_.front();
      if (script_.size() > 1) script_.pop_front();
    }
    return next(command, std::move(stop));
  }
  bool input_is_terminal() const override { return terminal; }

  FakeProcesses& then(Run run)
  {
    const std::lock_guard lock(mutex_);
    script_.push_back(std::move(run));
    return *this;
  }
  FakeProcesses& says(const std::string& status)
  {
    return then([status](const ProcessCommand&, const std::stop_token&) {
      return ProcessOutcome{
          ProcessOutcome::End::exited, 0,
          R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":)" + status + "}", ""};
    });
  }
  FakeProcesses& ends(ProcessOutcome outcome)
  {
    return then([outcome](const ProcessCommand&, const std::stop_token&) { return outcome; });
  }
  /// Runs until it is stopped.
  FakeProcesses& hangs()
  {
    return then([this](const ProcessCommand&, const std::stop_token& stop) {
      std::promise<void> stopped;
      const std::stop_callback callback(stop, [&] { stopped.set_value(); });
      ++hanging;
      stopped.get_future().wait();
      --hanging;
      return ProcessOutcome{ProcessOutcome::End::stopped, 0, "", ""};
    });
  }
  std::vector<ProcessCommand> commands() const
  {
    const std::lock_guard lock(mutex_);
    return commands_;
  }

  bool terminal = false;
  std::atomic<int> hanging = 0;

private:
  mutable std::mutex mutex_;
  std::deque<Run> script_;                // guarded by mutex_; the last one stays
  std::vector<ProcessCommand> commands_;  // guarded by mutex_
};

class Exec : public ::testing::Test {
protected:
  Exec() : runtime(system.runtime())
  {
    runtime.clock = &clock;
    runtime.processes = &processes;
    config.server = "https://h:6443";
    config.ca_pem = "CA";
    config.exec.emplace();
    config.exec->api_version = "client.authentication.k8s.io/v1";
    config.exec->command = "plugin";
    config.exec->place = "kubeconfig /a: users[0].user.exec";
    config.exec->interaction = ExecInteraction::never;
  }
  ~Exec() override
  {
    credentials.reset();
    EXPECT_TRUE(eventually([&] { return processes.hanging == 0; }))
        << "the plugin of a client that has gone is stopped";
    system.stop();
  }

  template <class Condition>
  static bool eventually(Condition condition)
  {
    for (int round = 0; round < 4000; ++round) {
      if (condition()) return true;
      std::this_thread::sleep_for(5ms);
    }
    return false;
  }

  detail::Credentials& source()
  {
    if (!credentials) {
      const auto apply = [this](const TlsClientConfig& changed) {
        if (changed.cert_pem == "BAD") throw std::invalid_argument("the client certificate holds no certificate");
        applied.push_back(changed.cert_pem + "+" + changed.key_pem);
      };
      tls = std::make_shared<detail::TlsSource>(config, runtime, apply);
      credentials = detail::make_exec_credentials(runtime, config, tls);
    }
    return *credentials;
  }
  std::future<detail::Authorization> start(detail::CredentialBounds bounds = {})
  {
    return asio::co_spawn(runtime.executor, source().get(std::move(bounds)), asio::use_future);
  }
  detail::Authorization get() { return start().get(); }
  bool refresh(std::uint64_t generation)
  {
    return asio::co_spawn(runtime.executor, source().refresh(generation, {}), asio::use_future).get();
  }
  std::string error_of(std::future<detail::Authorization> future, TransportErrc code = TransportErrc::credentials)
  {
    try {
      (void)future.get();
    } catch (const TransportError& error) {
      EXPECT_EQ(error.code(), code);
      EXPECT_THAT(error.what(), AllOf(HasSubstr("plugin"), Not(HasSubstr("SECRET"))));
      return error.what();
    }
    return "no error";
  }

  SystemRuntime system;
  ManualClock clock;
  Runtime runtime;
  FakeProcesses processes;
  ClientConfig config;
  std::vector<std::string> applied;
  std::shared_ptr<detail::TlsSource> tls;
  std::shared_ptr<detail::Credentials> credentials;
};

TEST_F(Exec, ThePluginIsToldWhatTheKubeconfigSays)
{
  config.exec->args = {"--cluster", "a b"};
  config.exec->env = {{"A", "1"}, {"B", "SECRET"}};
  processes.says(R"({"token":"SECRET"})");
  EXPECT_EQ(get().header, "Bearer SECRET");
  const auto commands = processes.commands();
  ASSERT_EQ(commands.size(), 1U);
  EXPECT_EQ(commands[0].program, "plugin");
  EXPECT_THAT(commands[0].args, ::testing::ElementsAre("--cluster", "a b"));
  EXPECT_FALSE(commands[0].interactive);
  using ::testing::Pair;
  EXPECT_THAT(commands[0].environment,
              ::testing::ElementsAre(Pair("A", "1"), Pair("B", "SECRET"),
                                     Pair("KUBERNETES_EXEC_INFO",
                                          R"({"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential",)"
                                          R"("spec":{"interactive":false}})")));
}

TEST_F(Exec, TheClusterIsTold)
{
  config.exec->provide_cluster_info = true;
  EXPECT_EQ(detail::exec_info(*config.exec, config, true),
            R"({"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","spec":{"cluster":{)"
            R"("certificate-authority-data":"Q0E=","config":null,"server":"https://h:6443"},"interactive":true}})");
  config.exec->api_version = "client.authentication.k8s.io/v1beta1";
  config.exec->cluster_config_json = R"({"audience":"x"})";
  config.insecure = true;
  config.ca_pem.clear();
  config.tls_server_name = "api";
  config.proxy_url = "http://p";
  config.disable_compression = true;
  EXPECT_EQ(detail::exec_info(*config.exec, config, false),
            R"({"apiVersion":"client.authentication.k8s.io/v1beta1","kind":"ExecCredential","spec":{"cluster":{)"
            R"("config":{"audience":"x"},"disable-compression":true,"insecure-skip-tls-verify":true,)"
            R"("proxy-url":"http://p","server":"https://h:6443","tls-server-name":"api"},"interactive":false}})");
}

TEST(ExecCredential, IsReadFromJsonAndYaml)
{
  const std::string v1 = "client.authentication.k8s.io/v1";
  const auto json = detail::parse_exec_credential(
      "\n{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\",\"spec\":{},"
      "\"status\":{\"token\":\"t\",\"expirationTimestamp\":\"2030-01-02T03:04:05.678+01:00\",\"x\":1}}\n",
      v1);
  EXPECT_EQ(json.token, "t");
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(json.expires->time_since_epoch());
  EXPECT_EQ(seconds.count(), 1893549845);
  const auto yaml = detail::parse_exec_credential(
      "kind: ExecCredential\napiVersion: client.authentication.k8s.io/v1\nstatus:\n  clientCertificateData: |\n    C\n"
      "  clientKeyData: K\n",
      v1);
  EXPECT_EQ(yaml.cert_pem, "C\n");
  EXPECT_EQ(yaml.key_pem, "K");
  EXPECT_FALSE(yaml.expires);

  const auto error = [&](const std::string& status, const std::string& version = "client.authentication.k8s.io/v1") {
    try {
      (void)detail::parse_exec_credential(
          R"({"kind":"ExecCredential","apiVersion":")" + version + R"(","status":)" + status + "}", v1);
    } catch (const ConfigError& refused) {
      EXPECT_THAT(refused.what(), Not(HasSubstr("SECRET")));
      return std::string(refused.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(error(R"({"token":"SECRET"})", "client.authentication.k8s.io/v1beta1"), HasSubstr("another apiVersion"));
  EXPECT_THAT(error("null"), HasSubstr("has no status"));
  EXPECT_THAT(error("{}"), HasSubstr("neither a token nor a client certificate"));
  EXPECT_THAT(error(R"({"clientKeyData":"SECRET"})"), HasSubstr("has only one of"));
  EXPECT_THAT(error(R"({"token":["SECRET"]})"), HasSubstr("has a token that is not a string"));
  EXPECT_THAT(error(R"({"token":"SECRET\nSECRET"})"), HasSubstr("status.token: the token contains a line break"));
  for (const char* time :
       {"SECRET", "2030-01-02", "2030-13-02T03:04:05Z", "2030-01-02T03:04:05", "2030-01-02T03:04:05+1"}) {
    EXPECT_THAT(error(R"({"token":"t","expirationTimestamp":")" + std::string(time) + "\"}"),
                HasSubstr("not an RFC 3339 time"));
  }
  for (const char* output : {"", "SECRET", "{\"SECRET", "[SECRET]", "kind: SECRET", "a: [SECRET\nb"}) {
    try {
      (void)detail::parse_exec_credential(output, v1);
      ADD_FAILURE() << output;
    } catch (const ConfigError& refused) {
      EXPECT_THAT(refused.what(), Not(HasSubstr("SECRET")));
    }
  }
}

TEST_F(Exec, CredentialsAreKeptUntilTheyExpire)
{
  const auto later = std::chrono::duration_cast<std::chrono::seconds>(clock.wall_now().time_since_epoch()) + 1h;
  const std::chrono::sys_seconds at{later};
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(at - day);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02dZ", int(date.year()), unsigned(date.month()),
                unsigned(date.day()), int(time.hours().count()), int(time.minutes().count()),
                int(time.seconds().count()));
  processes.says(R"({"token":"one","expirationTimestamp":")" + std::string(text) + "\"}");
  processes.says(R"({"token":"two"})");
  EXPECT_EQ(get().header, "Bearer one");
  clock.advance(59min);
  EXPECT_EQ(get().header, "Bearer one");
  clock.advance(2min);
  EXPECT_EQ(get().header, "Bearer two");
  clock.advance(1000h);
  EXPECT_EQ(get().header, "Bearer two") << "without an expiry they serve until a 401";
  EXPECT_EQ(processes.commands().size(), 2U);
}

TEST_F(Exec, A401RunsItAgainOnce)
{
  processes.says(R"({"token":"one"})").says(R"({"token":"two"})").ends({ProcessOutcome::End::exited, 1, "", ""});
  const auto first = get();
  EXPECT_TRUE(refresh(first.generation));
  EXPECT_TRUE(refresh(first.generation)) << "another call was refused with the old ones";
  EXPECT_EQ(processes.commands().size(), 2U);
  const auto second = get();
  EXPECT_EQ(second.header, "Bearer two");
  EXPECT_FALSE(refresh(second.generation)) << "the plugin fails: the 401 is the answer";
  EXPECT_EQ(get().header, "Bearer two");
}

TEST_F(Exec, ManyCallsWaitForOneRun)
{
  std::promise<void> go;
  auto gate = go.get_future().share();
  processes.then([gate](const ProcessCommand&, const std::stop_token&) {
    gate.wait();
    return ProcessOutcome{ProcessOutcome::End::exited, 0,
                          R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",)"
                          R"("status":{"token":"t"}})",
                          ""};
  });
  std::vector<std::future<detail::Authorization>> all;
  for (int count = 0; count < 20; ++count) all.push_back(start());
  EXPECT_TRUE(eventually([&] { return processes.commands().size() == 1; }));
  go.set_value();
  for (auto& one : all) EXPECT_EQ(one.get().header, "Bearer t");
  EXPECT_EQ(processes.commands().size(), 1U);
}

TEST_F(Exec, ACallDoesNotWaitLongerThanItMay)
{
  processes.hangs();
  detail::CredentialBounds bounds;
  bounds.deadline = clock.now() + 5s;
  std::stop_source stop;
  detail::CredentialBounds stoppable;
  stoppable.stop = stop.get_token();
  auto short_one = start(bounds);
  auto stopped = start(stoppable);
  auto patient = start();
  ASSERT_TRUE(eventually([&] { return processes.hanging == 1; }));
  clock.advance(5s);
  EXPECT_THAT(error_of(std::move(short_one), TransportErrc::timeout), HasSubstr("before the deadline of this call"));
  stop.request_stop();
  EXPECT_THAT(error_of(std::move(stopped), TransportErrc::cancelled), HasSubstr("cancelled"));
  EXPECT_EQ(processes.hanging, 1) << "others still wait";
  clock.advance(55s);
  EXPECT_THAT(error_of(std::move(patient)), HasSubstr("did not finish in time and was killed"));
  EXPECT_EQ(processes.hanging, 0);
  bounds.deadline = clock.now() + 1s;
  auto next = start(bounds);
  ASSERT_TRUE(eventually([&] { return processes.hanging == 1; }));
  clock.advance(1s);
  EXPECT_THAT(error_of(std::move(next), TransportErrc::timeout), HasSubstr("deadline"));
}

TEST_F(Exec, FailuresSayWhatToDo)
{
  config.exec->env = {{"A", "SECRET-value"}};
  config.exec->install_hint = "try\x1b[31m apt install plugin";
  const auto fails = [&](ProcessOutcome outcome) {
    credentials.reset();
    FakeProcesses once;
    once.ends(std::move(outcome));
    runtime.processes = &once;
    auto error = error_of(start());
    credentials.reset();
    runtime.processes = &processes;
    return error;
  };
  using End = ProcessOutcome::End;
  const std::string name = "kubeconfig /a: users[0].user.exec: the credential plugin plugin ";
  EXPECT_EQ(fails({End::exited, 7, "SECRET", "no login\nwith SECRET-value\n"}),
            name + "failed with exit code 7: no login with ***");
  EXPECT_EQ(fails({End::signalled, 9, "", ""}), name + "was killed by signal 9");
  EXPECT_EQ(fails({End::not_found, 2, "", ""}),
            name + "was not found: install it, or correct `command`. try [31m apt install plugin");
  EXPECT_THAT(fails({End::not_started, 13, "", ""}), HasSubstr("(Permission denied): is it executable?"));
  EXPECT_THAT(fails({End::too_long, 0, "SECRET", ""}), HasSubstr("wrote more output than"));
  EXPECT_THAT(fails({End::exited, 0, "SECRET", ""}), HasSubstr("its output is not an ExecCredential"));
  runtime.processes = nullptr;
  EXPECT_THROW((void)source(), ConfigError);
  runtime.processes = &processes;
}

TEST_F(Exec, InteractionFollowsTheMode)
{
  processes.says(R"({"token":"t"})");
  const auto interactive = [&](ExecInteraction mode, bool terminal) {
    credentials.reset();
    config.exec->interaction = mode;
    processes.terminal = terminal;
    get();
    return processes.commands().back().interactive;
  };
  EXPECT_FALSE(interactive(ExecInteraction::never, true));
  EXPECT_FALSE(interactive(ExecInteraction::if_available, false));
  EXPECT_TRUE(interactive(ExecInteraction::if_available, true));
  EXPECT_TRUE(interactive(ExecInteraction::always, true));
  EXPECT_THAT(processes.commands().back().environment.back().second, HasSubstr(R"("interactive":true)"));
  credentials.reset();
  processes.terminal = false;
  EXPECT_THAT(error_of(start()), HasSubstr("standard input is not one"));
}

TEST_F(Exec, AClientCertificateIsHandedToTls)
{
  processes.says(R"({"clientCertificateData":"C1","clientKeyData":"K1"})");
  processes.says(R"({"token":"t","clientCertificateData":"C2","clientKeyData":"K2"})");
  processes.says(R"({"clientCertificateData":"BAD","clientKeyData":"K"})");
  const auto first = get();
  EXPECT_EQ(first.header, "");
  EXPECT_THAT(applied, ::testing::ElementsAre("C1+K1"));
  EXPECT_TRUE(refresh(first.generation));
  EXPECT_EQ(get().header, "Bearer t");
  EXPECT_THAT(applied, ::testing::ElementsAre("C1+K1", "C2+K2"));
  EXPECT_FALSE(refresh(get().generation)) << "what it says cannot be used";
  EXPECT_EQ(get().header, "Bearer t");
}

constexpr const char* kAge = "rest_client_exec_plugin_certificate_rotation_age";
constexpr const char* kTimeToLive = "rest_client_exec_plugin_ttl_seconds";

// The series and labels of client-go's TestCallsMetric and TestCertificateExpirationTracker.
TEST_F(Exec, CallsAreCounted)
{
  testing::RecordingMetrics metrics;
  runtime.metrics = &metrics;
  using End = ProcessOutcome::End;
  processes.says(R"({"token":"t"})")
      .ends({End::exited, 7, "", ""})
      .ends({End::signalled, 9, "", ""})
      .ends({End::not_found, 2, "", ""})
      .ends({End::not_started, 13, "", ""})
      .ends({End::too_long, 0, "", ""})
      .ends({End::exited, 0, "no credential", ""})
      .then(
          [](const ProcessCommand&, const std::stop_token&) -> ProcessOutcome { throw std::runtime_error("broken"); });
  const auto generation = get().generation;
  for (int count = 0; count < 6; ++count) EXPECT_FALSE(refresh(generation));
  EXPECT_THROW((void)refresh(generation), std::runtime_error);
  credentials.reset();
  const auto calls = [&](const char* code, const char* status) {
    return metrics.value("rest_client_exec_plugin_call_total", {{"code", code}, {"call_status", status}});
  };
  EXPECT_EQ(calls("-1", "plugin_execution_error"), 2);
  EXPECT_EQ(calls("0", "no_error"), 2);
  EXPECT_EQ(calls("1", "client_internal_error"), 1);
  EXPECT_EQ(calls("1", "plugin_not_found_error"), 2);
  EXPECT_EQ(calls("7", "plugin_execution_error"), 1);
  EXPECT_THAT(metrics.series(), ::testing::SizeIs(6)) << "and the ages of certificates";
  EXPECT_THAT(metrics.observations(kAge), ::testing::Optional(::testing::IsEmpty()));
}

TEST_F(Exec, TheCertificatesAgeAndTimeToLiveAreMeasured)
{
  testing::RecordingMetrics metrics;
  runtime.metrics = &metrics;
  const CertificateAuthority authority(clock);
  CertificateRequest request;
  request.common_name = "u";
  request.server = false;
  request.not_before = -10min;
  const auto says = [&](Duration lifetime) {
    request.not_after = lifetime;
    std::string pem = authority.issue(request).cert_pem;
    for (auto at = pem.find('\n'); at != std::string::npos; at = pem.find('\n', at + 2)) pem.replace(at, 1, "\\n");
    processes.says(R"({"clientCertificateData":")" + pem + R"(","clientKeyData":"K"})");
  };
  constexpr double unused = std::numeric_limits<double>::infinity();
  processes.says(R"({"token":"t"})");
  says(2h);
  const auto first = get();
  EXPECT_EQ(metrics.value(kTimeToLive), unused) << "a token has none";
  EXPECT_TRUE(refresh(first.generation));
  EXPECT_THAT(metrics.value(kTimeToLive), ::testing::Optional(::testing::DoubleEq(7200)));
  clock.advance(1h);
  EXPECT_THAT(metrics.value(kTimeToLive), ::testing::Optional(::testing::DoubleEq(3600)));
  EXPECT_TRUE(refresh(get().generation)) << "the same again is no rotation";
  EXPECT_THAT(metrics.observations(kAge), ::testing::Optional(::testing::IsEmpty()));
  clock.advance(2h);
  EXPECT_THAT(metrics.value(kTimeToLive), ::testing::Optional(::testing::DoubleEq(-3600)));
  says(24h);
  EXPECT_TRUE(refresh(get().generation));  // the script's last one again, once more
  EXPECT_TRUE(refresh(get().generation));
  EXPECT_THAT(metrics.observations(kAge), ::testing::Optional(::testing::ElementsAre(3 * 3600 + 600)));
  EXPECT_THAT(metrics.value(kTimeToLive), ::testing::Optional(::testing::DoubleEq(24 * 3600)));
  processes.says(R"({"token":"t"})");
  EXPECT_TRUE(refresh(get().generation));
  EXPECT_TRUE(refresh(get().generation));
  EXPECT_EQ(metrics.value(kTimeToLive), unused);
  EXPECT_THAT(metrics.observations(kAge), ::testing::Optional(::testing::ElementsAre(3 * 3600 + 600, 600)));
  const auto buckets = metrics.buckets(kAge).value();
  EXPECT_EQ(buckets.size(), 11U);
  EXPECT_EQ(buckets.front(), 600);
  EXPECT_EQ(buckets.back(), 124416000);
}

TEST_F(Exec, APluginIsStoppedWhenTheProgramEnds)
{
  processes.hangs();
  std::optional<SystemRuntime> ending(std::in_place);
  Runtime its = ending->runtime();
  its.clock = &clock;
  its.processes = &processes;
  auto longer = detail::make_exec_credentials(its, config, nullptr);
  asio::co_spawn(its.executor, longer->get({}), asio::detached);
  ASSERT_TRUE(eventually([&] { return processes.hanging == 1; }));
  const auto end = std::async(std::launch::async, [&] { ending.reset(); });
  EXPECT_EQ(end.wait_for(20s), std::future_status::ready);
  longer.reset();  // stops it in any case
}

}  // namespace
}  // namespace kubexx
