// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/controller/detail/webhook_access.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "kubexx/http/certificate_validity.hpp"
#include "webhook_harness.hpp"

/// What the tests of a webhook authority have in common: replicas of one operator, one server, and clocks that jump.
namespace kubexx::testing {

inline const ResourceType kValidating{"admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration",
                                      "validatingwebhookconfigurations", Scope::cluster};
inline const ResourceType kMutating{"admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration",
                                    "mutatingwebhookconfigurations", Scope::cluster};
inline const ResourceType kCrds{"apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions",
                                Scope::cluster};
inline const ObjectKey kCertificates{"default", "trips-certificates"};
inline const std::string kHost = "trips.default.svc";

/// Another clock's time, with a wall clock that a test moves: the machine was suspended, or its clock is wrong.
class JumpingClock final : public Clock {
public:
  explicit JumpingClock(Clock& inner) : inner_(inner) {}
  [[nodiscard]] SteadyTime now() const noexcept override { return inner_.now(); }
  [[nodiscard]] WallTime wall_now() const noexcept override { return inner_.wall_now() + jumped_.load(); }
  [[nodiscard]] Timer call_at(SteadyTime when, std::function<void()> callback) override
  {
    return inner_.call_at(when, std::move(callback));
  }
  void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable_any& cv,
                  std::optional<SteadyTime> deadline, std::stop_token stop) override
  {
    inner_.wait_until(lock, cv, deadline, std::move(stop));
  }
  void jump(Duration by) { jumped_ = jumped_.load() + by; }

private:
  Clock& inner_;
  std::atomic<Duration> jumped_{Duration::zero()};
};

inline WebhookAuthorityOptions authority_options()
{
  WebhookAuthorityOptions options;
  options.service = "trips";
  options.namespace_ = "default";
  return options;
}

/// A replica of the operator.
struct Replica {
  std::unique_ptr<JumpingClock> clock;
  std::shared_ptr<ControlledTransport> transport;
  std::unique_ptr<Manager> manager;

  [[nodiscard]] TlsServerConfig served() const { return detail::webhook_certificate(*manager); }
};

class CertificatesHarness {
public:
  explicit CertificatesHarness(WebhookAuthorityOptions authority = authority_options(), bool elects = true)
      : sim({.seed = 1, .disorder = 0.2, .log = Log(log)}),
        clock(sim.clock()),
        server(server_options()),
        user(sim.user_runtime(), make_in_process_transport(sim.runtime(), server)),
        authority_(std::move(authority)),
        elects_(elects)
  {
  }
  ~CertificatesHarness()
  {
    for (const auto& replica : replicas) {
      if (!replica->manager) continue;
      replica->transport->on_request = nullptr;
      stop(*replica);
    }
  }

  Replica& add_replica()
  {
    auto replica = std::make_unique<Replica>();
    replica->clock = std::make_unique<JumpingClock>(static_cast<Clock&>(clock));
    Runtime runtime = sim.runtime();
    runtime.clock = replica->clock.get();
    replica->transport =
        std::make_shared<ControlledTransport>(runtime, make_in_process_transport(sim.runtime(), server));
    ManagerOptions options = without_listener();
    options.webhooks.authority = authority_;
    options.webhooks.endpoint_delay = Duration::zero();
    options.instance = "replica-" + std::to_string(replicas.size());
    if (elects_) {
      LeaderElectionOptions election;
      election.lease = "trips";
      election.namespace_ = "default";
      // Few renewals, so that weeks pass quickly.
      election.lease_duration = std::chrono::hours(3);
      election.renew_deadline = std::chrono::hours(2);
      election.retry_period = std::chrono::hours(1);
      options.leader_election = election;
    }
    replica->manager = std::make_unique<Manager>(Client(runtime, replica->transport), options);
    (void)replica->manager->webhooks().for_<Trip>().validates([](const Trip&) {});
    replicas.push_back(std::move(replica));
    return *replicas.back();
  }
  Replica& start_replica()
  {
    Replica& added = add_replica();
    added.manager->start();
    return added;
  }
  void stop(Replica& replica)
  {
    std::function<awaitable<void>()> work = [&replica] { return stop_manager(*replica.manager); };
    EXPECT_TRUE(sim.run(work, std::chrono::minutes(2))) << "async_stop does not come back";
    replica.manager.reset();
  }
  [[nodiscard]] Replica* leader()
  {
    for (const auto& replica : replicas) {
      if (replica->manager && replica->manager->is_leader()) return replica.get();
    }
    return nullptr;
  }
  [[nodiscard]] Replica* standby()
  {
    for (const auto& replica : replicas) {
      if (replica->manager && !replica->manager->is_leader()) return replica.get();
    }
    return nullptr;
  }

  bool until(const std::function<bool()>& done, Duration within = std::chrono::minutes(5))
  {
    return sim.run_until(done, within);
  }

  static std::string labels(const std::string& mark)
  {
    return mark.empty() ? "{}" : R"({"kubexx.dev/webhook-authority":")" + mark + R"("})";
  }
  void create_configuration(const ResourceType& type, const std::string& name, const std::string& mark)
  {
    const auto webhook = [](const std::string& called) {
      return R"({"name":")" + called + R"(.travel.example.org","admissionReviewVersions":["v1"],"sideEffects":"None",
        "failurePolicy":"Ignore","rules":[{"apiGroups":["travel.example.org"],"apiVersions":["v1"],
        "operations":["CREATE"],"resources":["trips"]}],
        "clientConfig":{"service":{"name":"trips","namespace":"default","path":"/x"}}})";
    };
    user.create(type, Object::parse(R"({"apiVersion":"admissionregistration.k8s.io/v1","kind":")" + type.kind +
                                    R"(","metadata":{"name":")" + name + R"(","labels":)" + labels(mark) +
                                    R"(},"webhooks":[)" + webhook("a") + "," + webhook("b") + "]}"));
  }
  void create_crd(const std::string& plural, const std::string& mark)
  {
    std::string kind = plural;
    kind[0] = static_cast<char>(kind[0] - 'a' + 'A');
    user.create(
        kCrds, Object::parse(
                   R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":")" +
                   plural + R"(.travel.example.org","labels":)" + labels(mark) +
                   R"(},"spec":{"group":"travel.example.org","names":{"kind":")" + kind + R"(","plural":")" + plural +
                   R"("},"scope":"Namespaced","versions":[{"name":"v1","served":true,
        "storage":true,"schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}],
        "conversion":{"strategy":"Webhook","webhook":{"conversionReviewVersions":["v1"],
        "clientConfig":{"service":{"name":"trips","namespace":"default","path":"/convert"}}}}}})"));
  }
  /// One marked object of each kind, one without a mark, and one that another operator owns.
  void create_everything()
  {
    for (const auto& [name, mark] : {std::pair<std::string, std::string>("marked", "default.trips-certificates"),
                                     {"plain", ""},
                                     {"foreign", "default.others"}}) {
      create_configuration(kValidating, name, mark);
      create_configuration(kMutating, name, mark);
      create_crd(name, mark);
    }
  }

  /// The bundles in the objects of that name; "" for a webhook without one.
  [[nodiscard]] std::vector<std::string> bundles(const std::string& name)
  {
    std::vector<std::string> found;
    const auto add = [&found](const nlohmann::json& config) {
      found.push_back(decode_base64(config.value("caBundle", "")).value_or("no base64"));
    };
    for (const auto& type : {kValidating, kMutating}) {
      const nlohmann::json object = user.get(type, {"", name}).json();
      for (const auto& webhook : object.at("webhooks")) add(webhook.at("clientConfig"));
    }
    add(user.get(kCrds, {"", name + ".travel.example.org"})
            .json()
            .at("spec")
            .at("conversion")
            .at("webhook")
            .at("clientConfig"));
    return found;
  }
  /// What stands in the Secret; empty if there is none.
  [[nodiscard]] std::string secret(const std::string& member)
  {
    for (const auto& object : user.list(kSecrets).items) {
      if (object.name() != kCertificates.name) continue;
      return decode_base64(object.json().value("data", nlohmann::json::object()).value(member, ""))
          .value_or("no base64");
    }
    return {};
  }
  void edit_secret(const nlohmann::json& data)
  {
    user.patch(kSecrets, kCertificates, Patch(nlohmann::json{{"data", data}}.dump()));
  }
  /// Why an API server would refuse a replica; "" if none would.
  [[nodiscard]] std::string problem()
  {
    for (const auto& replica : replicas) {
      if (!replica->manager) continue;
      const TlsServerConfig served = replica->served();
      if (served.cert_chain_pem.empty()) return "a replica has no certificate";
      for (const auto& bundle : bundles("marked")) {
        if (const auto refused = certificate_problem(served, bundle, kHost, clock.wall_now())) return *refused;
      }
    }
    return {};
  }
  /// Whether everything with the mark has the bundle of the Secret, and every replica serves its certificate.
  [[nodiscard]] bool complete()
  {
    const std::string bundle = secret("ca.crt");
    for (const auto& one : bundles("marked")) {
      if (one != bundle) return false;
    }
    for (const auto& replica : replicas) {
      if (replica->manager && replica->served().cert_chain_pem != secret("tls.crt")) return false;
    }
    return !bundle.empty();
  }
  /// Checks, before each write of a replica and after each step, that no API server refuses any replica.
  void watch_for_problems()
  {
    for (const auto& replica : replicas) {
      replica->transport->on_request = [this](const HttpRequest& request) -> std::unique_ptr<HttpResponse> {
        if (request.method == "GET") return nullptr;
        unseen_steps_ = kStepsOfAWrite;
        check();
        const bool fails = request.method == "PATCH" && every_second_patch_fails && ++patches_ % 2 == 1;
        return fails ? status_answer(500, "InternalError", "try again") : nullptr;
      };
    }
  }
  void check()
  {
    if (!found_problem.empty()) return;
    ++checks;
    found_problem = problem();
  }
  /// Checks if something may have changed since the last check.
  void check_after_step()
  {
    std::string now = std::to_string(clock.wall_now().time_since_epoch() / std::chrono::hours(1));
    for (const auto& replica : replicas) {
      if (replica->manager) now += replica->served().cert_chain_pem;
    }
    if (unseen_steps_ == 0 && now == checked_) return;
    if (unseen_steps_ > 0) --unseen_steps_;
    checked_ = std::move(now);
    check();
  }
  void run_checked(Duration span)
  {
    const SteadyTime end = clock.now() + span;
    while (clock.now() < end && sim.step(end)) check_after_step();
  }

  std::shared_ptr<RecordingLog> log = make_recording_log();
  SimulatedRuntime sim;
  JumpingClock clock;  ///< of the server; those of the replicas jump with it
  ApiServer server;
  Client user;
  std::vector<std::unique_ptr<Replica>> replicas;
  bool every_second_patch_fails = false;
  std::string found_problem;
  int checks = 0;

private:
  ApiServer::Options server_options()
  {
    ApiServer::Options options;
    options.clock = &clock;
    options.random = sim.runtime().random;
    options.bookmark_period = std::chrono::hours(1);
    return options;
  }
  static awaitable<void> stop_manager(Manager& manager) { (void)co_await manager.async_stop(); }

  // A request may take effect some steps after it was sent.
  static constexpr int kStepsOfAWrite = 5;

  const WebhookAuthorityOptions authority_;
  const bool elects_;
  int unseen_steps_ = 0;
  int patches_ = 0;
  std::string checked_;
};

}  // namespace kubexx::testing
