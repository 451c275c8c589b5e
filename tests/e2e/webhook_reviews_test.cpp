// SPDX-License-Identifier: Apache-2.0
// A kube-apiserver that asks a manager whose token it has got, and what the user may do.
#include <gmock/gmock.h>

#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "kubexx/controller/manager.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;

class WebhookReviews : public BareControlPlane {
protected:
  void SetUp() override
  {
    BareControlPlane::SetUp();
    if (IsSkipped()) return;
    ClientConfig unused;
    unused.server = "https://127.0.0.1:1";
    ManagerOptions options;
    options.webhooks.address = "127.0.0.1:0";
    options.webhooks.endpoint_delay = Duration::zero();
    options.webhooks.certificate = [this] { return certificate(); };
    manager_ = std::make_unique<Manager>(Client::connect(runtime(), unused), options);
    const auto webhooks = manager_->webhooks();
    webhooks.authenticates("/tokens", [this](const TokenReviewRequest& review) { return user_of(review); });
    webhooks.authorizes("/access", [this](const AccessReviewRequest& review) { return decision_on(review); });
    manager_->start();
  }
  void TearDown() override
  {
    if (manager_) {
      EXPECT_TRUE(manager_->stop());
    }
    BareControlPlane::TearDown();
  }

  /// The options of an API server that asks the manager, in this version of the reviews.
  [[nodiscard]] std::vector<std::string> flags(const std::string& version) const
  {
    std::filesystem::create_directories(folder());
    write_file(folder() / "webhooks-ca.crt", authority_.cert_pem());
    return {"--authentication-token-webhook-config-file=" + config_for("tokens"),
            "--authentication-token-webhook-version=" + version,
            "--authorization-mode=Webhook",  // beside RBAC
            "--authorization-webhook-config-file=" + config_for("access"),
            "--authorization-webhook-version=" + version};
  }
  [[nodiscard]] std::string config_for(const std::string& path) const
  {
    const auto file = folder() / (path + ".kubeconfig");
    write_file(file,
               kubeconfig_text("webhook", "https://127.0.0.1:" + std::to_string(manager_->webhook_port()) + "/" + path,
                               folder() / "webhooks-ca.crt", "unused"));
    return file.string();
  }
  static json user_info(const Client& client)
  {
    const ResourceType reviews{"authentication.k8s.io", "v1", "SelfSubjectReview", "selfsubjectreviews",
                               Scope::cluster};
    const json body = {{"apiVersion", "authentication.k8s.io/v1"}, {"kind", "SelfSubjectReview"}};
    return client.create(reviews, Object::from_json(body)).json().at("status").at("userInfo");
  }
  static std::string refusal(const Client& client, const ResourceType& type)
  {
    try {
      (void)client.list(type);
    } catch (const ApiError& error) {
      return std::to_string(error.status().code) + " " + error.what();
    }
    return "allowed";
  }
  [[nodiscard]] std::set<std::string> asked()
  {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

private:
  [[nodiscard]] TlsServerConfig certificate() const
  {
    CertificateRequest leaf;
    leaf.ip_addresses = {"127.0.0.1"};
    const CertificateAndKey made = authority_.issue(leaf);
    return {made.cert_pem, made.key_pem, ""};
  }
  TokenVerdict user_of(const TokenReviewRequest& review)
  {
    note("token " + review.token);
    if (review.token == "of-nobody") return TokenVerdict::unauthenticated("the directory does not answer");
    if (review.token != "of-ada") return {};
    AdmissionUser ada;
    ada.name = "ada";
    ada.uid = "7";
    ada.groups = {"dev"};
    ada.extra["example.org/team"] = {"blue"};
    return TokenVerdict::authenticated(std::move(ada));
  }
  AccessVerdict decision_on(const AccessReviewRequest& review)
  {
    note(review.user.name + (review.user.is_in("dev") ? " of dev " : " ") + review.verb + " " + review.resource +
         review.path);
    if (review.user.name != "ada") return {};
    if (review.resource == "secrets") return AccessVerdict::denied("secrets stay secret");
    return review.resource == "configmaps" ? AccessVerdict::allowed() : AccessVerdict::no_opinion("not mine");
  }
  void note(const std::string& line)
  {
    const std::lock_guard lock(mutex_);
    asked_.insert(line);
  }

  CertificateAuthority authority_{*runtime().clock, "webhook-ca"};
  std::mutex mutex_;
  std::set<std::string> asked_;  // guarded by mutex_
  std::unique_ptr<Manager> manager_;
};

class WebhookReviewsOf : public WebhookReviews, public ::testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Versions, WebhookReviewsOf, ::testing::Values("v1", "v1beta1"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST_P(WebhookReviewsOf, DecideWhoAUserIsAndWhatItMayDo)
{
  const PlaneFiles files{start(flags(GetParam())).directory()};
  const Client ada = client_with("of-ada", files);
  const json user = user_info(ada);
  EXPECT_EQ(user.value("username", ""), "ada");
  EXPECT_EQ(user.value("uid", ""), "7");
  EXPECT_THAT(user.at("groups").get<std::vector<std::string>>(),
              AllOf(Contains("dev"), Contains("system:authenticated")));
  EXPECT_EQ(user.at("extra").at("example.org/team"), json::array({"blue"}));

  EXPECT_EQ(refusal(ada, config_maps()), "allowed");
  EXPECT_THAT(refusal(ada, secrets()), AllOf(HasSubstr("403"), HasSubstr("secrets stay secret")));
  EXPECT_THAT(refusal(ada, pods()), AllOf(HasSubstr("403"), HasSubstr("not mine")));
  EXPECT_THAT(refusal(client_with("of-bob", files), config_maps()), HasSubstr("401"));
  EXPECT_THAT(refusal(client_with("of-nobody", files), config_maps()), HasSubstr("401"));
  EXPECT_THAT(asked(), AllOf(Contains("token of-bob"), Contains("ada of dev list configmaps")));
}

}  // namespace
}  // namespace kubexx::e2e
