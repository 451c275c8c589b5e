// SPDX-License-Identifier: Apache-2.0
#include "operator_webhooks.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/controller/detail/webhook_access.hpp"
#include "kubexx/controller/webhook_target.hpp"
#include "kubexx/http/client_transport.hpp"
#include "simulated_webhooks.hpp"

namespace kubexx::testing {

namespace {

using nlohmann::json;

constexpr Duration kUsed = std::chrono::seconds(30);
const ResourceType kMarkers{"apps", "v1", "ControllerRevision", "controllerrevisions"};
constexpr const char* kMarkerLabel = "testing.kubexx.io/webhooks";
constexpr const char* kMarkerName = "probe.testing.kubexx.io";

ResourceType type_of(const Object& configuration)
{
  const bool mutating = configuration.kind() == "MutatingWebhookConfiguration";
  return {"admissionregistration.k8s.io", "v1", std::string(configuration.kind()),
          mutating ? "mutatingwebhookconfigurations" : "validatingwebhookconfigurations", Scope::cluster};
}

json requirement(const char* key, const std::string& value)
{
  return {{"key", key}, {"operator", "In"}, {"values", {value}}};
}

std::string object_name(std::string name)
{
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool usual = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (!usual) c = '-';
  }
  return name;
}

/// A webhook that refuses ControllerRevisions, which operators hardly ever use, with a label of its own, because
/// nothing serves it.
json marker_webhook(const std::string& url, const std::string& ca_pem, const std::string& ns, const std::string& label)
{
  json webhook = {{"name", kMarkerName},
                  {"admissionReviewVersions", {"v1"}},
                  {"failurePolicy", "Fail"},
                  {"sideEffects", "None"},
                  {"timeoutSeconds", 5}};
  webhook["clientConfig"] = {{"url", url + WebhookFront::probe_path}, {"caBundle", encode_base64(ca_pem)}};
  webhook["rules"] = json::array({{{"apiGroups", {"apps"}},
                                   {"apiVersions", {"v1"}},
                                   {"operations", {"CREATE"}},
                                   {"resources", {"controllerrevisions"}},
                                   {"scope", "Namespaced"}}});
  webhook["namespaceSelector"]["matchExpressions"] = json::array({requirement("kubernetes.io/metadata.name", ns)});
  webhook["objectSelector"]["matchLabels"][kMarkerLabel] = label;
  return webhook;
}

}  // namespace

OperatorWebhooks::OperatorWebhooks(TestWorld& world, std::shared_ptr<WebhookFaults> faults, bool shared_server)
    : world_(world), faults_(std::move(faults)), shared_server_(shared_server)
{
}

OperatorWebhooks::~OperatorWebhooks()
{
  if (!shared_server_) return;
  for (const Object& one : applied_) {
    try {
      world_.user().delete_(type_of(one), one.key());
    } catch (const std::exception&) {
      // It selects the namespace of the test alone, which is deleted too.
    }
  }
}

void OperatorWebhooks::prepare(ManagerOptions& options)
{
  if (world_.webhooks() != nullptr) {
    options.webhooks.address.clear();
    return;
  }
  options.webhooks.address = "127.0.0.1:0";
  // Called first by Manager::start(), on this thread, if there is a webhook.
  options.webhooks.certificate = [this] {
    if (!front_) front_ = std::make_unique<WebhookFront>(world_.runtime(), faults_);
    return front_->certificate();
  };
  options.webhooks.endpoint_delay = Duration::zero();  // the front knows at once
}

void OperatorWebhooks::begin(const Manager& manager, std::function<bool()> alive)
{
  if (SimulatedWebhooks* const simulated = world_.webhooks()) {
    simulated->serve([&manager, alive = std::move(alive)](HttpRequest request) {
      if (!alive()) request.target = "/";  // nothing is served there
      return detail::async_call_webhook(manager, std::move(request));
    });
  } else {
    if (!front_) return;
    front_->set_port(
        [port = manager.webhook_port(), alive = std::move(alive)] { return alive() ? port : std::uint16_t{0}; });
  }
  apply(manager);
}

void OperatorWebhooks::end()
{
  if (SimulatedWebhooks* const simulated = world_.webhooks()) simulated->serve({});
  if (front_) front_->set_port({});
}

awaitable<void> OperatorWebhooks::call(const Manager& manager, HttpRequest request,
                                       std::shared_ptr<HttpResponse> to) const
{
  if (world_.webhooks() != nullptr) {
    return handle(detail::async_call_webhook(manager, std::move(request)), std::move(to));
  }
  if (!front_) throw std::logic_error("OperatorTest::call_webhook: the operator has no webhook");
  ClientTransportOptions there;
  there.host = "127.0.0.1";
  there.port = manager.webhook_port();
  there.tls.emplace();
  there.tls->ca_pem = front_->ca_pem();
  if (!request.headers.find("Host")) request.headers.add("Host", there.host);
  return send(make_client_transport(without_metrics(world_.runtime()), std::move(there)), std::move(request),
              std::move(to));
}

awaitable<void> OperatorWebhooks::send(std::shared_ptr<Transport> server, HttpRequest request,
                                       std::shared_ptr<HttpResponse> to)
{
  auto sending = server->exchange(std::move(request), ExchangeLimits());
  *to = co_await std::move(sending);
}

awaitable<void> OperatorWebhooks::handle(awaitable<HttpResponse> handling, std::shared_ptr<HttpResponse> to)
{
  *to = co_await std::move(handling);
}

std::string OperatorWebhooks::take_failure()
{
  SimulatedWebhooks* const simulated = world_.webhooks();
  return simulated == nullptr ? std::string() : simulated->take_failure();
}

void OperatorWebhooks::apply(const Manager& manager)
{
  WebhookTarget target;
  target.name = object_name(manager.options().name);
  if (shared_server_) target.name += "-" + world_.ns();
  target.namespace_ = target.name + "-system";  // not that of the test, which the default selectors would leave out
  target.url = front_ ? front_->url() : "https://operator.test";
  if (front_) target.ca_bundle = front_->ca_pem();
  const auto wanted = manager.webhook_configurations(target);
  const bool same = std::equal(wanted.begin(), wanted.end(), applied_.begin(), applied_.end(),
                               [](const Object& a, const Object& b) { return a.bytes() == b.bytes(); });
  if (same) return;
  applied_ = wanted;
  for (const Object& configuration : wanted) {
    json made = configuration.json();
    if (shared_server_) {
      for (json& webhook : made["webhooks"]) {
        webhook["namespaceSelector"]["matchExpressions"].push_back(
            requirement("kubernetes.io/metadata.name", world_.ns()));
      }
    }
    json marker;
    if (front_) {
      marker = {{"revision", 1},
                {"data", {{"kept", false}}},
                {"metadata",
                 {{"generateName", "probe-"},
                  {"namespace", world_.ns()},
                  {"labels", {{kMarkerLabel, "n" + std::to_string(++markers_)}}}}}};
      made["webhooks"].push_back(
          marker_webhook(front_->url(), front_->ca_pem(), world_.ns(), marker["metadata"]["labels"][kMarkerLabel]));
    }
    PatchOptions force;
    force.force = true;
    (void)world_.user().apply(type_of(configuration), Object::from_json(made), force);
    if (front_) wait_until_used(marker);
  }
}

void OperatorWebhooks::wait_until_used(const json& marker)
{
  WriteOptions dry_run;
  dry_run.dry_run = true;
  const auto is_used = [&] {
    try {
      (void)world_.user().create(kMarkers, Object::from_json(marker), dry_run);
      return false;
    } catch (const ApiError& error) {
      if (std::string(error.what()).find(kMarkerName) == std::string::npos) throw;
      return true;
    }
  };
  if (!world_.run_until(is_used, kUsed)) {
    throw std::runtime_error("OperatorTest: the API server does not use the webhook configurations that were applied");
  }
}

}  // namespace kubexx::testing
