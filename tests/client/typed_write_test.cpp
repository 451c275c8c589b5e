// SPDX-License-Identifier: Apache-2.0
// Values that write themselves back.
#include <nlohmann/json.hpp>
#include <ostream>
#include <stdexcept>

#include "client_fixture.hpp"
#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/client/typed.hpp"
#include "support/partial_deployment.hpp"

namespace kubexx {
namespace {

using nlohmann::json;
using test::Deployment;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kBefore = R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web",
  "namespace":"n","uid":"u","resourceVersion":"7"},"spec":{"replicas":1,"paused":true},"status":{"replicas":1}})";
constexpr const char* kAfter = R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web",
  "namespace":"n","uid":"u","resourceVersion":"8"},"spec":{"replicas":3,"paused":true},"status":{"replicas":1}})";

struct ShopStatus {
  std::vector<Condition> conditions;
};
BOOST_DESCRIBE_STRUCT(ShopStatus, (), (conditions))
struct Shop {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Shop", "shops"};
  ObjectMeta metadata;
  ShopStatus status;
};
BOOST_DESCRIBE_STRUCT(Shop, (), (metadata, status))

// The verbs of one form: blocking or awaitable.
struct Form {
  const char* name;
  bool awaitable;

  friend void PrintTo(const Form& form, std::ostream* out) { *out << form.name; }
};

class TypedWrite : public test::ClientTest, public ::testing::WithParamInterface<Form> {
protected:
  Typed<Deployment> read()
  {
    transport->answer(200, kBefore);
    return api<Deployment>(client).get({"n", "web"});
  }
  bool patch(Typed<Deployment>& of, const WriteOptions& options = {})
  {
    return GetParam().awaitable ? run(of.async_patch(options)) : of.patch(options);
  }
  bool patch_status(Typed<Deployment>& of)
  {
    return GetParam().awaitable ? run(of.async_patch_status()) : of.patch_status();
  }
  bool update(Typed<Deployment>& of) { return GetParam().awaitable ? run(of.async_update()) : of.update(); }
  bool update_status(Typed<Deployment>& of)
  {
    return GetParam().awaitable ? run(of.async_update_status()) : of.update_status();
  }
  bool remove(Typed<Deployment>& of) { return GetParam().awaitable ? run(of.async_remove()) : of.remove(); }
  std::size_t sent() const { return transport->count() - 1; }
};

TEST_P(TypedWrite, APatchIsTheDifferenceAndTheAnswerReplacesTheValue)
{
  auto deployment = read();
  deployment->spec.replicas = 3;
  transport->answer(200, kAfter);
  EXPECT_TRUE(patch(deployment));
  EXPECT_EQ(transport->last().method, "PATCH");
  EXPECT_THAT(transport->last().target, HasSubstr("/namespaces/n/deployments/web?"));
  EXPECT_EQ(json::parse(transport->last().body), json::parse(R"({"metadata":{"uid":"u"},"spec":{"replicas":3}})"));
  EXPECT_EQ(deployment.origin().resource_version(), "8");
  EXPECT_FALSE(deployment.changed());
  EXPECT_FALSE(patch(deployment)) << "and again: there is nothing to send";
  EXPECT_EQ(sent(), 1U);
}

TEST_P(TypedWrite, NothingIsSentWhenNothingWasChanged)
{
  auto deployment = read();
  EXPECT_FALSE(patch(deployment));
  EXPECT_FALSE(patch_status(deployment));
  EXPECT_FALSE(update(deployment));
  EXPECT_FALSE(update_status(deployment));
  EXPECT_EQ(sent(), 0U);
}

TEST_P(TypedWrite, AnUpdateIsTheWholeObjectOfTheVersionThatWasRead)
{
  auto deployment = read();
  deployment->spec.replicas = 3;
  transport->answer(200, kAfter);
  EXPECT_TRUE(update(deployment));
  EXPECT_EQ(transport->last().method, "PUT");
  auto expected = json::parse(kBefore);
  expected["spec"]["replicas"] = 3;
  EXPECT_EQ(json::parse(transport->last().body), expected);
  EXPECT_EQ(deployment.origin().resource_version(), "8");
}

TEST_P(TypedWrite, AStatusGoesToItsSubresource)
{
  auto deployment = read();
  deployment->status.availableReplicas = 1;
  transport->answer(200, kAfter);
  EXPECT_TRUE(patch_status(deployment));
  EXPECT_EQ(transport->last().method, "PATCH");
  EXPECT_THAT(transport->last().target, HasSubstr("/deployments/web/status?"));
  deployment->status.availableReplicas = 2;
  transport->answer(200, kAfter);
  EXPECT_TRUE(update_status(deployment));
  EXPECT_EQ(transport->last().method, "PUT");
  EXPECT_THAT(transport->last().target, HasSubstr("/deployments/web/status?"));
}

TEST_P(TypedWrite, AChangeThatTheServerWouldIgnoreIsRefusedBeforeAnythingIsSent)
{
  auto deployment = read();
  deployment->spec.replicas = 3;
  deployment->status.availableReplicas = 1;
  EXPECT_THAT(error_of([&] { patch(deployment); }),
              AllOf(HasSubstr("Deployment \"n/web\": /status/availableReplicas was changed"),
                    HasSubstr("patch() does not write the status: call patch_status()")));
  EXPECT_THAT(error_of([&] { patch_status(deployment); }),
              AllOf(HasSubstr("Deployment \"n/web\": /spec/replicas was changed"),
                    HasSubstr("patch_status() writes only the status: call patch()")));
  EXPECT_THAT(error_of([&] { update(deployment); }), HasSubstr("update() does not write the status"));
  EXPECT_THAT(error_of([&] { update_status(deployment); }), HasSubstr("update_status() writes only the status"));
  EXPECT_THROW(patch(deployment), std::invalid_argument);
  EXPECT_EQ(sent(), 0U);
}

TEST_P(TypedWrite, ADryRunIsSentAndChangesNothingHere)
{
  auto deployment = read();
  deployment->spec.replicas = 3;
  transport->answer(200, kAfter);
  WriteOptions options;
  options.dry_run = true;
  options.field_manager = "me";
  EXPECT_TRUE(patch(deployment, options));
  EXPECT_THAT(transport->last().target, AllOf(HasSubstr("dryRun=All"), HasSubstr("fieldManager=me")));
  EXPECT_EQ(deployment.origin().resource_version(), "7");
  EXPECT_TRUE(deployment.changed());
}

TEST_P(TypedWrite, AConflictLeavesTheValueAsItWas)
{
  auto deployment = read();
  deployment->spec.replicas = 3;
  transport->answer(409, test::failure(409, "Conflict", "it has changed"));
  EXPECT_THROW(update(deployment), ApiError);
  EXPECT_EQ(deployment->spec.replicas, 3);
  EXPECT_EQ(deployment.origin().resource_version(), "7");
}

TEST_P(TypedWrite, ARemovalIsOfThisObjectAlone)
{
  auto deployment = read();
  transport->answer(200, R"({"kind":"Status","status":"Success"})");
  EXPECT_TRUE(remove(deployment));
  EXPECT_EQ(transport->last().method, "DELETE");
  EXPECT_EQ(json::parse(transport->last().body)["preconditions"], json::parse(R"({"uid":"u"})"));
  transport->answer(404, test::failure(404, "NotFound", "it is gone"));
  EXPECT_FALSE(remove(deployment));
  const std::string conflict = test::failure(409, "Conflict", "no");
  transport->answer(409, conflict).answer(200, R"({"metadata":{"name":"web","namespace":"n","uid":"v"}})");
  EXPECT_FALSE(remove(deployment)) << "another object has its name";
  transport->answer(409, conflict).answer(404, test::failure(404, "NotFound", "it is gone"));
  EXPECT_FALSE(remove(deployment)) << "and that one is gone, too";
  transport->answer(409, conflict).answer(200, kAfter);
  EXPECT_THROW(remove(deployment), ApiError) << "it is there: the conflict is another one";
  transport->answer(403, test::failure(403, "Forbidden", "you may not"));
  EXPECT_THROW(remove(deployment), ApiError);
}

TEST_P(TypedWrite, AnAnswerThatDoesNotFitLeavesTheValueAsItWas)
{
  auto deployment = read();
  deployment->spec.replicas = 3;
  transport->answer(200, R"({"kind":"Deployment","metadata":{"name":"web","namespace":"n"},"spec":{"replicas":"x"}})");
  EXPECT_THROW(patch(deployment), ObjectError);
  EXPECT_EQ(deployment.origin().resource_version(), "7");
  transport->answer(200, kAfter);
  EXPECT_TRUE(patch(deployment)) << "it still knows its client";
}

TEST_P(TypedWrite, APartOfAnObjectIsPatchedAndNotUpdated)
{
  Typed<Deployment> part(Object::parse(kBefore), client, false);
  part->spec.replicas = 3;
  EXPECT_THAT(error_of([&] { update(part); }),
              AllOf(HasSubstr("Deployment \"n/web\""), HasSubstr("keeps only a part of each object: patch it")));
  EXPECT_EQ(transport->count(), 0U);
  transport->answer(200, kAfter);
  EXPECT_TRUE(patch(part));
}

TEST_P(TypedWrite, AStructAssignedAnewIsWrittenAsTheObjectThatWasRead)
{
  auto deployment = read();
  Deployment desired;
  desired.metadata.name = "web";
  desired.spec.replicas = 3;
  desired.status = deployment->status;
  *deployment = desired;
  transport->answer(200, kAfter);
  EXPECT_TRUE(update(deployment));
  const auto body = json::parse(transport->last().body);
  EXPECT_EQ(body["metadata"], json::parse(kBefore)["metadata"]);
  EXPECT_EQ(body["spec"]["replicas"], 3);

  *deployment = desired;
  deployment->spec.replicas = 4;
  deployment->metadata.resourceVersion = "6";
  transport->answer(200, kAfter);
  EXPECT_TRUE(patch(deployment));
  EXPECT_EQ(json::parse(transport->last().body), json::parse(R"({"metadata":{"uid":"u"},"spec":{"replicas":4}})"));
}

TEST_P(TypedWrite, AStructThatWasNotReadKeepsFinalizersAndOwners)
{
  const char* held = R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"n","uid":"u",
    "resourceVersion":"7","creationTimestamp":"2024-01-01T00:00:00Z","labels":{"a":"1"},"finalizers":["theirs"],
    "ownerReferences":[{"apiVersion":"v1","kind":"Node","name":"o","uid":"v"}]},"spec":{"replicas":1}})";
  transport->answer(200, held);
  auto deployment = api<Deployment>(client).get({"n", "web"});
  Deployment desired;
  desired.metadata.labels["b"] = "2";
  desired.spec.replicas = 1;
  *deployment = desired;
  EXPECT_EQ(json::parse(deployment.difference().body),
            json::parse(R"({"metadata":{"labels":{"a":null,"b":"2"},"uid":"u"}})"));
  *deployment = deployment.origin().as<Deployment>();
  EXPECT_FALSE(deployment.changed());
  deployment->metadata.finalizers.clear();
  EXPECT_TRUE(deployment.changed()) << "a struct that was read can lose them";
}

TEST_P(TypedWrite, AnotherNameIsRefusedBeforeAnythingIsSent)
{
  auto deployment = read();
  const auto expect_refused = [&] {
    EXPECT_THROW(update(deployment), std::invalid_argument);
    EXPECT_THROW(update_status(deployment), std::invalid_argument);
    EXPECT_THROW(patch_status(deployment), std::invalid_argument);
    EXPECT_THROW(patch(deployment), std::invalid_argument);
    EXPECT_EQ(sent(), 0U);
  };
  deployment->metadata.name = "other";
  expect_refused();
  EXPECT_THAT(error_of([&] { update(deployment); }),
              AllOf(HasSubstr("Deployment \"n/web\": its key was changed to \"n/other\""), HasSubstr("create")));
  deployment->metadata.name = "web";
  deployment->metadata.namespace_ = "kube-system";
  expect_refused();
}

TEST_P(TypedWrite, APartOfAnObjectReplacesOnlyWhatItHoldsWhole)
{
  const auto with_conditions = [](const char* conditions) {
    return std::string(R"({"apiVersion":"example.org/v1","kind":"Shop","metadata":{"name":"web","namespace":"n",
      "uid":"u","resourceVersion":"7"},"status":{)") +
           conditions + "}}";
  };
  Typed<Shop> part(Object::parse(with_conditions("")), client, false);
  Condition ready;
  ready.type = "Ready";
  part->status.conditions = {ready};
  const auto write = [&] { return GetParam().awaitable ? run(part.async_patch_status()) : part.patch_status(); };
  transport->answer(200, with_conditions(R"("conditions":[{"type":"Theirs"}])"));
  EXPECT_THAT(error_of(write), AllOf(HasSubstr("Shop \"n/web\": /status/conditions would be replaced as a whole"),
                                     HasSubstr("read the object from the server")));
  ASSERT_EQ(transport->count(), 1U);
  EXPECT_EQ(transport->last().method, "GET");
  transport->answer(200, with_conditions("")).answer(200, with_conditions(R"("conditions":[{"type":"Ready"}])"));
  EXPECT_TRUE(write());
  EXPECT_EQ(transport->last().method, "PATCH");
  EXPECT_THAT(transport->last().body, HasSubstr(R"("resourceVersion":"7")"));
}

TEST_P(TypedWrite, MetadataAloneIsAPart)
{
  transport->answer(200, R"({"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadata","metadata":{"name":"web",
    "namespace":"n","uid":"u","resourceVersion":"7"}})");
  GetOptions options;
  options.metadata_only = true;
  auto deployment = api<Deployment>(client).get({"n", "web"}, options);
  deployment->metadata.labels["a"] = "b";
  EXPECT_THAT(error_of([&] { update(deployment); }), HasSubstr("keeps only a part of each object: patch it"));
}

TEST_P(TypedWrite, AnAnswerThatDoesNotFitSaysThatItWasWritten)
{
  auto deployment = read();
  deployment->spec.replicas = 3;
  const char* odd = R"({"kind":"Deployment","metadata":{"name":"web","namespace":"n"},"spec":{"replicas":"x"}})";
  transport->answer(200, odd);
  EXPECT_THAT(error_of([&] { update(deployment); }),
              AllOf(HasSubstr("it was written"), HasSubstr("spec.replicas: expected an integer")));
  const auto deployments = api<Deployment>(client);
  Deployment value;
  value.metadata.name = "web";
  value.metadata.namespace_ = "n";
  transport->answer(201, odd);
  EXPECT_THAT(
      error_of([&] { GetParam().awaitable ? run(deployments.async_create(value)) : deployments.create(value); }),
      HasSubstr("it was written"));
}

TEST_P(TypedWrite, WhatCameWithoutAClientSaysSo)
{
  Typed<Deployment> deployment(Object::parse(kBefore));
  deployment->spec.replicas = 3;
  EXPECT_THAT(error_of([&] { patch(deployment); }), HasSubstr("this Deployment was not read through an Api"));
  EXPECT_THAT(error_of([&] { remove(deployment); }), HasSubstr("this Deployment was not read through an Api"));
}

INSTANTIATE_TEST_SUITE_P(Forms, TypedWrite, ::testing::Values(Form{"blocking", false}, Form{"awaitable", true}),
                         [](const auto& form) { return std::string(form.param.name); });

template <class T>
concept OriginIsOwned = requires(T&& typed) {
  { std::forward<T>(typed).origin() } -> std::same_as<Object>;
  { *std::forward<T>(typed) } -> std::same_as<Deployment>;
};
static_assert(OriginIsOwned<Typed<Deployment>> && !OriginIsOwned<Typed<Deployment>&>);

class TypedRead : public test::ClientTest {};

TEST_F(TypedRead, TryGetIsEmptyWhenThereIsNone)
{
  const auto deployments = api<Deployment>(client);
  transport->answer(404, test::failure(404, "NotFound", "no")).answer(404, test::failure(404, "NotFound", "no"));
  EXPECT_FALSE(deployments.try_get({"n", "web"}));
  EXPECT_FALSE(run(deployments.async_try_get({"n", "web"})));
  transport->answer(200, kBefore).answer(200, kBefore);
  EXPECT_EQ(deployments.try_get({"n", "web"})->key(), (ObjectKey{"n", "web"}));
  EXPECT_EQ(run(deployments.async_try_get({"n", "web"}))->key(), (ObjectKey{"n", "web"}));
  transport->answer(403, test::failure(403, "Forbidden", "no"));
  EXPECT_THROW((void)deployments.try_get({"n", "web"}), ApiError);
}

TEST_F(TypedRead, EverythingThatAnApiReturnsWritesItselfBack)
{
  const auto deployments = api<Deployment>(client);
  const std::string list = std::string(R"({"items":[)") + kBefore + "]}";
  transport->answer(200, list).answer(200, list).answer(201, kBefore);
  std::vector<Typed<Deployment>> all = deployments.list();
  all.push_back(deployments.pages().next().value());
  all.push_back(deployments.create(*all[0]));
  for (auto& each : all) {
    each->spec.replicas = 3;
    transport->answer(200, kAfter);
    EXPECT_TRUE(each.patch());
  }
}

TEST_F(TypedRead, LabelsAreReadWithoutInsertingThem)
{
  transport->answer(200, kBefore);
  auto deployment = api<Deployment>(client).get({"n", "web"});
  EXPECT_EQ(deployment.label("app"), std::nullopt);
  EXPECT_EQ(deployment.annotation("note"), std::nullopt);
  EXPECT_FALSE(deployment.changed());
  deployment->metadata.labels["app"] = "web";
  EXPECT_EQ(deployment.label("app"), "web");
}

struct Plain {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Plain", "plains", Scope::namespaced, false};
  ObjectMeta metadata;
  std::string spec, status;
};
BOOST_DESCRIBE_STRUCT(Plain, (), (metadata, spec, status))

TEST_F(TypedRead, AStatusThatIsNoSubresourceIsWrittenWithTheRest)
{
  constexpr const char* plain = R"({"apiVersion":"example.org/v1","kind":"Plain","metadata":{"name":"a",
    "namespace":"n","uid":"u","resourceVersion":"1"}})";
  transport->answer(200, plain).answer(200, plain);
  auto object = api<Plain>(client).get({"n", "a"});
  object->spec = "s";
  object->status = "t";
  EXPECT_TRUE(object.patch());
  EXPECT_EQ(json::parse(transport->last().body), json::parse(R"({"metadata":{"uid":"u"},"spec":"s","status":"t"})"));
}

}  // namespace
}  // namespace kubexx
