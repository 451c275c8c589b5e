// SPDX-License-Identifier: Apache-2.0
// What the client makes of a real kube-apiserver's errors.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

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

}  // namespace
}  // namespace kubexx::e2e
