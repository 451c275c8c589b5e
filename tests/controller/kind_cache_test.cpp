// SPDX-License-Identifier: Apache-2.0
// What a reconciler reads when the watch is behind: its own writes until the watch has them, and never less than that.
#include "kubexx/controller/kind_cache.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness.hpp"
#include "kubexx/controller/not_synced.hpp"
#include "kubexx/controller/not_watched.hpp"

namespace kubexx::testing {
namespace {

using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const ObjectKey kA{"default", "a"};

Object map_of(const std::string& name, const std::string& version, const std::string& value,
              const std::string& namespace_ = "default", const std::string& uid = "u1")
{
  return Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + name + R"(","namespace":")" +
                       namespace_ + R"(","uid":")" + uid + R"(","resourceVersion":")" + version +
                       R"("},"data":{"value":")" + value + R"("}})");
}

std::string value_of(const Object& object)
{
  return object ? object.at("/data/value").as_string().value_or("no value") : "absent";
}

class KindCacheTest : public ::testing::Test {
protected:
  KindCache cache_of(const Namespaces& namespaces = {})
  {
    InformerOptions informer;
    informer.namespaces = namespaces;
    const SharedInformer made(Client(h.sim.runtime(), h.transport), kConfigMaps, informer);
    made.start();
    EXPECT_TRUE(h.until([&] { return made.has_synced(); }));
    return KindCache(made);
  }
  Object write(const std::string& value)
  {
    return h.patch(kConfigMaps, kA, R"({"data":{"value":")" + value + R"("}})");
  }
  // From here on the watch brings nothing.
  void blind()
  {
    h.transport->on_request = [](const HttpRequest& request) {
      return request.method == "GET" ? status_answer(500, "InternalError", "not now") : nullptr;
    };
    h.server.close_watches();
    h.sim.run_for(seconds(2));
  }
  void see_again()
  {
    h.transport->on_request = nullptr;
    h.sim.run_for(seconds(60));
  }
  static std::vector<std::string> values_of(const ObjectSnapshot& objects)
  {
    std::vector<std::string> texts;
    for (const auto& object : objects) texts.push_back(std::string(object.name()) + "=" + value_of(object));
    return texts;
  }

  Harness h;
};

TEST_F(KindCacheTest, AnOwnWriteIsReadUntilTheWatchHasIt)
{
  h.create(kConfigMaps, "a", R"(,"data":{"value":"old"})");
  const KindCache cache = cache_of();
  blind();
  cache.informer().wrote(write("mine"));
  EXPECT_EQ(value_of(cache.get(kA)), "mine");
  EXPECT_EQ(cache.pending_writes(), 1U);
  write("somebody else's");
  see_again();
  EXPECT_EQ(value_of(cache.get(kA)), "somebody else's");
  EXPECT_EQ(cache.pending_writes(), 0U);
}

TEST_F(KindCacheTest, AnAnswerThatComesLateHidesNothingNewer)
{
  h.create(kConfigMaps, "a", R"(,"data":{"value":"old"})");
  const KindCache cache = cache_of();
  const Object mine = write("mine");
  write("newer");
  ASSERT_TRUE(h.until([&] { return value_of(cache.informer().store().get(kA)) == "newer"; }));
  cache.informer().wrote(mine);  // its answer was held up
  EXPECT_EQ(value_of(cache.get(kA)), "newer");
  EXPECT_THAT(values_of(cache.list()), ElementsAre("a=newer"));
}

TEST_F(KindCacheTest, OfTwoAnswersThatOvertookEachOtherTheNewerCounts)
{
  const KindCache cache = cache_of();
  blind();
  cache.informer().wrote(map_of("a", "1000002", "second"));
  cache.informer().wrote(map_of("a", "1000001", "first"));
  EXPECT_EQ(value_of(cache.get(kA)), "second");
}

TEST_F(KindCacheTest, AnOwnDeletionHidesTheObjectAndNotItsSuccessor)
{
  const Object first = h.create(kConfigMaps, "a", R"(,"data":{"value":"first"})");
  const KindCache cache = cache_of();
  blind();
  h.remove(kConfigMaps, kA);
  cache.informer().deleted(kA, first.uid());
  EXPECT_EQ(value_of(cache.get(kA)), "absent");
  EXPECT_THAT(cache.list(), IsEmpty());
  h.create(kConfigMaps, "a", R"(,"data":{"value":"second"})");
  see_again();
  EXPECT_EQ(value_of(cache.get(kA)), "second");
  EXPECT_THAT(values_of(cache.list()), ElementsAre("a=second"));
}

TEST_F(KindCacheTest, AListHasOwnWritesInTheirPlaces)
{
  h.create(kConfigMaps, "b", R"(,"data":{"value":"seen"})");
  h.create(kConfigMaps, "d", R"(,"data":{"value":"seen"})");
  const KindCache cache = cache_of();
  blind();
  cache.informer().wrote(map_of("a", "1000001", "mine"));
  cache.informer().wrote(map_of("c", "1000002", "mine"));
  cache.informer().wrote(map_of("b", "1000003", "mine"));
  cache.informer().deleted({"default", "d"}, h.get(kConfigMaps, {"default", "d"}).uid());
  cache.informer().wrote(map_of("e", "1000004", "mine", "other"));
  EXPECT_THAT(values_of(cache.list("default")), ElementsAre("a=mine", "b=mine", "c=mine"));
  EXPECT_THAT(values_of(cache.list("other")), ElementsAre("e=mine"));
  EXPECT_THAT(values_of(cache.list()), ElementsAre("a=mine", "b=mine", "c=mine", "e=mine"));
}

TEST_F(KindCacheTest, AnOwnWriteOutsideTheWatchedNamespaceIsNotKept)
{
  const KindCache cache = cache_of({"default"});
  blind();
  cache.informer().wrote(map_of("e", "1000001", "mine", "other"));
  cache.informer().deleted({"other", "f"}, "u2");
  EXPECT_THAT(cache.list(), IsEmpty()) << "what the watch never brings back would stay for ever";
  EXPECT_EQ(cache.pending_writes(), 0U);
}

template <class Read>
std::string refusal_of(Read read)
{
  try {
    read();
  } catch (const NotWatched& error) {
    return error.what();
  }
  return "answered";
}

TEST_F(KindCacheTest, ReadingOutsideTheWatchedNamespaceIsAnErrorAndNoAbsence)
{
  const KindCache cache = cache_of({"default"});
  const auto says =
      AllOf(HasSubstr("configmaps (v1) in namespace \"other\""), HasSubstr("only in namespace \"default\""),
            HasSubstr("ManagerOptions::namespaces"), HasSubstr("client()"));
  EXPECT_THAT(refusal_of([&] { (void)cache.get({"other", "a"}); }), says);
  EXPECT_THAT(refusal_of([&] { (void)cache.list("other"); }), says);
  EXPECT_EQ(refusal_of([&] { (void)cache.get(kA); }), "answered");
  EXPECT_EQ(refusal_of([&] { (void)cache.list(); }), "answered");
  const KindCache everywhere = cache_of();
  EXPECT_EQ(refusal_of([&] { (void)everywhere.get({"other", "a"}); }), "answered");
}

// What the function throws; "answered" if it does not.
template <class Error>
std::string thrown_by(const std::function<void()>& read)
{
  try {
    read();
  } catch (const Error& error) {
    return error.what();
  }
  return "answered";
}

TEST_F(KindCacheTest, AWrongScopeIsTheErrorOfTheClient)
{
  const ResourceType namespaces{"", "v1", "Namespace", "namespaces", Scope::cluster};
  const SharedInformer wide(Client(h.sim.runtime(), h.transport), namespaces);
  wide.start();
  ASSERT_TRUE(h.until([&] { return wide.has_synced(); }));
  wide.add_index("all", [](const Object&) { return std::vector<std::string>{"yes"}; });
  using Invalid = std::invalid_argument;
  const KindCache of_cluster(wide);
  const KindCache of_namespaces = cache_of();
  for (const ObjectKey& key : {ObjectKey{"default", "w"}, ObjectKey{"", ""}}) {
    const std::string error = thrown_by<Invalid>([&] { (void)of_cluster.get(key); });
    EXPECT_NE(error, "answered");
    EXPECT_EQ(error, thrown_by<Invalid>([&] { (void)h.user.get(namespaces, key); }));
  }
  for (const ObjectKey& key : {ObjectKey{"", "map"}, ObjectKey{"default", ""}}) {
    const std::string error = thrown_by<Invalid>([&] { (void)of_namespaces.get(key); });
    EXPECT_NE(error, "answered");
    EXPECT_EQ(error, thrown_by<Invalid>([&] { (void)h.user.get(kConfigMaps, key); }));
  }
  ListOptions options;
  options.namespace_ = "default";
  const std::string error = thrown_by<Invalid>([&] { (void)of_cluster.list("default"); });
  EXPECT_EQ(error, thrown_by<Invalid>([&] { (void)h.user.list(namespaces, options); }));
  EXPECT_EQ(error, thrown_by<Invalid>([&] { (void)of_cluster.by_index("all", "yes", "default"); }));
  EXPECT_THAT(error, HasSubstr("a namespace is given, but namespaces are cluster-scoped"));
  EXPECT_EQ(of_cluster.list().size(), of_cluster.by_index("all", "yes").size());
}

TEST_F(KindCacheTest, ACacheThatDoesNotKnowThrows)
{
  InformerOptions options;
  options.namespaces = {"default"};
  const SharedInformer informer(Client(h.sim.runtime(), h.transport), kConfigMaps, options);
  informer.add_index("all", [](const Object&) { return std::vector<std::string>{"yes"}; });
  const KindCache cache(informer);
  const auto refusals = [&](const std::string& namespace_) {
    return std::vector{thrown_by<NotSynced>([&] { (void)cache.get({namespace_, "a"}); }),
                       thrown_by<NotSynced>([&] { (void)cache.list(namespace_); }),
                       thrown_by<NotSynced>([&] { (void)cache.by_index("all", "yes", namespace_); })};
  };
  EXPECT_THAT(refusals("default"),
              ::testing::Each(HasSubstr("configmaps (v1) in namespace \"default\" have not synced")));
  EXPECT_FALSE(cache.synced());
  informer.start();
  ASSERT_TRUE(h.until([&] { return informer.has_synced(); }));
  EXPECT_THAT(refusals("default"), ::testing::Each("answered"));
  EXPECT_TRUE(cache.synced() && cache.synced("default"));

  h.transport->hang = [](const HttpRequest&) { return true; };
  informer.add_namespace("later");
  h.sim.run_for(seconds(1));
  EXPECT_TRUE(informer.has_synced()) << "that of the namespaces at the start";
  EXPECT_THAT(refusals("default"), ::testing::Each("answered"));
  EXPECT_THAT(refusals("later"), ::testing::Each(HasSubstr("have not synced")));
  EXPECT_NE(thrown_by<NotSynced>([&] { (void)cache.list(); }), "answered") << "one of them is not known";
  EXPECT_TRUE(cache.synced("default"));
  EXPECT_FALSE(cache.synced("later") || cache.synced());
  h.transport->hang = nullptr;

  informer.remove_namespace("later");
  informer.remove_namespace("default");
  EXPECT_FALSE(cache.synced());
  EXPECT_THAT(thrown_by<NotWatched>([&] { (void)cache.list(); }), HasSubstr("the last of its namespaces was removed"));
  EXPECT_NE(thrown_by<NotWatched>([&] { (void)cache.by_index("all", "yes"); }), "answered");
}

TEST_F(KindCacheTest, ACacheWhoseWatchHasEndedThrows)
{
  h.create(kConfigMaps, "a");
  const KindCache cache = cache_of();
  ASSERT_TRUE(cache.get(kA));
  cache.informer().request_stop();
  EXPECT_THAT(thrown_by<NotSynced>([&] { (void)cache.get(kA); }), HasSubstr("their watch has ended"));
  EXPECT_THAT(thrown_by<NotSynced>([&] { (void)cache.list(); }), HasSubstr("their watch has ended"));
  EXPECT_FALSE(cache.synced());
}

TEST_F(KindCacheTest, OfSeveralNamespacesEachHasItsOwnWrites)
{
  const KindCache cache = cache_of({"default", "other"});
  EXPECT_EQ(cache.name(), "configmaps in namespaces \"default\", \"other\"");
  EXPECT_THAT(refusal_of([&] { (void)cache.get({"third", "a"}); }),
              HasSubstr("only in namespaces \"default\", \"other\""));
  cache.informer().wrote(map_of("a", "1000001", "mine", "other"));
  cache.informer().wrote(map_of("a", "1000002", "mine", "third"));
  EXPECT_EQ(cache.pending_writes(), 1U) << "what is not watched is not kept";
  EXPECT_EQ(value_of(cache.get({"other", "a"})), "mine");
  EXPECT_EQ(value_of(cache.get(kA)), "absent");
  EXPECT_EQ(cache.list().size(), 1U);
  EXPECT_EQ(cache.list("other").size(), 1U);
  EXPECT_EQ(cache.list("default").size(), 0U);
}

// The watch of another namespace may be far behind, or ahead.
TEST_F(KindCacheTest, AnOwnWriteIsSeenWhenTheWatchOfItsNamespaceHasBroughtIt)
{
  const KindCache cache = cache_of({"default", "kube-public"});
  h.create_json(kConfigMaps, R"({"apiVersion":"v1","kind":"ConfigMap",
      "metadata":{"name":"b","namespace":"kube-public"}})");
  const Store& store = cache.informer().store();
  ASSERT_TRUE(h.until([&] { return store.size() == 1; }));
  ASSERT_NE(store.resource_version("default"), store.resource_version("kube-public"));
  const std::string newest = store.resource_version("kube-public");
  cache.informer().wrote(map_of("gone", newest, "mine", "kube-public"));
  EXPECT_EQ(cache.pending_writes(), 0U);
  EXPECT_EQ(value_of(cache.get({"kube-public", "gone"})), "absent");
  EXPECT_EQ(cache.list().size(), 1U);
  cache.informer().wrote(map_of("a", newest, "mine"));
  EXPECT_EQ(cache.pending_writes(), 1U) << "default is behind";
  EXPECT_EQ(value_of(cache.get(kA)), "mine");
}

TEST_F(KindCacheTest, AVersionThatCannotBeComparedIsTrustedForALimitedTime)
{
  const KindCache cache = cache_of();
  blind();
  cache.informer().wrote(map_of("a", "not-a-number", "mine"));
  h.sim.run_for(seconds(29));
  EXPECT_EQ(value_of(cache.get(kA)), "mine");
  h.sim.run_for(seconds(1));
  EXPECT_EQ(value_of(cache.get(kA)), "absent") << "a store without it may be right";
  EXPECT_EQ(cache.pending_writes(), 0U);
}

TEST_F(KindCacheTest, AnIndexThatExistsIsNamedWithItsKind)
{
  const KindCache cache = cache_of();
  const IndexFunction by_value = [](const Object& object) { return std::vector{value_of(object)}; };
  cache.informer().add_index("value", by_value);
  try {
    cache.informer().add_index("value", by_value);
    FAIL() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("configmaps: index \"value\" exists already"), HasSubstr("add it once")));
  }
}

}  // namespace
}  // namespace kubexx::testing
