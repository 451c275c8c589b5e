// SPDX-License-Identifier: Apache-2.0
// What a reconciler writes through its context, blocking and awaitable, against the embedded API server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/drop_members.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
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
  explicit ContextWrite(const ManagerOptions& options = {}) : h(options)
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

// The ConfigMap default/c as a reconcile of `shop` applies it, but of somebody else.
std::string settings_text(const Object& shop)
{
  Settings settings;
  settings.metadata.name = "c";
  settings.metadata.namespace_ = "default";
  set_controller_reference(shop, settings.metadata);
  open(settings);
  return std::string(Object::from(settings).bytes());
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

struct Password {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "Secret", "secrets"};
  ObjectMeta metadata;
};
BOOST_DESCRIBE_STRUCT(Password, (), (metadata))

TEST_F(ContextWrite, AChildOfAKindThatIsNotWatchedIsOneLineOfTheLog)
{
  EXPECT_EQ(reconcile([&](Context& context, const Request& request) {
              const auto shop = context.get<Shop>(request);
              Settings watched;
              watched.metadata.name = "watched";
              context.own(shop, watched);
              context.create(watched);
              Password free;
              free.metadata.name = "free";
              free.metadata.namespace_ = request.namespace_;
              context.create(free);
              for (const auto* name : {"one", "two"}) {
                Password child;
                child.metadata.name = name;
                context.own(shop, child);
                context.create(child);
                EXPECT_THROW(context.create(child), ApiError);
              }
            }),
            "");
  EXPECT_EQ(h.log->count({"is not watched"}), 1U) << h.log->text();
  EXPECT_EQ(h.log->count({"warn", "is not watched", "add owns<Secret>() to the builder", "object=default/one"}), 1U);
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

// Each test says what a reconcile of the Shop default/a applies.
class Applying : public ContextWrite {
protected:
  using Work = std::function<void(Context&, const Typed<Shop>&)>;

  void begin(Work of)
  {
    work = std::move(of);
    h.transport->on_request = [this](const HttpRequest& request) -> std::unique_ptr<HttpResponse> {
      if (request.headers.find("Content-Type") == "application/apply-patch+yaml") applies.push_back(request);
      return nullptr;
    };
    h.manager.controller().for_<Shop>().owns<Settings>().build([this](Context& context, const Request& request) {
      if (request.key() != kKey) return Result::done();
      try {
        work(context, context.get<Shop>(request));
      } catch (const ApiError& error) {
        conflicts += error.status().causes.empty() || !is_conflict(error) ? 0 : 1;
        throw;
      }
      ++reconciles;
      return Result::done();
    });
    h.create(resource_of<Shop>(), "a");
    h.start();
    ASSERT_TRUE(h.until([&] { return reconciles > 0 || conflicts > 0; })) << h.log->text();
  }
  // Until the Shop was reconciled once more, because it has changed.
  void again()
  {
    const int before = reconciles;
    h.patch(resource_of<Shop>(), kKey, R"({"metadata":{"annotations":{"round":")" + std::to_string(++rounds) + "\"}}}");
    ASSERT_TRUE(h.until([&] { return reconciles > before; })) << h.log->text();
  }
  [[nodiscard]] const HttpRequest& last() const { return applies.back(); }

  Work work;
  std::vector<HttpRequest> applies;
  int reconciles = 0, rounds = 0, conflicts = 0;
};

// Applies the ConfigMap default/c.
void apply_child(Context& context, const Typed<Shop>& shop)
{
  Settings wanted;
  wanted.metadata.name = "c";
  context.own(shop, wanted);
  open(wanted);
  const auto applied = context.apply(wanted);
  EXPECT_EQ(applied.key(), (ObjectKey{"default", "c"}));
  EXPECT_FALSE(applied.origin().resource_version().empty());
}

TEST_F(Applying, IsOfTheControllersOwnFieldManagerAndTakesOverWhatItHasCreated)
{
  begin(apply_child);
  ASSERT_THAT(applies, SizeIs(1));
  EXPECT_THAT(last().target, AllOf(HasSubstr("fieldManager=shop"), ::testing::Not(HasSubstr("force"))));
  const auto body = nlohmann::json::parse(last().body);
  EXPECT_EQ(body["data"], nlohmann::json::parse(R"({"open":"yes"})"));
  EXPECT_EQ(body["kind"], "ConfigMap");
  h.patch(kConfigMaps, {"default", "c"}, R"({"data":{"open":"no"}})");
  ASSERT_TRUE(h.until([&] { return applies.size() > 1; }));
  EXPECT_THAT(last().target, HasSubstr("force=true"));
  EXPECT_EQ(settings("c").at("/data/open").as_string(), "yes");
}

TEST_F(Applying, SendsTheSameTextOnceWhileTheObjectHoldsItsValues)
{
  begin(apply_child);
  again();
  const int before = reconciles;
  h.patch(kConfigMaps, {"default", "c"}, R"({"metadata":{"annotations":{"note":"theirs"}},"data":{"more":"x"}})");
  ASSERT_TRUE(h.until([&] { return reconciles > before; }));
  EXPECT_THAT(applies, SizeIs(1)) << "it has every value of what was applied";
  h.patch(kConfigMaps, {"default", "c"}, R"({"data":{"open":null}})");
  ASSERT_TRUE(h.until([&] { return applies.size() > 1; }));
  h.remove(kConfigMaps, {"default", "c"});
  h.create_json(kConfigMaps, settings_text(h.get(resource_of<Shop>(), kKey)));
  ASSERT_TRUE(h.until([&] { return applies.size() > 2; })) << "another object of that name, with the same values";
}

TEST_F(Applying, DoesNotTakeOverWhatOthersHaveCreated)
{
  h.create(kConfigMaps, "c", R"(,"data":{"open":"no"})");
  begin([](Context& context, const Typed<Shop>&) {
    Settings wanted;
    wanted.metadata.name = "c";
    wanted.metadata.namespace_ = "default";
    open(wanted);
    context.apply(wanted);
  });
  EXPECT_GT(conflicts, 0);
  EXPECT_EQ(settings("c").at("/data/open").as_string(), "no");
  EXPECT_NE(h.metric(R"(controller_runtime_reconcile_total{controller="shop",result="error"})"), "0")
      << "nobody gives way by himself, so it is no conflict that passes";
  work = [](Context& context, const Typed<Shop>&) {
    Settings wanted;
    wanted.metadata.name = "c";
    wanted.metadata.namespace_ = "default";
    open(wanted);
    context.apply(wanted, Context::taking_over());
  };
  again();
  EXPECT_EQ(settings("c").at("/data/open").as_string(), "yes");
}

struct SizeSpec {
  int replicas = 1;
  bool paused = false;
  std::string name;
};
BOOST_DESCRIBE_STRUCT(SizeSpec, (), (replicas, paused, name))
struct Sized {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Shop", "shops"};
  ObjectMeta metadata;
  SizeSpec spec;
};
BOOST_DESCRIBE_STRUCT(Sized, (), (metadata, spec))

Sized sized(std::string name)
{
  Sized wanted;
  wanted.metadata.name = "b";
  wanted.metadata.namespace_ = "default";
  wanted.spec.name = std::move(name);
  return wanted;
}

TEST_F(Applying, LeavesWhatNobodyHasSetToOthers)
{
  const ObjectKey key{"default", "b"};
  begin([](Context& context, const Typed<Shop>&) { context.apply(sized("first")); });
  EXPECT_EQ(nlohmann::json::parse(last().body)["spec"], nlohmann::json::parse(R"({"name":"first"})"));
  h.patch(resource_of<Shop>(), key, R"({"spec":{"replicas":5}})");
  work = [](Context& context, const Typed<Shop>&) { context.apply(sized("second"), Context::taking_over()); };
  again();
  EXPECT_EQ(h.get(resource_of<Shop>(), key).at("/spec/replicas").as_int(), 5) << "an autoscaler has set it";
  EXPECT_EQ(h.get(resource_of<Shop>(), key).at("/spec/name").as_string(), "second");
  work = [](Context& context, const Typed<Shop>&) {
    context.apply(sized("second"), Context::taking_over(), keep<&SizeSpec::replicas>);
  };
  again();
  EXPECT_EQ(h.get(resource_of<Shop>(), key).at("/spec/replicas").as_int(), 1);
  EXPECT_FALSE(h.get(resource_of<Shop>(), key).at("/spec/paused"));
}

awaitable<void> apply_twice(Context& context, Request request)
{
  const auto shop = context.get<Shop>(request);
  Settings wanted;
  wanted.metadata.name = "c";
  context.own(shop, wanted);
  open(wanted);
  for (int time = 0; time < 2; ++time) {
    const auto applied = co_await context.async_apply(wanted);
    EXPECT_EQ(applied->data.at("open"), "yes");
  }
  PatchOptions dry;
  dry.dry_run = true;
  const auto tried = co_await context.async_apply(wanted, dry);
  EXPECT_TRUE(tried);
}

TEST_F(ContextWrite, AnAwaitableApplyOfTheSameTextIsSentOnce)
{
  EXPECT_EQ(reconcile_awaiting(apply_twice), "");
  EXPECT_EQ(sent("PATCH /api/v1/namespaces/default/configmaps/c"), 2) << "one of them is the dry run";
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

awaitable<void> remove_finalizer_of_gone(Context& context, Request request)
{
  auto shop = context.get<Shop>(request);
  shop->metadata.finalizers = {kFinalizer};
  Typed<Shop> read(shop.object(), context.client());
  const bool removed = co_await context.async_remove_finalizer(read, kFinalizer);
  EXPECT_FALSE(removed);
}

TEST_F(ContextWrite, AFinalizerOfWhatIsGoneNeedsNoRemoval)
{
  h.transport->on_request = [&](const HttpRequest& request) {
    return request.method == "PATCH" ? status_answer(404, "NotFound", "it is gone") : nullptr;
  };
  EXPECT_EQ(reconcile([&](Context& context, const Request& request) {
              auto shop = context.get<Shop>(request);
              EXPECT_THROW(context.ensure_finalizer(shop, kFinalizer), ApiError) << "that one is needed";
              shop->metadata.finalizers = {kFinalizer};
              Typed<Shop> read(shop.object(), context.client());
              EXPECT_FALSE(context.remove_finalizer(read, kFinalizer));
            }),
            "");
}

TEST_F(ContextWrite, AnAwaitableRemovalOfAFinalizerOfWhatIsGoneSucceeds)
{
  h.transport->on_request = [&](const HttpRequest& request) {
    return request.method == "PATCH" ? status_answer(404, "NotFound", "it is gone") : nullptr;
  };
  EXPECT_EQ(reconcile_awaiting(remove_finalizer_of_gone), "");
}

ManagerOptions without_status()
{
  ManagerOptions options;
  options.configure_informer = [](const ResourceType& type, const std::string&, InformerOptions& informer) {
    if (type != resource_of<Shop>()) return;
    informer.transform = DropMembers({"/status"});
    informer.transform_name = "without status";
  };
  return options;
}

class PartialShops : public ContextWrite {
protected:
  PartialShops() : ContextWrite(without_status()) {}
};

TEST_F(PartialShops, LoseNothingThatTheCacheDoesNotHold)
{
  std::string refused;
  EXPECT_EQ(reconcile([&](Context& context, const Request& request) {
              context.client().patch(resource_of<Shop>(), kKey, R"({"status":{"conditions":[{"type":"Theirs"}]}})", {},
                                     "status");
              auto shop = context.get<Shop>(request);
              shop->status.conditions.resize(1);
              shop->status.conditions[0].type = "Ready";
              try {
                shop.patch_status();
              } catch (const std::invalid_argument& error) {
                refused = error.what();
              }
              shop = context.get<Shop>(request);
              EXPECT_TRUE(context.ensure_finalizer(shop, kFinalizer)) << "the cache has all of these";
            }),
            "");
  EXPECT_THAT(refused, AllOf(HasSubstr("/status/conditions would be replaced"), HasSubstr("read the object from")));
  EXPECT_EQ(shop().at("/status/conditions/0/type").as_string(), "Theirs");
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
  EXPECT_THAT(updated, HasSubstr("keeps only a part of each object"));
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
