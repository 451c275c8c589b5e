// SPDX-License-Identifier: Apache-2.0
// A manager's webhooks, called by a real kube-apiserver for each kind of request.
#include <gmock/gmock.h>

#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/client/typed.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/controller/prometheus.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace hooks {

/// A ConfigMap, of which the webhooks know a part.
struct Settings {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
  std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(Settings, (), (metadata, data))

}  // namespace hooks
namespace {

using hooks::Settings;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;

const ResourceType mutating_configurations{"admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration",
                                           "mutatingwebhookconfigurations", Scope::cluster};
const ResourceType validating_configurations{"admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration",
                                             "validatingwebhookconfigurations", Scope::cluster};

class Webhooks : public RealServer {
protected:
  void SetUp() override
  {
    RealServer::SetUp();
    if (IsSkipped()) return;
    ManagerOptions options;
    options.webhooks.address = "127.0.0.1:0";
    options.webhooks.endpoint_delay = Duration::zero();
    options.webhooks.certificate = [this] { return certificate_; };
    manager_ = std::make_unique<Manager>(admin(), options);
    declare();
    manager_->start();
    configure();
  }
  void TearDown() override
  {
    if (manager_) {
      for (const auto* type : {&mutating_configurations, &validating_configurations}) {
        try {
          admin().delete_(*type, {"", ns()});
        } catch (const ApiError&) {
        }
      }
      EXPECT_TRUE(manager_->stop());
    }
    manager_.reset();
    RealServer::TearDown();
  }

  /// Notes the request: "UPDATE deployments/scale a by kubernetes-admin".
  void note(const AdmissionContext& context)
  {
    const AdmissionRequest& request = context.request();
    std::string line = std::string(to_string(request.operation)) + " " + request.resource.name;
    if (!request.subresource.empty()) line += "/" + request.subresource;
    const std::lock_guard lock(mutex_);
    seen_.push_back(line + " " + request.name + (request.dry_run ? " dry" : ""));
  }
  [[nodiscard]] std::vector<std::string> seen()
  {
    const std::lock_guard lock(mutex_);
    return seen_;
  }

  [[nodiscard]] Object settings(const std::string& name, std::map<std::string, std::string> data = {}) const
  {
    Settings made;
    made.metadata.namespace_ = ns();
    made.metadata.name = name;
    made.data = std::move(data);
    return Object::from(made);
  }
  template <class F>
  static std::string refusal(const F& call)
  {
    try {
      call();
    } catch (const ApiError& error) {
      return std::to_string(error.code()) + " " + std::string(error.reason()) + ": " + error.status().message;
    }
    return "accepted";
  }

private:
  void declare()
  {
    const auto webhooks = manager_->webhooks();
    (void)webhooks.for_<Settings>()
        .defaults([this](Settings& settings, AdmissionContext& context) {
          note(context);
          settings.data.emplace("defaulted", "yes");
          context.warn("be kind");
        })
        .validates([](const Settings& settings) {
          FieldErrors errors;
          if (settings.data.contains("bad")) errors.invalid("data[bad]", settings.data.at("bad"), "leave it out");
          if (settings.data.contains("worse")) errors.forbidden("data[worse]", "never");
          return errors;
        })
        .validates_update([](const Settings& before, const Settings& now) {
          FieldErrors errors;
          const auto fixed = before.data.find("fixed");
          if (fixed != before.data.end() && now.data != before.data) errors.forbidden("data", "it is fixed");
          return errors;
        })
        .validates_deletion([this](const Settings& before, AdmissionContext& context) {
          note(context);
          return before.data.contains("kept") ? AdmissionVerdict::denied("it is kept") : AdmissionVerdict();
        });
    const auto look = [this](AdmissionContext& context) { note(context); };
    WebhookOptions scales;
    scales.subresource = "scale";
    webhooks.validates(deployments(), look, scales);
    WebhookOptions statuses;
    statuses.subresource = "status";
    webhooks.validates(foos(), look, statuses);
    WebhookOptions execs;
    execs.subresource = "exec";
    webhooks.validates(
        pods(),
        [this](AdmissionContext& context) {
          note(context);
          return AdmissionVerdict::denied("no " + std::string(context.request().object.kind()) + " here");
        },
        execs);
  }

  [[nodiscard]] json entry(const std::string& path, std::vector<std::string> operations, const ResourceType& type,
                           const std::string& subresource = "") const
  {
    std::string name = path.substr(1) + ".kubexx.dev";
    for (std::size_t at = 0; (at = name.find("--", at)) != std::string::npos;) name.erase(at, 1);
    return {{"name", name},
            {"admissionReviewVersions", {"v1"}},
            {"sideEffects", "None"},
            {"clientConfig",
             {{"url", "https://127.0.0.1:" + std::to_string(manager_->webhook_port()) + path},
              {"caBundle", encode_base64(authority_.cert_pem())}}},
            {"namespaceSelector", {{"matchLabels", {{"kubernetes.io/metadata.name", ns()}}}}},
            {"rules",
             {{{"operations", operations},
               {"apiGroups", {type.group}},
               {"apiVersions", {type.version}},
               {"resources", {subresource.empty() ? type.plural : type.plural + "/" + subresource}}}}}};
  }
  void configure()
  {
    json mutating = {{"apiVersion", "admissionregistration.k8s.io/v1"},
                     {"kind", "MutatingWebhookConfiguration"},
                     {"metadata", {{"name", ns()}}},
                     {"webhooks", {entry("/mutate--v1-configmap", {"CREATE", "UPDATE"}, config_maps())}}};
    json validating = mutating;
    validating["kind"] = "ValidatingWebhookConfiguration";
    validating["webhooks"] = {
        entry("/validate--v1-configmap", {"CREATE", "UPDATE", "DELETE"}, config_maps()),
        entry("/validate-apps-v1-deployment-scale", {"UPDATE"}, deployments(), "scale"),
        entry("/validate-samplecontroller-k8s-io-v1alpha1-foo-status", {"UPDATE"}, foos(), "status"),
        entry("/validate--v1-pod-exec", {"CONNECT"}, pods(), "exec")};
    (void)admin().create(mutating_configurations, Object::from_json(mutating));
    (void)admin().create(validating_configurations, Object::from_json(validating));
    // kube-apiserver learns of configurations by a watch.
    int round = 0;
    EXPECT_TRUE(eventually([&] {
      const std::string name = "probe-" + std::to_string(round++);
      const Object made = admin().create(config_maps(), settings(name));
      const bool mutates = made.at("/data/defaulted").equals("yes");
      return mutates &&
             refusal([&] { (void)admin().create(config_maps(), settings(name + "x", {{"bad", "x"}})); }) != "accepted";
    }));
    const std::lock_guard lock(mutex_);
    seen_.clear();
  }

  CertificateAuthority authority_{*runtime().clock};
  TlsServerConfig certificate_ = [this] {
    CertificateRequest request;
    request.ip_addresses = {"127.0.0.1"};
    const CertificateAndKey made = authority_.issue(request);
    return TlsServerConfig{made.cert_pem, made.key_pem, ""};
  }();
  std::unique_ptr<Manager> manager_;
  std::mutex mutex_;
  std::vector<std::string> seen_;  // guarded by mutex_
};

TEST_F(Webhooks, EachKindOfRequestIsDefaultedAndValidated)
{
  const ObjectKey a{ns(), "a"};
  const Object made = admin().create(config_maps(), settings("a", {{"k", "v"}}));
  EXPECT_TRUE(made.at("/data/defaulted").equals("yes"));
  EXPECT_TRUE(made.at("/data/k").equals("v"));

  const std::string invalid =
      refusal([&] { (void)admin().create(config_maps(), settings("b", {{"bad", "x"}, {"worse", "y"}})); });
  EXPECT_THAT(
      invalid,
      AllOf(HasSubstr("422 Invalid: admission webhook \"validate-v1-configmap.kubexx.dev\" denied the request: "),
            HasSubstr("ConfigMap \"b\" is invalid: [data[bad]: Invalid value: \"x\": leave it out, "
                      "data[worse]: Forbidden: never]")));

  // Update, merge patch, JSON patch and apply.
  json changed = made.json();
  changed["data"].erase("defaulted");
  changed["data"]["k"] = "w";
  EXPECT_TRUE(admin().update(config_maps(), Object::from_json(changed)).at("/data/defaulted").equals("yes"));
  EXPECT_TRUE(admin()
                  .patch(config_maps(), a, Patch(R"({"data":{"defaulted":null,"fixed":"f"}})"))
                  .at("/data/defaulted")
                  .equals("yes"));
  EXPECT_THAT(refusal([&] {
                (void)admin().patch(config_maps(), a,
                                    {PatchType::json, R"([{"op":"add","path":"/data/z","value":"1"}])"});
              }),
              HasSubstr("data: Forbidden: it is fixed"));
  PatchOptions apply;
  apply.field_manager = "e2e";
  EXPECT_THAT(
      refusal([&] {
        (void)admin().patch(
            config_maps(), {ns(), "c"},
            {PatchType::apply, R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"bad":"y"}})"},
            apply);
      }),
      HasSubstr("data[bad]: Invalid value: \"y\""));

  // Delete, and delete-collection, which asks for each object.
  admin().delete_(config_maps(), a);
  (void)admin().create(config_maps(), settings("kept", {{"kept", "1"}}));
  EXPECT_THAT(
      refusal([&] { admin().delete_(config_maps(), {ns(), "kept"}); }),
      HasSubstr(
          "403 Forbidden: admission webhook \"validate-v1-configmap.kubexx.dev\" denied the request: it is kept"));
  ListOptions in_namespace;
  in_namespace.namespace_ = ns();
  EXPECT_THAT(refusal([&] { (void)admin().delete_collection(config_maps(), in_namespace); }), HasSubstr("it is kept"));
  EXPECT_THAT(seen(), Contains("DELETE configmaps kept"));
  EXPECT_THAT(seen(), Contains("DELETE configmaps a"));

  WriteOptions dry;
  dry.dry_run = true;
  (void)admin().create(config_maps(), settings("dry"), dry);
  EXPECT_THAT(seen(), Contains("CREATE configmaps dry dry"));
}

TEST_F(Webhooks, SubresourcesAndConnectsHaveWebhooksOfTheirOwn)
{
  const json deployment = {
      {"apiVersion", "apps/v1"},
      {"kind", "Deployment"},
      {"metadata", {{"namespace", ns()}, {"name", "d"}}},
      {"spec",
       {{"replicas", 0},
        {"selector", {{"matchLabels", {{"a", "b"}}}}},
        {"template",
         {{"metadata", {{"labels", {{"a", "b"}}}}}, {"spec", {{"containers", {{{"name", "x"}, {"image", "x"}}}}}}}}}}};
  (void)admin().create(deployments(), Object::from_json(deployment));
  (void)admin().patch(deployments(), {ns(), "d"}, Patch(R"({"spec":{"replicas":1}})"), {}, "scale");
  EXPECT_THAT(seen(), Contains("UPDATE deployments/scale d"));

  (void)admin().create(foos(), foo(ns(), "f", "f", 1));
  (void)admin().patch(foos(), {ns(), "f"}, Patch(R"({"status":{"availableReplicas":1}})"), {}, "status");
  EXPECT_THAT(seen(), Contains("UPDATE foos/status f"));

  const json pod = {{"apiVersion", "v1"},
                    {"kind", "Pod"},
                    {"metadata", {{"namespace", ns()}, {"name", "p"}}},
                    {"spec", {{"containers", {{{"name", "x"}, {"image", "x"}}}}}}};
  (void)admin().create(pods(), Object::from_json(pod));
  const Outcome outcome = kubectl({"exec", "-n", ns(), "p", "--", "true"});
  EXPECT_THAT(outcome.out + outcome.err, HasSubstr("denied the request: no PodExecOptions here"));
}

TEST_F(Webhooks, KubectlPrintsTheCausesAndTheWarnings)
{
  const Outcome refused = kubectl({"create", "-n", ns(), "-f", "-"},
                                  R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},
                                      "data":{"bad":"1","worse":"2"}})");
  EXPECT_EQ(refused.err,
            "Warning: be kind\nThe ConfigMap \"x\" is invalid: \n* data[bad]: Invalid value: \"1\": leave it out\n"
            "* data[worse]: Forbidden: never\n");
  const Outcome accepted = kubectl({"create", "configmap", "y", "-n", ns()});
  EXPECT_THAT(accepted.err, HasSubstr("Warning: be kind"));
}

}  // namespace
}  // namespace kubexx::e2e
