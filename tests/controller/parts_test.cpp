// SPDX-License-Identifier: Apache-2.0
// The parts that need neither server nor time: predicates, mappers, patches, outcomes, probe texts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "diagnostics/probe_server.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/controller/cache_reader.hpp"
#include "kubexx/controller/health.hpp"
#include "kubexx/controller/mapper.hpp"
#include "kubexx/controller/predicate.hpp"
#include "kubexx/controller/request.hpp"
#include "reconcile/outcome.hpp"

namespace kubexx {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Object deployment(const std::string& metadata, const std::string& rest = "")
{
  return Object::parse(
      R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d","namespace":"ns","uid":"u1")" + metadata +
      "}" + rest + "}");
}

const ResourceType kFoos{"samplecontroller.k8s.io", "v1alpha1", "Foo", "foos", Scope::namespaced};

TEST(Request, NamesItsClusterAndOrders)
{
  const Request plain(ObjectKey{"ns", "a"});
  const Request elsewhere("east", ObjectKey{"ns", "a"});
  EXPECT_EQ(plain.to_string(), "ns/a");
  EXPECT_EQ(elsewhere.to_string(), "east:ns/a");
  EXPECT_EQ(Request(ObjectKey{"", "node"}).to_string(), "node");
  EXPECT_NE(plain, elsewhere);
  EXPECT_LT(plain, elsewhere);
  EXPECT_NE(std::hash<Request>()(plain), std::hash<Request>()(elsewhere));
}

TEST(Mapper, EnqueuesTheControllerOwnerByGroupAndKind)
{
  const CacheReader none(nullptr);
  const auto map = [&](const Object& object, const Mapper& mapper = map_to_owner(kFoos)) {
    return mapper(none, object);
  };
  const auto owned = [](const std::string& group, const std::string& kind, bool controller) {
    return deployment(R"(,"ownerReferences":[{"apiVersion":")" + group + R"(/v9","kind":")" + kind +
                      R"(","name":"f","uid":"x","controller":)" + (controller ? "true" : "false") + "}]");
  };
  EXPECT_THAT(map(owned("samplecontroller.k8s.io", "Foo", true)), ElementsAre(Request(ObjectKey{"ns", "f"})));
  EXPECT_THAT(map(owned("samplecontroller.k8s.io", "Foo", false)), IsEmpty());
  EXPECT_THAT(map(owned("other.io", "Foo", true)), IsEmpty());
  EXPECT_THAT(map(owned("samplecontroller.k8s.io", "Bar", true)), IsEmpty());
  EXPECT_THAT(map(owned("samplecontroller.k8s.io", "Foo", false), map_to_owner(kFoos, Owners::every)),
              ElementsAre(Request(ObjectKey{"ns", "f"})));
  ResourceType cluster_wide = kFoos;
  cluster_wide.scope = Scope::cluster;
  EXPECT_THAT(map(owned("samplecontroller.k8s.io", "Foo", true), map_to_owner(cluster_wide)),
              ElementsAre(Request(ObjectKey{"", "f"})));
}

TEST(Predicate, TellsWhatChanged)
{
  const auto a = deployment(R"(,"generation":1,"resourceVersion":"5","labels":{"x":"1","y":"2"})");
  const auto reordered = deployment(R"(,"generation":1,"resourceVersion":"6","labels":{"y":"2","x":"1"})");
  const auto relabelled =
      deployment(R"(,"generation":2,"resourceVersion":"7","labels":{"x":"2"},"annotations":{"a":"b"})");
  EXPECT_FALSE(Predicate::generation_changed().update(a, reordered));
  EXPECT_TRUE(Predicate::generation_changed().update(a, relabelled));
  EXPECT_TRUE(Predicate::generation_changed().add(a));
  EXPECT_TRUE(Predicate::resource_version_changed().update(a, reordered));
  EXPECT_FALSE(Predicate::resource_version_changed().update(a, a));
  EXPECT_FALSE(Predicate::labels_changed().update(a, reordered));
  EXPECT_TRUE(Predicate::labels_changed().update(a, relabelled));
  EXPECT_TRUE(Predicate::annotations_changed().update(a, relabelled));
  EXPECT_FALSE(Predicate::annotations_changed().update(a, reordered));
}

TEST(Predicate, WhatHasNoGenerationPassesWhenItChanges)
{
  const auto before = deployment(R"(,"resourceVersion":"5")");
  const auto after = deployment(R"(,"resourceVersion":"6")");
  const auto with = deployment(R"(,"generation":1,"resourceVersion":"7")");
  EXPECT_TRUE(Predicate::generation_changed().update(before, after));
  EXPECT_TRUE(Predicate::generation_changed().update(before, with));
}

TEST(Predicate, LeavingASelectionIsSeen)
{
  const auto in = deployment(R"(,"labels":{"x":"1"})");
  const auto out = deployment(R"(,"labels":{"x":"2"})");
  const auto selected = Predicate::has_label("x", "1");
  EXPECT_TRUE(selected.update(in, out));
  EXPECT_TRUE(selected.update(out, in));
  EXPECT_FALSE(selected.update(out, out));
  EXPECT_FALSE(selected.add(out));
  EXPECT_TRUE(selected.remove(in));
}

TEST(Predicate, Combines)
{
  const auto yes = Predicate::of([](const Object&) { return true; });
  const auto no = Predicate::of([](const Object&) { return false; });
  const auto object = deployment("");
  EXPECT_TRUE(Predicate::all({yes, yes}).add(object));
  EXPECT_FALSE(Predicate::all({yes, no}).update(object, object));
  EXPECT_TRUE(Predicate::any({no, yes}).remove(object));
  EXPECT_FALSE(Predicate::any({no, no}).add(object));
  EXPECT_TRUE(Predicate::negate(no).add(object));
  EXPECT_TRUE(Predicate().update(object, object));
}

TEST(Predicate, HasANameForErrorsAndLogs)
{
  const auto own = Predicate::of([](const Object&) { return true; });
  EXPECT_EQ(own.name, "");
  EXPECT_EQ(own.named("mine").name, "mine");
  EXPECT_EQ(Predicate::generation_changed().name, "generation_changed");
  EXPECT_EQ(Predicate::resource_version_changed().name, "resource_version_changed");
  EXPECT_EQ(Predicate::annotations_changed().name, "annotations_changed");
  const auto web = Predicate::has_label("app", "web");
  EXPECT_EQ(Predicate::all({Predicate::labels_changed(), web, own}).name,
            "all(labels_changed, has_label(app=web), unnamed)");
  EXPECT_EQ(Predicate::any({}).name, "any()");
  for (const auto& one : {web, Predicate::labels_changed(), own.named("mine"), own}) {
    const auto negated = Predicate::negate(one);
    EXPECT_EQ(negated.name, "not(" + (one.name.empty() ? "unnamed" : one.name) + ")");
    EXPECT_EQ(Predicate::negate(negated).name, one.name);
  }
}

// controller-runtime's Not turns every answer round, and a controller with Not(LabelChangedPredicate) starts with
// nothing.
TEST(Predicate, WhatSaysNothingAboutAddsAndDeletesStillDoesNegated)
{
  const auto a = deployment(R"(,"generation":1,"labels":{"x":"1"})");
  const auto b = deployment(R"(,"generation":1,"labels":{"x":"2"})");
  const auto labels = Predicate::negate(Predicate::labels_changed());
  EXPECT_TRUE(labels.add(a));
  EXPECT_TRUE(labels.remove(a));
  EXPECT_FALSE(labels.update(a, b));
  EXPECT_TRUE(labels.update(a, a));

  const auto both = Predicate::all({Predicate::labels_changed(), Predicate::annotations_changed()});
  const auto either = Predicate::any({Predicate::labels_changed(), Predicate::generation_changed()});
  for (const auto& combined : {both, either}) {
    const auto negated = Predicate::negate(combined);
    EXPECT_TRUE(negated.add(a));
    EXPECT_TRUE(negated.remove(a));
    EXPECT_NE(negated.update(a, b), combined.update(a, b));
    EXPECT_NE(negated.update(a, a), combined.update(a, a));
    const auto twice = Predicate::negate(negated);
    EXPECT_TRUE(twice.add(a));
    EXPECT_TRUE(twice.remove(a));
    EXPECT_EQ(twice.update(a, b), combined.update(a, b));
  }
  Predicate own;
  own.on_add = [](const Object&) { return false; };
  EXPECT_TRUE(Predicate::negate(own).add(a));
  EXPECT_TRUE(Predicate::negate(own).remove(a));
}

TEST(Predicate, ANegatedSelectionSeesWhatEntersAndLeavesIt)
{
  const auto in = deployment(R"(,"labels":{"x":"1"})");
  const auto out = deployment(R"(,"labels":{"x":"2"})");
  const auto others = Predicate::negate(Predicate::has_label("x", "1"));
  EXPECT_FALSE(others.add(in));
  EXPECT_TRUE(others.add(out));
  EXPECT_TRUE(others.remove(out));
  EXPECT_FALSE(others.update(in, in));
  EXPECT_TRUE(others.update(in, out)) << "it has become one of the others";
  EXPECT_TRUE(others.update(out, in));
  const auto neither =
      Predicate::negate(Predicate::any({Predicate::has_label("x", "1"), Predicate::has_label("y", "1")}));
  EXPECT_TRUE(neither.update(in, out));
  EXPECT_FALSE(neither.add(in));
  EXPECT_TRUE(neither.add(out));
}

template <class E>
Outcome thrown(E error)
{
  return outcome_of(std::make_exception_ptr(std::move(error)));
}

ApiError api_error(unsigned code, std::string reason, std::optional<Duration> after = {})
{
  Status status;
  status.code = code;
  status.reason = std::move(reason);
  status.retry_after = after;
  return {status, "the server said no"};
}

TEST(Outcome, FollowsTheTableOfResult)
{
  EXPECT_EQ(outcome_of(Result::done()).kind, Outcome::Kind::success);
  EXPECT_EQ(outcome_of(Result::requeue_after(std::chrono::seconds(3))).delay, std::chrono::seconds(3));
  EXPECT_EQ(outcome_of(Result::requeue_after(Duration::zero())).kind, Outcome::Kind::requeue) << "it has just passed";
  EXPECT_EQ(outcome_of(Result::requeue_after(-std::chrono::hours(1))).kind, Outcome::Kind::requeue);
  EXPECT_EQ(outcome_of(Result::requeue()).kind, Outcome::Kind::requeue);
  EXPECT_EQ(outcome_of(Result::terminal("no")).kind, Outcome::Kind::terminal);
  EXPECT_EQ(thrown(TerminalError("no")).kind, Outcome::Kind::terminal);
  EXPECT_EQ(thrown(TerminalError("no")).message, "no");
  EXPECT_EQ(thrown(api_error(409, "Conflict")).kind, Outcome::Kind::conflict);
  EXPECT_EQ(thrown(api_error(409, "AlreadyExists")).kind, Outcome::Kind::conflict);
  EXPECT_TRUE(thrown(api_error(409, "AlreadyExists")).already_exists);
  EXPECT_FALSE(thrown(api_error(409, "Conflict")).already_exists);
  Status taken;
  taken.code = 409;
  taken.reason = "Conflict";
  taken.causes = {{"FieldManagerConflict", "conflict with another", ".spec.replicas"}};
  EXPECT_EQ(thrown(ApiError(taken, "it is theirs")).kind, Outcome::Kind::error) << "a conflict that does not pass";
  const auto busy = thrown(api_error(429, "TooManyRequests", std::chrono::seconds(7)));
  EXPECT_EQ(busy.kind, Outcome::Kind::error);
  EXPECT_EQ(busy.retry_after, std::chrono::seconds(7));
  EXPECT_EQ(thrown(std::runtime_error("x")).kind, Outcome::Kind::error);
  EXPECT_EQ(thrown(42).kind, Outcome::Kind::panic);
}

HealthReport report_of(bool second)
{
  return {{{"ping", true, ""}, {"watch-foos", second, second ? "" : "forbidden"}}};
}

TEST(Health, ShortWhenWellAndExplicitWhenNot)
{
  EXPECT_EQ(report_of(true).text("readyz", false), "ok");
  EXPECT_EQ(report_of(true).text("readyz", true), "[+]ping ok\n[+]watch-foos ok\nreadyz check passed\n");
  EXPECT_EQ(report_of(false).text("readyz", false),
            "[+]ping ok\n[-]watch-foos failed: forbidden\nreadyz check failed\n");
}

TEST(Health, ProbesExcludeAndSelectChecks)
{
  EXPECT_EQ(answer_probe("readyz", "/readyz", "", report_of(false)).status, 500U);
  EXPECT_EQ(answer_probe("readyz", "/readyz", "verbose&exclude=watch-foos", report_of(false)).status, 200U);
  EXPECT_THAT(answer_probe("readyz", "/readyz", "verbose&exclude=nothing", report_of(true)).body,
              HasSubstr("no matches for \"nothing\""));
  EXPECT_EQ(answer_probe("readyz", "/readyz/ping", "", report_of(false)).status, 200U);
  EXPECT_EQ(answer_probe("readyz", "/readyz/watch-foos", "", report_of(false)).status, 500U);
  EXPECT_EQ(answer_probe("readyz", "/readyz/other", "", report_of(true)).status, 404U);
}

TEST(ProbeServer, ServesItsPagesAlone)
{
  ProbePages pages;
  pages.liveness = [] { return report_of(true); };
  pages.readiness = [] { return report_of(false); };
  pages.metrics = [] { return std::string("x 1\n"); };
  const auto get = [&](const char* target, const char* method = "GET") {
    HttpRequest request;
    request.method = method;
    request.target = target;
    return answer_page(pages, request);
  };
  EXPECT_EQ(get("/healthz").body, "ok");
  EXPECT_EQ(get("/livez?verbose").body, "[+]ping ok\n[+]watch-foos ok\nlivez check passed\n");
  EXPECT_THAT(get("/healthz?verbose").body, HasSubstr("\nhealthz check passed\n"));
  EXPECT_EQ(get("/readyz").status, 500U);
  EXPECT_EQ(get("/metrics").body, "x 1\n");
  EXPECT_THAT(get("/metrics").headers.find("content-type").value_or(""), HasSubstr("version=0.0.4"));
  EXPECT_EQ(get("/healthzz").status, 404U);
  EXPECT_EQ(get("/").status, 404U);
  EXPECT_EQ(get("/metrics", "POST").status, 405U);
  pages.metrics = nullptr;
  EXPECT_EQ(get("/metrics").status, 404U);
}

// With the queue's own seed (KeyText), not with that of std::hash, which everybody knows.
TEST(Request, EachOfItsPartsIsHashedWithTheSeedOfTheQueue)
{
  const Request request("east", ObjectKey{"ns", "a"});
  const auto hash = [](const Request& of, std::uint64_t seed) { return detail::hash_text(of, detail::HashSeed(seed)); };
  EXPECT_NE(hash(request, 1), hash(request, 2));
  EXPECT_NE(hash(request, 1), hash(Request("west", ObjectKey{"ns", "a"}), 1));
  EXPECT_NE(hash(request, 1), hash(Request("east", ObjectKey{"other", "a"}), 1));
  EXPECT_NE(hash(request, 1), hash(Request("east", ObjectKey{"ns", "b"}), 1));
}

TEST(ListenAddress, IsReadLikeInGo)
{
  EXPECT_EQ(parse_listen_address(":8080", "x").address, "") << "every interface of both families";
  EXPECT_EQ(parse_listen_address(":8080", "x").port, 8080);
  EXPECT_EQ(parse_listen_address("localhost:0", "x").address, "127.0.0.1");
  EXPECT_EQ(parse_listen_address("[::1]:9", "x").address, "::1");
  for (const char* bad : {"8080", ":x", ":70000", "::1:80", "h:"}) {
    try {
      (void)parse_listen_address(bad, "metrics address");
      ADD_FAILURE() << bad;
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), HasSubstr("metrics address"));
    }
  }
}

}  // namespace
}  // namespace kubexx
