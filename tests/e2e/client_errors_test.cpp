// SPDX-License-Identifier: Apache-2.0
// What the client makes of a real kube-apiserver's errors.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <chrono>
#include <nlohmann/json.hpp>

#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using ClientErrors = RealServer;

// The ApiError that `call` throws; fails the test when it throws none.
template <class F>
std::optional<ApiError> error_of(const F& call)
{
  try {
    call();
  } catch (const ApiError& error) {
    return error;
  }
  ADD_FAILURE() << "the call succeeded";
  return std::nullopt;
}

TEST_F(ClientErrors, NotFoundNamesWhatIsMissing)
{
  const auto error = error_of([&] { (void)admin().get(config_maps(), {ns(), "nope"}); });
  ASSERT_TRUE(error);
  EXPECT_TRUE(is_not_found(*error));
  EXPECT_EQ(error->code(), 404U);
  EXPECT_EQ(error->reason(), "NotFound");
  EXPECT_EQ(error->status().name, "nope");
  EXPECT_EQ(error->status().kind, "configmaps");
  EXPECT_FALSE(error->retryable());
  EXPECT_THAT(error->what(), AllOf(HasSubstr("get"), HasSubstr("configmaps"), HasSubstr("nope")));
}

TEST_F(ClientErrors, AKindThatIsNotInstalledIsNotFound)
{
  const ResourceType bars{"samplecontroller.k8s.io", "v1alpha1", "Bar", "bars"};
  const auto error = error_of([&] { (void)admin().list(bars); });
  ASSERT_TRUE(error);
  EXPECT_TRUE(is_not_found(*error)) << error->what();
  EXPECT_THAT(error->what(), HasSubstr("bars.samplecontroller.k8s.io"));
}

TEST_F(ClientErrors, ASecondCreateIsAlreadyExists)
{
  admin().create(config_maps(), config_map(ns(), "twice"));
  const auto error = error_of([&] { admin().create(config_maps(), config_map(ns(), "twice")); });
  ASSERT_TRUE(error);
  EXPECT_TRUE(is_already_exists(*error));
  EXPECT_FALSE(is_conflict(*error));
  EXPECT_EQ(error->code(), 409U);
}

TEST_F(ClientErrors, AnUpdateOfAnOldVersionIsAConflict)
{
  const auto old = admin().create(config_maps(), config_map(ns(), "raced"));
  admin().patch(config_maps(), {ns(), "raced"}, R"({"data":{"key":"newer"}})");
  const auto error = error_of([&] { admin().update(config_maps(), old); });
  ASSERT_TRUE(error);
  EXPECT_TRUE(is_conflict(*error));
  EXPECT_FALSE(is_already_exists(*error));
  EXPECT_EQ(admin().get(config_maps(), {ns(), "raced"}).at("/data/key").as_string(), "newer");
}

TEST_F(ClientErrors, InvalidCarriesTheFieldAsACause)
{
  const auto error = error_of([&] { admin().create(foos(), foo(ns(), "big", "d", 11)); });
  ASSERT_TRUE(error);
  EXPECT_TRUE(is_invalid(*error));
  EXPECT_EQ(error->code(), 422U);
  ASSERT_EQ(error->status().causes.size(), 1U);
  EXPECT_EQ(error->status().causes[0].field, "spec.replicas");
  EXPECT_THAT(error->status().causes[0].message, HasSubstr("less than or equal to 10"));
  EXPECT_THAT(error->what(), HasSubstr("spec.replicas"));
}

TEST_F(ClientErrors, StrictFieldValidationNamesTheUnknownField)
{
  auto tree = foo(ns(), "strict", "d", 1).json();
  tree["spec"]["replica"] = 3;
  WriteOptions strict;
  strict.field_validation = "Strict";
  const auto error = error_of([&] { admin().create(foos(), Object::from_json(tree), strict); });
  ASSERT_TRUE(error);
  EXPECT_TRUE(is_bad_request(*error)) << error->what();
  EXPECT_THAT(error->what(), HasSubstr("spec.replica"));
}

TEST_F(ClientErrors, ForbiddenNamesUserVerbAndResource)
{
  const auto error = error_of([&] { (void)client_with(powerless_token).list(deployments()); });
  ASSERT_TRUE(error);
  EXPECT_TRUE(is_forbidden(*error));
  EXPECT_EQ(error->code(), 403U);
  EXPECT_FALSE(error->retryable());
  EXPECT_THAT(error->what(), AllOf(HasSubstr("nobody-special"), HasSubstr("list"), HasSubstr("deployments.apps")));
}

TEST_F(ClientErrors, AnUnknownTokenIsUnauthorizedAndStaysSecret)
{
  const auto error = error_of([&] { (void)client_with("not-a-token-of-anyone").get(config_maps(), {ns(), "x"}); });
  ASSERT_TRUE(error);
  EXPECT_TRUE(is_unauthorized(*error));
  EXPECT_EQ(error->code(), 401U);
  EXPECT_THAT(error->what(), Not(HasSubstr("not-a-token-of-anyone")));
}

TEST_F(ClientErrors, CreateInATerminatingNamespaceSaysSo)
{
  auto tree = config_map(ns(), "hold").json();
  tree["metadata"]["finalizers"] = {"example.com/hold"};
  admin().create(config_maps(), Object::from_json(tree));
  admin().delete_(namespaces(), {"", ns()});
  const auto error = error_of([&] { admin().create(config_maps(), config_map(ns(), "late")); });
  admin().patch(config_maps(), {ns(), "hold"}, R"({"metadata":{"finalizers":null}})");
  ASSERT_TRUE(error);
  EXPECT_TRUE(is_namespace_terminating(*error)) << error->what();
  EXPECT_TRUE(is_forbidden(*error));
}

TEST_F(ClientErrors, AWatchFromTooOldAVersionIsGone)
{
  WatchOptions options;
  options.resource_version = "1";
  std::unique_ptr<WatchStream> stream;
  const auto error = error_of([&] {
    stream = open_watch(admin(), foos(), options);
    (void)next_event(*stream);
  });
  ASSERT_TRUE(error);
  EXPECT_TRUE(is_gone(*error)) << error->what();
}

TEST_F(ClientErrors, AContinueTokenThatIsNoneIsABadRequest)
{
  ListOptions options;
  options.namespace_ = ns();
  options.continue_ = "nonsense";
  const auto error = error_of([&] { (void)admin().list(config_maps(), options); });
  ASSERT_TRUE(error);
  EXPECT_TRUE(is_bad_request(*error)) << error->what();
}

TEST_F(ClientErrors, AnEmptyNameIsRefusedBeforeAnythingIsSent)
{
  EXPECT_THROW((void)admin().get(config_maps(), {ns(), ""}), std::invalid_argument);
  EXPECT_THROW((void)admin().get(config_maps(), {ns(), "a/b"}), std::invalid_argument);
  EXPECT_THROW((void)admin().get(config_maps(), {ns(), ".."}), std::invalid_argument);
}

const ResourceType flow_schemas{"flowcontrol.apiserver.k8s.io", "v1", "FlowSchema", "flowschemas", Scope::cluster};
const ResourceType priority_levels{"flowcontrol.apiserver.k8s.io", "v1", "PriorityLevelConfiguration",
                                   "prioritylevelconfigurations", Scope::cluster};
const ResourceType webhooks{"admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration",
                            "validatingwebhookconfigurations", Scope::cluster};
const ResourceType roles{"rbac.authorization.k8s.io", "v1", "Role", "roles"};
const ResourceType role_bindings{"rbac.authorization.k8s.io", "v1", "RoleBinding", "rolebindings"};

TEST_F(ClientErrors, AVerbThatTheKindLacksIsNotAllowed)
{
  const ResourceType reviews{"authentication.k8s.io", "v1", "TokenReview", "tokenreviews", Scope::cluster};
  const auto error = error_of([&] { (void)admin().list(reviews); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code(), 405U) << error->what();
  EXPECT_EQ(error->reason(), "MethodNotAllowed");
  EXPECT_THAT(error->status().message, HasSubstr("the server does not allow this method on the requested resource"));
}

TEST_F(ClientErrors, ABodyOfMoreThanThreeMegabytesIsTooLarge)
{
  const auto error =
      error_of([&] { admin().create(config_maps(), config_map(ns(), "large", std::string(4U << 20U, 'x'))); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code(), 413U) << error->what();
  EXPECT_EQ(error->reason(), "RequestEntityTooLarge");
  EXPECT_THAT(error->status().message, HasSubstr("limit is 3145728"));
  EXPECT_FALSE(error->retryable());
}

TEST_F(ClientErrors, AStrategicPatchOfACustomResourceIsUnsupported)
{
  admin().create(foos(), foo(ns(), "plain", "d", 1));
  const auto error = error_of([&] { admin().patch(foos(), {ns(), "plain"}, {PatchType::strategic, "{}"}); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code(), 415U) << error->what();
  EXPECT_EQ(error->reason(), "UnsupportedMediaType");
  EXPECT_THAT(error->status().message, HasSubstr("application/merge-patch+json"));
}

TEST_F(ClientErrors, APatchThatDoesNotFitIsInvalid)
{
  admin().create(config_maps(), config_map(ns(), "patched"));
  const auto error = error_of([&] {
    admin().patch(config_maps(), {ns(), "patched"},
                  {PatchType::json, R"([{"op":"test","path":"/data/key","value":"other"}])"});
  });
  ASSERT_TRUE(error);
  EXPECT_TRUE(is_invalid(*error)) << error->what();
  EXPECT_EQ(error->code(), 422U);
}

TEST_F(ClientErrors, ADeletionOfAnotherObjectIsAConflict)
{
  admin().create(config_maps(), config_map(ns(), "kept"));
  DeleteOptions other;
  other.precondition_uid = "another-uid";
  const auto error = error_of([&] { admin().delete_(config_maps(), {ns(), "kept"}, other); });
  ASSERT_TRUE(error);
  EXPECT_TRUE(is_conflict(*error)) << error->what();
  EXPECT_EQ(error->code(), 409U);
  EXPECT_EQ(admin().get(config_maps(), {ns(), "kept"}).name(), "kept");
}

/// A loopback port that refuses connections until `listen`, accepts and never answers until `close`, then resets.
class SilentPort {
public:
  SilentPort() : handle_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
  {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (handle_ < 0 || ::bind(handle_, generic, size) != 0 || ::getsockname(handle_, generic, &size) != 0) {
      throw std::runtime_error("no loopback port");
    }
    port_ = ntohs(address.sin_port);
  }
  ~SilentPort() { close(); }
  SilentPort(const SilentPort&) = delete;
  SilentPort& operator=(const SilentPort&) = delete;
  [[nodiscard]] int port() const { return port_; }
  void listen() const
  {
    if (::listen(handle_, 16) != 0) throw std::runtime_error("cannot listen");
  }
  void close()
  {
    if (handle_ >= 0) ::close(handle_);
    handle_ = -1;
  }

private:
  int handle_;
  int port_ = 0;
};

/// A user of this namespace alone, whose requests pass one at a time, and a webhook that each of its ConfigMaps waits
/// for.
class Overload : public RealServer {
protected:
  void SetUp() override
  {
    RealServer::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    // The role "edit" of every cluster is filled by a controller that does not run here.
    admin().create(
        roles,
        Object::from_json(
            {{"apiVersion", "rbac.authorization.k8s.io/v1"},
             {"kind", "Role"},
             {"metadata", {{"namespace", ns()}, {"name", "edit"}}},
             {"rules", {{{"apiGroups", {""}}, {"resources", {"configmaps"}}, {"verbs", {"get", "list", "create"}}}}}}));
    admin().create(role_bindings,
                   Object::from_json(
                       {{"apiVersion", "rbac.authorization.k8s.io/v1"},
                        {"kind", "RoleBinding"},
                        {"metadata", {{"namespace", ns()}, {"name", "edit"}}},
                        {"subjects", {{{"kind", "User"}, {"name", user()}, {"apiGroup", "rbac.authorization.k8s.io"}}}},
                        {"roleRef", {{"kind", "Role"}, {"name", "edit"}, {"apiGroup", "rbac.authorization.k8s.io"}}}}));
    admin().create(priority_levels, Object::from_json({{"apiVersion", "flowcontrol.apiserver.k8s.io/v1"},
                                                       {"kind", "PriorityLevelConfiguration"},
                                                       {"metadata", {{"name", ns()}}},
                                                       {"spec",
                                                        {{"type", "Limited"},
                                                         {"limited",
                                                          {{"nominalConcurrencyShares", 0},
                                                           {"lendablePercent", 0},
                                                           {"borrowingLimitPercent", 0},
                                                           {"limitResponse", {{"type", "Reject"}}}}}}}}));
    const nlohmann::json everything = {
        {{"apiGroups", {"*"}}, {"resources", {"*"}}, {"verbs", {"*"}}, {"namespaces", {"*"}}, {"clusterScope", true}}};
    const nlohmann::json rule = {{"subjects", {{{"kind", "User"}, {"user", {{"name", user()}}}}}},
                                 {"resourceRules", everything}};
    admin().create(flow_schemas, Object::from_json({{"apiVersion", "flowcontrol.apiserver.k8s.io/v1"},
                                                    {"kind", "FlowSchema"},
                                                    {"metadata", {{"name", ns()}}},
                                                    {"spec",
                                                     {{"matchingPrecedence", 50},
                                                      {"priorityLevelConfiguration", {{"name", ns()}}},
                                                      {"rules", nlohmann::json::array({rule})}}}}));
    const nlohmann::json hook = {
        {"name", "silent.e2e.example.com"},
        {"clientConfig", {{"url", "https://127.0.0.1:" + std::to_string(port_.port()) + "/"}}},
        {"rules",
         {{{"apiGroups", {""}}, {"apiVersions", {"v1"}}, {"operations", {"CREATE"}}, {"resources", {"configmaps"}}}}},
        {"namespaceSelector", {{"matchLabels", {{"kubernetes.io/metadata.name", ns()}}}}},
        {"failurePolicy", "Fail"},
        {"sideEffects", "None"},
        {"admissionReviewVersions", {"v1"}},
        {"timeoutSeconds", 30}};
    admin().create(webhooks, Object::from_json({{"apiVersion", "admissionregistration.k8s.io/v1"},
                                                {"kind", "ValidatingWebhookConfiguration"},
                                                {"metadata", {{"name", ns()}}},
                                                {"webhooks", nlohmann::json::array({hook})}}));
  }
  void TearDown() override
  {
    for (const auto* type : {&webhooks, &flow_schemas, &priority_levels}) {
      try {
        if (!IsSkipped()) admin().delete_(*type, {"", ns()});
      } catch (const ApiError& error) {
        EXPECT_TRUE(is_not_found(error)) << error.what();
      }
    }
    RealServer::TearDown();
  }
  [[nodiscard]] std::string user() const { return "slow-" + ns(); }
  [[nodiscard]] Client slow() const
  {
    auto config = admin_config(plane().files);
    config.impersonate.user = user();
    return Client::connect(runtime(), config);
  }

  SilentPort port_;
};

TEST_F(Overload, IsTooManyRequestsAndAFailureInsideIsInternal)
{
  const auto client = slow();
  // A webhook that cannot be reached; it takes a moment until the server knows of it and of the user's rights.
  std::optional<ApiError> internal;
  int count = 0;
  std::string last;
  EXPECT_TRUE(eventually(
      [&] {
        try {
          (void)client.create(config_maps(), config_map(ns(), "early-" + std::to_string(++count)));
          last = "created " + std::to_string(count);
        } catch (const ApiError& error) {
          last = error.what();
          if (error.code() == 500) internal = error;
        }
        return internal.has_value();
      },
      60s))
      << last;
  ASSERT_TRUE(internal);
  EXPECT_EQ(internal->reason(), "InternalError");
  EXPECT_TRUE(internal->retryable());
  EXPECT_THAT(internal->status().message,
              AllOf(HasSubstr("failed calling webhook \"silent.e2e.example.com\""), HasSubstr("connection refused")));

  // One request waits for the webhook, so that the user's others are too many.
  port_.listen();
  WriteOptions patient;
  patient.timeout = 60s;
  auto waiting = asio::co_spawn(
      runtime().executor, client.async_create(config_maps(), config_map(ns(), "waits"), patient), asio::use_future);
  GetOptions at_once;
  at_once.retry = false;
  std::optional<ApiError> too_many;
  EXPECT_TRUE(eventually(
      [&] {
        try {
          (void)client.get(config_maps(), {ns(), "nothing"}, at_once);
        } catch (const ApiError& error) {
          if (is_too_many_requests(error)) too_many = error;
        }
        return too_many.has_value();
      },
      25s));
  if (too_many) {
    EXPECT_EQ(too_many->code(), 429U);
    EXPECT_EQ(too_many->reason(), "TooManyRequests");
    EXPECT_TRUE(too_many->retryable());
    EXPECT_EQ(too_many->status().retry_after, Duration(1s));
    EXPECT_EQ(too_many->status().message, "Too many requests, please try again later.");
  }
  // The client tries again by itself, and succeeds when the overload is over.
  auto retried = asio::co_spawn(runtime().executor,
                                client.async_list(config_maps(),
                                                  [this] {
                                                    ListOptions options;
                                                    options.namespace_ = ns();
                                                    options.timeout = 60s;
                                                    return options;
                                                  }()),
                                asio::use_future);
  port_.close();
  const auto failed = error_of([&] { (void)waiting.get(); });
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->code(), 500U) << failed->what();
  EXPECT_NO_THROW((void)retried.get());
}

}  // namespace
}  // namespace kubexx::e2e
