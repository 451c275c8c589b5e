// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/typed.hpp"

#include <nlohmann/json.hpp>

#include "client_fixture.hpp"
#include "kubexx/apimachinery/ownership.hpp"
#include "support/partial_deployment.hpp"

namespace kubexx {
namespace {

using nlohmann::json;
using test::Deployment;
using ::testing::HasSubstr;

constexpr const char* web = R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"n",
  "uid":"u","resourceVersion":"7","unknown":1},"spec":{"replicas":1,"paused":true}})";

class TypedApi : public test::ClientTest {};

TEST_F(TypedApi, AnUpdateKeepsWhatTheTypeDoesNotKnow)
{
  const auto deployments = api<Deployment>(client);
  transport->answer(200, web).answer(200, web);
  auto deployment = deployments.get({"n", "web"});
  EXPECT_FALSE(deployment.changed());
  deployment->spec.replicas = 3;
  EXPECT_TRUE(deployment.changed());
  deployment.update();
  auto expected = json::parse(web);
  expected["spec"]["replicas"] = 3;
  EXPECT_EQ(json::parse(transport->last().body), expected);
  EXPECT_EQ(transport->last().target, "/apis/apps/v1/namespaces/n/deployments/web?fieldManager=kubexx");
}

TEST_F(TypedApi, ListsAndCreates)
{
  transport->answer(200, std::string(R"({"items":[)") + web + "]}").answer(201, web);
  const auto all = api<Deployment>(client).list();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0]->metadata.name, "web");
  Deployment fresh;
  fresh.metadata.name = "web";
  fresh.metadata.namespace_ = "n";
  EXPECT_EQ(api<Deployment>(client).create(fresh)->metadata.uid, "u");
  EXPECT_EQ(transport->last().body,
            R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"n"}})");
}

awaitable<int> raise_replicas(Api<Deployment> deployments)
{
  const ObjectKey key{"n", "web"};
  auto deployment = co_await deployments.async_get(key);
  deployment->spec.replicas = 5;
  const bool sent = co_await deployment.async_update();
  EXPECT_TRUE(sent);
  const auto all = co_await deployments.async_list();
  co_return static_cast<int>(all.size()) + *deployment->spec.replicas;
}

TEST_F(TypedApi, TheAwaitableFormsDoTheSame)
{
  transport->answer(200, web).answer(200, web).answer(200, R"({"items":[]})");
  int result = 0;
  asio::co_spawn(context, raise_replicas(api<Deployment>(client)), [&](std::exception_ptr error, int value) {
    if (error) std::rethrow_exception(error);
    result = value;
  });
  context.run();
  EXPECT_EQ(result, 1);
  EXPECT_THAT(transport->request(1).body, HasSubstr("\"replicas\":5,\"paused\":true"));
}

TEST_F(TypedApi, AnswersThatDoNotFitNameTheField)
{
  transport->answer(200, R"({"metadata":{"name":"a"},"spec":{"replicas":"x"}})");
  try {
    (void)api<Deployment>(client).get({"n", "a"});
    FAIL();
  } catch (const ObjectError& error) {
    EXPECT_STREQ(error.what(), "object \"a\": spec.replicas: expected an integer, got string");
  }
}

const Object owner = Object::parse(
    R"({"apiVersion":"samplecontroller.k8s.io/v1alpha1","kind":"Foo","metadata":{"name":"f","namespace":"n","uid":"new"}})");

ObjectMeta child_in(const std::string& namespace_)
{
  ObjectMeta child;
  child.name = "web";
  child.namespace_ = namespace_;
  return child;
}

TEST(Ownership, AControllerReferenceIsSetOnce)
{
  auto child = child_in("n");
  set_controller_reference(owner, child);
  set_controller_reference(owner, child);
  ASSERT_EQ(child.ownerReferences.size(), 1U);
  EXPECT_EQ(child.ownerReferences[0], new_controller_ref(owner));
  EXPECT_EQ(child.ownerReferences[0].controller, true);
  EXPECT_EQ(child.ownerReferences[0].blockOwnerDeletion, true);
  EXPECT_EQ(child.ownerReferences[0].apiVersion, "samplecontroller.k8s.io/v1alpha1");
}

TEST(Ownership, TheControllerIsThisVeryObject)
{
  const auto child_of = [](const std::string& references) {
    return Object::parse(R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"n")" +
                         references + "}}");
  };
  const auto owned_by = [&](const std::string& uid, const std::string& more) {
    return child_of(R"(,"ownerReferences":[{"apiVersion":"x/v1","kind":"Foo","name":"f","uid":")" + uid + "\"" + more +
                    "}]");
  };
  EXPECT_TRUE(is_controlled_by(owned_by("new", R"(,"controller":true)"), owner));
  EXPECT_FALSE(is_controlled_by(owned_by("old", R"(,"controller":true)"), owner)) << "an owner of the same name";
  EXPECT_FALSE(is_controlled_by(owned_by("new", ""), owner)) << "an owner that is not the controller";
  EXPECT_FALSE(is_controlled_by(child_of(""), owner));
}

TEST(Ownership, ARecreatedOwnerIsUpdatedInPlace)
{
  auto child = child_in("n");
  child.ownerReferences = {{"v1", "Node", "x", "u1", {}, {}},
                           {"samplecontroller.k8s.io/v1", "Foo", "f", "old", true, {}},
                           {"other.group/v1", "Foo", "f", "u2", {}, {}}};
  set_controller_reference(owner, child);
  ASSERT_EQ(child.ownerReferences.size(), 3U);
  EXPECT_EQ(child.ownerReferences[1], new_controller_ref(owner));
}

TEST(Ownership, ASecondControllerIsRefused)
{
  auto child = child_in("n");
  child.ownerReferences = {{"apps/v1", "ReplicaSet", "r", "u", true, true}};
  try {
    set_controller_reference(owner, child);
    FAIL();
  } catch (const AlreadyOwnedError& error) {
    EXPECT_STREQ(error.what(), "\"web\" is already controlled by ReplicaSet \"r\"");
    EXPECT_EQ(error.owner().uid, "u");
  }
  set_owner_reference(owner, child);
  ASSERT_EQ(child.ownerReferences.size(), 2U);
  EXPECT_FALSE(child.ownerReferences[1].controller);
  EXPECT_TRUE(remove_owner_reference(owner, child));
  EXPECT_FALSE(remove_owner_reference(owner, child));
  EXPECT_EQ(child.ownerReferences.size(), 1U);
}

TEST(Ownership, NamespacesMustAgree)
{
  auto elsewhere = child_in("other");
  EXPECT_THROW(set_controller_reference(owner, elsewhere), std::invalid_argument);
  auto nowhere = child_in("");
  EXPECT_THROW(set_controller_reference(owner, nowhere), std::invalid_argument);
  const auto node = Object::parse(R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"a","uid":"u"}})");
  EXPECT_NO_THROW(set_controller_reference(node, elsewhere));
  auto child = child_in("n");
  EXPECT_THROW(set_controller_reference(Object::parse(R"({"kind":"Foo","metadata":{"namespace":"n"}})"), child),
               std::invalid_argument);
  EXPECT_TRUE(child.ownerReferences.empty());
}

TEST_F(TypedApi, AnObjectThatDoesNotFitStopsNoList)
{
  const auto deployments = api<Deployment>(client);
  const std::string body = R"({"metadata":{},"items":[)"
                           R"({"metadata":{"name":"a"},"spec":{"replicas":"four"}},)"
                           R"({"metadata":{"name":"b"},"spec":{"replicas":4}},)"
                           R"({"metadata":{"name":"c","labels":7}}]})";
  const auto expect_unreadable = [](const std::vector<UnreadableObject>& unreadable) {
    ASSERT_EQ(unreadable.size(), 2U);
    EXPECT_EQ(unreadable[0].object.name(), "c");
    EXPECT_EQ(unreadable[0].problem, "items[2]: metadata.labels: expected an object, got a number");
    EXPECT_EQ(unreadable[1].object.at("/spec/replicas").as_string(), "four");
    EXPECT_EQ(unreadable[1].problem, "Deployment \"a\": spec.replicas: expected an integer, got string");
  };
  transport->answer(200, body).answer(200, body).answer(200, body).answer(200, body);
  EXPECT_EQ(deployments.list().size(), 1U);
  EXPECT_EQ(run(deployments.async_list()).size(), 1U);
  std::vector<UnreadableObject> unreadable;
  EXPECT_EQ(deployments.list({}, unreadable).at(0)->metadata.name, "b");
  expect_unreadable(unreadable);
  EXPECT_EQ(run(deployments.async_list_all({}, unreadable)).size(), 1U);
  expect_unreadable(unreadable);
  transport->answer(200, body);
  auto pages = deployments.pages();
  EXPECT_EQ((*pages.next())->metadata.name, "b");
  EXPECT_FALSE(pages.next());
  EXPECT_EQ(pages.take_unreadable().size(), 1U);
}

TEST_F(TypedApi, PagesApplyAndScaleAreTyped)
{
  const auto deployments = api<Deployment>(client);
  const std::string item = R"({"metadata":{"name":"web","namespace":"n"},"spec":{"replicas":4}})";
  transport->answer(200, R"({"metadata":{"continue":"t"},"items":[)" + item + "]}")
      .answer(200, R"({"metadata":{},"items":[)" + item + "]}");
  auto pages = deployments.pages();
  int replicas = 0;
  while (const auto next = pages.next()) replicas += static_cast<int>((*next)->spec.replicas.value_or(0));
  EXPECT_EQ(replicas, 8);
  EXPECT_EQ(pages.pages().pages(), 2U);

  transport->answer(200, R"({"metadata":{},"items":[)" + item + "," + item + "]}");
  EXPECT_EQ(deployments.list_all().size(), 2U);

  Deployment wanted;
  wanted.metadata.name = "web";
  wanted.metadata.namespace_ = "n";
  wanted.spec.replicas = 3;
  transport->answer(200, web);
  (void)deployments.apply(wanted);
  EXPECT_EQ(transport->last().target, "/apis/apps/v1/namespaces/n/deployments/web?fieldManager=kubexx");
  EXPECT_EQ(json::parse(transport->last().body).at("spec").at("replicas"), 3);
  EXPECT_EQ(json::parse(transport->last().body).at("kind"), "Deployment");

  transport->answer(200, R"({"kind":"Scale","metadata":{"name":"web","namespace":"n"},"spec":{"replicas":3}})");
  EXPECT_EQ(deployments.get_scale({"n", "web"}).spec.replicas, 3);
  EXPECT_EQ(transport->last().target, "/apis/apps/v1/namespaces/n/deployments/web/scale");

  transport->answer(200, R"({"kind":"DeploymentList","metadata":{},"items":[]})");
  ListOptions in_n;
  in_n.namespace_ = "n";
  EXPECT_TRUE(deployments.delete_collection(in_n).items.empty());
}

TEST_F(TypedApi, WatchIsTypedInBothForms)
{
  const auto deployments = api<Deployment>(client);
  for (const bool blocking : {false, true}) {
    transport->stream({R"({"type":"ADDED","object":{"metadata":{"name":"a"},"spec":{"replicas":"four"}}})"
                       "\n"
                       R"({"type":"MODIFIED","object":{"metadata":{"name":"b"},"spec":{"replicas":4,"new":1}}})"
                       "\n"
                       R"({"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9"}}})"
                       "\n"});
    auto stream = blocking ? deployments.watch() : run(deployments.async_watch());
    const auto next = [&] { return blocking ? stream.next() : run(stream.async_next()); };
    auto event = next();
    ASSERT_TRUE(event);
    EXPECT_EQ(event->type, WatchEvent::Type::unreadable);
    EXPECT_EQ(event->problem, "Deployment \"a\": spec.replicas: expected an integer, got string");
    EXPECT_EQ(event->untyped.name(), "a");
    EXPECT_FALSE(event->object);
    event = next();
    ASSERT_TRUE(event);
    EXPECT_EQ(event->type, WatchEvent::Type::modified);
    EXPECT_EQ(event->object->spec.replicas, 4);
    EXPECT_EQ(event->object.object().at("/spec/new").as_int(), 1) << "a field that the type does not know stays";
    event = next();
    EXPECT_EQ(event->type, WatchEvent::Type::bookmark);
    EXPECT_EQ(event->resource_version, "9");
    EXPECT_FALSE(next());
    EXPECT_EQ(stream.undecodable(), 0U);
  }
}

}  // namespace
}  // namespace kubexx
