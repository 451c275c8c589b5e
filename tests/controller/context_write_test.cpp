// SPDX-License-Identifier: Apache-2.0
// What a reconciler writes through its context, blocking and awaitable, against the embedded API server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/drop_members.hpp"
#include "kubexx/apimachinery/resources.hpp"
#include "kubexx/controller/finalizer.hpp"

namespace kubexx::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct ShopStatus {
  std::vector<Condition> conditions;
};
BOOST_DESCRIBE_STRUCT(ShopStatus, (), (conditions))
struct Shop {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Shop", "shops"};
  ObjectMeta metadata;
  std::map<std::string, std::string> spec;
  ShopStatus status;
};
BOOST_DESCRIBE_STRUCT(Shop, (), (metadata, spec, status))

struct Settings {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
  std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(Settings, (), (metadata, data))

constexpr const char* kFinalizer = "example.org/cleanup";
const ObjectKey kKey{"default", "a"};

/// Each test reconciles the Shop default/a, in both forms where there are two.
class ContextWrite : public ::testing::Test {
protected:
  ContextWrite()
  {
    h.create_json(resources::custom_resource_definitions, R"({"apiVersion": "apiextensions.k8s.io/v1",
      "kind": "CustomResourceDefinition", "metadata": {"name": "shops.example.org"}, "spec": {
        "group": "example.org", "scope": "Namespaced",
        "names": {"kind": "Shop", "listKind": "ShopList", "plural": "shops", "singular": "shop"},
        "versions": [{"name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
          "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]}})");
  }

  // Reconciles until `work` has returned once; what it threw last otherwise.
  std::string reconcile(const std::function<void(Context&, const Request&)>& work)
  {
    bool done = false;
    std::string error;
    h.manager.controller().for_<Shop>().owns<Settings>().build([&](Context& context, const Request& request) {
      if (done) return Result::done();
      try {
        work(context, request);
        done = true;
      } catch (const std::exception& failure) {
        error = failure.what();
        throw;
      }
      return Result::done();
    });
    return run(done) ? "" : error;
  }
  std::string reconcile_awaiting(const std::function<awaitable<void>(Context&, Request)>& work)
  {
    bool done = false;
    h.manager.controller().for_<Shop>().owns<Settings>().build(
        [&](Context& context, Request request) { return awaited(context, std::move(request), &work, &done); });
    return run(done) ? "" : h.log->text();
  }
  int sent(const std::string& what) const
  {
    const auto found = h.transport->requests.find(what);
    return found == h.transport->requests.end() ? 0 : found->second;
  }
  Object shop() { return h.get(resource_of<Shop>(), kKey); }
  Object settings(const std::string& name = "a") { return h.get(kConfigMaps, {"default", name}); }

  Harness h;

private:
  static awaitable<Result> awaited(Context& context, Request request,
                                   const std::function<awaitable<void>(Context&, Request)>* work, bool* done)
  {
    if (!*done) {
      co_await (*work)(context, std::move(request));
      *done = true;
    }
    co_return Result::done();
  }
  bool run(const bool& done)
  {
    h.create(resource_of<Shop>(), "a");
    h.start();
    return h.until([&] { return done; }, std::chrono::seconds(10));
  }
};

void open(Settings& settings)
{
  settings.data["open"] = "yes";
}

TEST_F(ContextWrite, CreateOrUpdateCreatesThenUpdatesThenSendsNothing)
{
  std::vector<std::string> results;
  const auto write = [&](Context& context, const std::function<void(Settings&)>& mutate) {
    const auto done = context.create_or_update<Settings>(kKey, mutate);
    results.emplace_back(to_string(done.result));
    return done.object;
  };
  EXPECT_EQ(reconcile([&](Context& context, const Request&) {
              write(context, open);
              write(context, open);
              const auto last = write(context, [](Settings& settings) { settings.data["open"] = "no"; });
              EXPECT_EQ(last.origin().at("/data/open").as_string(), "no");
            }),
            "");
  EXPECT_THAT(results, ElementsAre("created", "unchanged", "updated"));
  EXPECT_EQ(sent("POST /api/v1/namespaces/default/configmaps"), 1);
  EXPECT_EQ(sent("PATCH /api/v1/namespaces/default/configmaps/a"), 1);
}

awaitable<void> upsert(Context& context, Request /*request*/)
{
  const ObjectKey key = kKey;
  const auto first = co_await context.async_create_or_update<Settings>(key, open);
  EXPECT_EQ(first.result, OperationResult::created);
  const auto second = co_await context.async_create_or_update<Settings>(key, open);
  EXPECT_EQ(second.result, OperationResult::unchanged);
  const auto third =
      co_await context.async_create_or_update<Settings>(key, [](Settings& settings) { settings.data["open"] = "no"; });
  EXPECT_EQ(third.result, OperationResult::updated);
  EXPECT_EQ(third.object.origin().at("/data/open").as_string(), "no");
  const bool removed = co_await context.async_remove_if_exists<Settings>(key);
  EXPECT_TRUE(removed);
  const bool again = co_await context.async_remove_if_exists<Settings>(key);
  EXPECT_FALSE(again);
}

TEST_F(ContextWrite, TheAwaitableFormsDoTheSame)
{
  EXPECT_EQ(reconcile_awaiting(upsert), "");
  EXPECT_EQ(sent("DELETE /api/v1/namespaces/default/configmaps/a"), 1);
}

TEST_F(ContextWrite, CreateOrUpdateRefusesAnotherNameAndAStatus)
{
  std::string renamed, reported;
  EXPECT_EQ(reconcile([&](Context& context, const Request& request) {
              try {
                context.create_or_update<Settings>(kKey, [](Settings& settings) { settings.metadata.name = "b"; });
              } catch (const std::invalid_argument& error) {
                renamed = error.what();
              }
              try {
                context.create_or_update<Shop>(request.key(), [](Shop& of) { of.status.conditions.resize(1); });
              } catch (const std::invalid_argument& error) {
                reported = error.what();
              }
            }),
            "");
  EXPECT_THAT(renamed, AllOf(HasSubstr("ConfigMap \"default/a\""), HasSubstr("changed the name to \"default/b\"")));
  EXPECT_THAT(reported, HasSubstr("call patch_status()"));
  EXPECT_EQ(sent("POST /api/v1/namespaces/default/configmaps"), 0);
}

TEST_F(ContextWrite, RemoveIfExistsAsksTheCacheFirst)
{
  h.create(kConfigMaps, "a");
  h.create(kSecrets, "a");
  EXPECT_EQ(reconcile([&](Context& context, const Request&) {
              EXPECT_FALSE(context.remove_if_exists<Settings>({"default", "none"}));
              EXPECT_TRUE(context.remove_if_exists<Settings>(kKey));
              EXPECT_FALSE(context.remove_if_exists<Settings>(kKey));
              // Not watched: the server knows.
              EXPECT_TRUE(context.remove_if_exists(kSecrets, kKey));
              EXPECT_FALSE(context.remove_if_exists(kSecrets, kKey));
            }),
            "");
  EXPECT_EQ(sent("DELETE /api/v1/namespaces/default/configmaps/none"), 0);
  EXPECT_EQ(sent("DELETE /api/v1/namespaces/default/configmaps/a"), 1);
  EXPECT_EQ(sent("DELETE /api/v1/namespaces/default/secrets/a"), 2);
}

TEST_F(ContextWrite, RemoveIfExistsSaysThatANamespaceIsMissing)
{
  std::string message;
  EXPECT_EQ(reconcile([&](Context& context, const Request&) {
              try {
                context.remove_if_exists<Settings>({"", "a"});
              } catch (const std::invalid_argument& error) {
                message = error.what();
              }
            }),
            "");
  EXPECT_THAT(message, HasSubstr("namespace"));
}

TEST_F(ContextWrite, OwnedAreThoseOfThisVeryOwner)
{
  h.create(kConfigMaps, "foreign");
  EXPECT_EQ(reconcile([&](Context& context, const Request& request) {
              const auto shop = context.get<Shop>(request);
              for (const auto* name : {"one", "two"}) {
                Settings child;
                child.metadata.name = name;
                context.own(shop, child);
                EXPECT_EQ(child.metadata.namespace_, request.namespace_);
                context.create(child);
              }
              std::vector<std::string> names;
              for (const auto& each : context.owned<Settings>(shop)) names.push_back(each->metadata.name);
              EXPECT_THAT(names, ElementsAre("one", "two"));
              Settings elsewhere;
              elsewhere.metadata.namespace_ = "other";
              EXPECT_THROW(context.own(shop, elsewhere), std::invalid_argument);
            }),
            "");
  EXPECT_EQ(settings("one").controller_owner()->uid, shop().uid());
}

struct Numbers {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
  std::map<std::string, std::int32_t> data;
};
BOOST_DESCRIBE_STRUCT(Numbers, (), (metadata, data))

TEST_F(ContextWrite, AListSelectsBeforeItDecodesAndLeavesOutWhatDoesNotFit)
{
  h.create_json(kConfigMaps, R"({"metadata":{"name":"bad","namespace":"default","labels":{"app":"x"}},
    "data":{"keep":"soon"}})");
  h.create_json(kConfigMaps, R"({"metadata":{"name":"good","namespace":"default","labels":{"app":"x"}}})");
  h.create_json(kConfigMaps, R"({"metadata":{"name":"other","namespace":"default"},"data":{"keep":"soon"}})");
  EXPECT_EQ(reconcile([&](Context& context, const Request&) {
              for (int time = 0; time < 3; ++time) {
                const auto found = context.list<Numbers>("default", LabelSelector().eq("app", "x"));
                ASSERT_THAT(found, SizeIs(1));
                EXPECT_EQ(found[0]->metadata.name, "good");
              }
            }),
            "");
  EXPECT_EQ(h.log->count({"left out", R"(ConfigMap "default/bad": data.keep: expected an integer, got string)"}), 1U)
      << h.log->text();
  EXPECT_EQ(h.log->count({"left out"}), 1U) << "what is not selected is not decoded";
  EXPECT_EQ(h.metric(R"(kubexx_controller_unreadable_objects_total{controller="shop"})"), "1");
}

TEST_F(ContextWrite, AnApplyIsOfTheControllersOwnFieldManagerAndTakesOver)
{
  std::string target, type, body;
  h.transport->on_request = [&](const HttpRequest& request) -> std::unique_ptr<HttpResponse> {
    if (request.method != "PATCH") return nullptr;
    target = request.target;
    type = request.headers.find("Content-Type").value_or("");
    body = request.body;
    auto response = std::make_unique<HttpResponse>();
    response->status = 200;
    response->body = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"default",
      "uid":"u","resourceVersion":"9"},"data":{"open":"yes"}})";
    return response;
  };
  EXPECT_EQ(reconcile([&](Context& context, const Request&) {
              Settings wanted;
              wanted.metadata.name = "a";
              wanted.metadata.namespace_ = "default";
              open(wanted);
              const auto applied = context.apply(wanted);
              EXPECT_EQ(applied.origin().resource_version(), "9");
              EXPECT_EQ(applied.key(), kKey);
            }),
            "");
  EXPECT_THAT(target, AllOf(HasSubstr("fieldManager=shop"), HasSubstr("force=true")));
  EXPECT_EQ(type, "application/apply-patch+yaml");
  EXPECT_EQ(body, R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"default"},)"
                  R"("data":{"open":"yes"}})");
}

TEST_F(ContextWrite, AConditionIsAboutTheGenerationThatWasRead)
{
  EXPECT_EQ(reconcile([&](Context& context, const Request& request) {
              auto shop = context.get<Shop>(request);
              Condition open;
              open.type = "Open";
              open.status = "True";
              open.reason = "Morning";
              EXPECT_TRUE(context.set_condition(shop, open));
              EXPECT_EQ(shop->status.conditions[0].lastTransitionTime, context.now());
              EXPECT_TRUE(shop.patch_status());
              EXPECT_FALSE(context.set_condition(shop, open));
              EXPECT_FALSE(shop.patch_status());
            }),
            "");
  EXPECT_EQ(shop().at("/status/conditions/0/observedGeneration").as_int(), shop().generation());
  EXPECT_EQ(sent("PATCH /apis/example.org/v1/namespaces/default/shops/a/status"), 1);
}

// What happens outside, and what the object has on the server meanwhile.
class Finalizing : public ContextWrite {
protected:
  void begin(bool awaiting)
  {
    const auto cleanup = [this] {
      EXPECT_THAT(shop().finalizers(), ElementsAre(kFinalizer)) << "the finalizer goes last";
      if (++cleanups <= failing) throw std::runtime_error("cannot clean up");
      outside.clear();
    };
    const auto live = [this] {
      EXPECT_THAT(shop().finalizers(), ElementsAre(kFinalizer)) << "the finalizer comes first";
      outside = {"bucket"};
    };
    if (awaiting) {
      h.manager.controller().for_<Shop>().build(
          [cleanup, live](Context& context, Request request) { return reconcile(context, request, cleanup, live); });
    } else {
      h.manager.controller().for_<Shop>().build([cleanup, live](Context& context, const Request& request) {
        auto shop = context.get<Shop>(request);
        if (shop && finalize(context, shop, kFinalizer, cleanup)) live();
        return Result::done();
      });
    }
    h.create(resource_of<Shop>(), "a");
    h.start();
    ASSERT_TRUE(h.until([&] { return !outside.empty(); })) << h.log->text();
    h.remove(resource_of<Shop>(), kKey);
    EXPECT_TRUE(h.until([&] { return h.list(resource_of<Shop>()).empty(); })) << h.log->text();
    EXPECT_THAT(outside, IsEmpty());
    EXPECT_EQ(cleanups, failing + 1);
  }

  int cleanups = 0, failing = 0;
  std::vector<std::string> outside;

private:
  static awaitable<Result> reconcile(Context& context, Request request, std::function<void()> cleanup,
                                     std::function<void()> live)
  {
    auto shop = context.get<Shop>(request);
    if (!shop) co_return Result::done();
    const bool lives = co_await async_finalize(context, shop, kFinalizer, [cleanup] { return later(cleanup); });
    if (lives) live();
    co_return Result::done();
  }
  static awaitable<void> later(std::function<void()> work)
  {
    work();
    co_return;
  }
};

TEST_F(Finalizing, ComesFirstAndGoesLast)
{
  begin(false);
}

TEST_F(Finalizing, AwaitableComesFirstAndGoesLast)
{
  begin(true);
}

TEST_F(Finalizing, StaysWhileTheCleanupFails)
{
  failing = 3;
  begin(false);
}

TEST_F(ContextWrite, AFinalizerIsWrittenByItself)
{
  EXPECT_EQ(reconcile([&](Context& context, const Request& request) {
              auto shop = context.get<Shop>(request);
              shop->spec["name"] = "corner";
              EXPECT_THROW(context.ensure_finalizer(shop, kFinalizer), std::logic_error);
              EXPECT_TRUE(shop.patch());
              EXPECT_TRUE(context.ensure_finalizer(shop, kFinalizer));
              EXPECT_FALSE(context.ensure_finalizer(shop, kFinalizer));
              EXPECT_TRUE(context.remove_finalizer(shop, kFinalizer));
              EXPECT_FALSE(context.remove_finalizer(shop, kFinalizer));
            }),
            "");
  EXPECT_THAT(shop().finalizers(), IsEmpty());
  EXPECT_EQ(sent("PATCH /apis/example.org/v1/namespaces/default/shops/a"), 3);
}

TEST_F(ContextWrite, NoFinalizerIsAddedToWhatIsBeingDeleted)
{
  int seen = 0;
  h.manager.controller().for_<Shop>().build([&](Context& context, const Request& request) {
    auto shop = context.get<Shop>(request);
    if (!shop.is_deleting()) return Result::done();
    ++seen;
    EXPECT_FALSE(context.ensure_finalizer(shop, kFinalizer));
    EXPECT_FALSE(finalize(context, shop, kFinalizer, [] { ADD_FAILURE() << "there is nothing to clean up"; }));
    return Result::done();
  });
  h.create_json(resource_of<Shop>(), R"({"metadata":{"name":"a","namespace":"default",
    "finalizers":["example.org/other"]}})");
  h.start();
  h.remove(resource_of<Shop>(), kKey);
  EXPECT_TRUE(h.until([&] { return seen > 0; }));
  EXPECT_EQ(sent("PATCH /apis/example.org/v1/namespaces/default/shops/a"), 0);
}

TEST_F(ContextWrite, AFinalizerThatWasNotWrittenIsNotThere)
{
  int refused = 0;
  h.transport->on_request = [&](const HttpRequest& request) {
    return request.method == "PATCH" && refused == 0 ? status_answer(500, "InternalError", "not now") : nullptr;
  };
  EXPECT_EQ(reconcile([&](Context& context, const Request& request) {
              auto shop = context.get<Shop>(request);
              EXPECT_THROW(context.ensure_finalizer(shop, kFinalizer), ApiError);
              ++refused;
              EXPECT_TRUE(context.ensure_finalizer(shop, kFinalizer)) << "it is still to be written";
            }),
            "");
  EXPECT_THAT(shop().finalizers(), ElementsAre(kFinalizer));
}

// A cache that does not hold everything, or not all of each object.
TEST(PartialCaches, AreNotBelievedThatThereIsNone)
{
  ManagerOptions options;
  options.configure_informer = [](const ResourceType& type, const std::string&, InformerOptions& informer) {
    if (type == kSecrets) informer.label_selector = "app=x";
    if (type != kConfigMaps) return;
    informer.transform = DropMembers({"/data"});
    informer.transform_name = "without data";
  };
  Harness h(options);
  bool done = false;
  std::string updated;
  h.manager.controller().for_<Settings>().reads(kSecrets).build([&](Context& context, const Request& request) {
    if (std::exchange(done, true)) return Result::done();
    EXPECT_FALSE(context.get(kSecrets, kKey)) << "it is not selected";
    EXPECT_TRUE(context.remove_if_exists(kSecrets, kKey));
    auto settings = context.get<Settings>(request);
    settings->metadata.labels["seen"] = "yes";
    try {
      settings.update();
    } catch (const std::logic_error& error) {
      updated = error.what();
    }
    EXPECT_TRUE(settings.patch());
    return Result::done();
  });
  h.create(kSecrets, "a");
  h.create(kConfigMaps, "a", R"(,"data":{"keep":"this"})");
  h.start();
  ASSERT_TRUE(h.until([&] { return done; }));
  EXPECT_TRUE(h.list(kSecrets).empty());
  EXPECT_THAT(updated, HasSubstr("keeps a part of each object"));
  EXPECT_EQ(h.get(kConfigMaps, kKey).at("/data/keep").as_string(), "this");
  EXPECT_EQ(h.get(kConfigMaps, kKey).label("seen"), "yes");
}

TEST_F(ContextWrite, EventsAreAboutWhatWasRead)
{
  EXPECT_EQ(reconcile([&](Context& context, const Request& request) {
              context.events().normal(context.get<Shop>(request), "Opened", "good morning");
            }),
            "");
  ASSERT_TRUE(h.until([&] { return !h.list(kEvents).empty(); }));
  const Object event = h.list(kEvents)[0];
  EXPECT_EQ(event.at("/regarding/name").as_string(), "a");
  EXPECT_EQ(event.at("/reason").as_string(), "Opened");
  EXPECT_EQ(event.at("/action").as_string(), "Reconcile");
  EXPECT_EQ(event.at("/note").as_string(), "good morning");
}

// --- no more writes than there are changes ---

Result answer_what_is_wanted(Context& context, const Request& request)
{
  auto settings = context.get<Settings>(request);
  if (!settings) return Result::done();
  settings->data["answer"] = settings->data["wanted"];
  settings->metadata.labels["seen"] = "yes";
  settings.patch();
  return Result::done();
}

// Each write comes back through the watch and causes another reconcile, which finds nothing to change.
class OneWriteEach : public ::testing::Test {
protected:
  OneWriteEach()
  {
    h.manager.controller().for_<Settings>().build([this](Context& context, const Request& request) {
      ++reconciles;
      return answer_what_is_wanted(context, request);
    });
  }
  [[nodiscard]] int writes() const
  {
    int count = 0;
    for (const auto& [what, times] : h.transport->requests) count += what.starts_with("GET ") ? 0 : times;
    return count;
  }

  [[nodiscard]] int sent_to(const std::string& name) const
  {
    const auto found = h.transport->requests.find("PATCH /api/v1/namespaces/default/configmaps/" + name);
    return found == h.transport->requests.end() ? 0 : found->second;
  }

  int reconciles = 0;
  Harness h;
};

TEST_F(OneWriteEach, AHundredChangesOfAKeyAreAHundredWrites)
{
  h.create(kConfigMaps, "a", R"(,"data":{"wanted":"0"})");
  h.start();
  for (int round = 0; round < 100; ++round) {
    if (round > 0) h.patch(kConfigMaps, kKey, R"({"data":{"wanted":")" + std::to_string(round) + "\"}}");
    h.sim.run_for(std::chrono::seconds(1));
    ASSERT_EQ(sent_to("a"), round + 1);
  }
  EXPECT_EQ(reconciles, 200);
  EXPECT_EQ(writes(), 100);
}

TEST_F(OneWriteEach, AHundredKeysAreAHundredWrites)
{
  for (int number = 0; number < 100; ++number) h.create(kConfigMaps, "a" + std::to_string(number));
  h.start();
  h.sim.run_for(std::chrono::seconds(10));
  for (int number = 0; number < 100; ++number) EXPECT_EQ(sent_to("a" + std::to_string(number)), 1) << number;
  EXPECT_EQ(reconciles, 200);
  EXPECT_EQ(writes(), 100);
}

}  // namespace
}  // namespace kubexx::testing
