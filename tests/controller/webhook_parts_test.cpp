// SPDX-License-Identifier: Apache-2.0
// The parts of a webhook server: timeouts, limits, texts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "kubexx/controller/field_errors.hpp"
#include "kubexx/testing/simulated_runtime.hpp"
#include "webhook/in_flight_limits.hpp"
#include "webhook/invalid_message.hpp"
#include "webhook/review_timeout.hpp"

namespace kubexx::testing {
namespace {

using detail::InFlightLimits;
using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;

TEST(ReviewTimeout, IsThatOfTheQueryOrTheDefault)
{
  EXPECT_EQ(detail::review_timeout("/x?timeout=3s"), seconds(3));
  EXPECT_EQ(detail::review_timeout("/x?a=b&timeout=1m0s"), seconds(30));
  EXPECT_EQ(detail::review_timeout("/x?timeout=0s"), seconds(10));
  EXPECT_EQ(detail::review_timeout("/x?timeout=-1s"), seconds(10));
  EXPECT_EQ(detail::review_timeout("/x?timeout=soon"), seconds(10));
  EXPECT_EQ(detail::review_timeout("/x?"), seconds(10));
  EXPECT_EQ(detail::review_timeout("/x"), seconds(10));
}

class Limits : public ::testing::Test {
protected:
  using Place = std::shared_ptr<void>;
  struct Entry {
    Place place;
    bool decided = false;
  };

  static awaitable<void> enter(std::shared_ptr<InFlightLimits> limits, Clock& clock, std::size_t bytes,
                               SteadyTime until, std::shared_ptr<Entry> entry)
  {
    auto entering = InFlightLimits::enter(limits, clock, bytes, until);
    entry->place = co_await std::move(entering);
    entry->decided = true;
  }
  std::shared_ptr<Entry> enter(std::size_t bytes, Duration wait = seconds(5))
  {
    auto entry = std::make_shared<Entry>();
    Clock& clock = *sim.runtime().clock;
    spawn(sim.runtime().executor, enter(limits, clock, bytes, clock.now() + wait, entry));
    sim.run_for(milliseconds(1));
    return entry;
  }

  SimulatedRuntime sim{{.seed = 1}};
  std::shared_ptr<InFlightLimits> limits = std::make_shared<InFlightLimits>(2, 100);
};

TEST_F(Limits, AtMostSoManyRequestsInTheOrderOfTheirArrival)
{
  const auto a = enter(1);
  const auto b = enter(1);
  const auto c = enter(1);
  const auto d = enter(1);
  EXPECT_TRUE(a->place && b->place);
  EXPECT_FALSE(c->decided || d->decided);
  EXPECT_EQ(limits->requests(), 2U);
  EXPECT_EQ(limits->waiting(), 2U);
  b->place.reset();
  sim.run_for(milliseconds(1));
  EXPECT_TRUE(c->place);
  EXPECT_FALSE(d->decided);
}

TEST_F(Limits, AtMostSoManyBytesAndALargeOneIsNotOvertaken)
{
  const auto a = enter(60);
  const auto large = enter(50);
  const auto small = enter(1);
  EXPECT_TRUE(a->place);
  EXPECT_EQ(limits->bytes(), 60U);
  EXPECT_FALSE(large->decided || small->decided);
  a->place.reset();
  sim.run_for(milliseconds(1));
  EXPECT_TRUE(large->place && small->place);
  EXPECT_EQ(limits->bytes(), 51U);
}

TEST_F(Limits, WhatIsLargerThanTheLimitEntersAlone)
{
  const auto huge = enter(1000);
  EXPECT_TRUE(huge->place);
  const auto small = enter(1);
  EXPECT_FALSE(small->decided);
}

TEST_F(Limits, WhoWaitsTooLongGetsNoPlaceAndLetsOthersPass)
{
  const auto a = enter(60);
  const auto large = enter(90, seconds(1));
  const auto small = enter(1, seconds(5));
  sim.run_for(seconds(1));
  EXPECT_TRUE(large->decided);
  EXPECT_FALSE(large->place);
  sim.run_for(milliseconds(1));
  EXPECT_TRUE(small->place);
  EXPECT_EQ(limits->requests(), 2U);
  a->place.reset();
  small->place.reset();
  EXPECT_EQ(limits->requests(), 0U);
  EXPECT_EQ(limits->bytes(), 0U);
}

// k8s.io/apimachinery/pkg/util/validation/field: Error.ErrorBody.
TEST(FieldErrorsTest, HaveTheTextsOfAnApiServer)
{
  FieldErrors errors;
  errors.required("a").required("b", "why").invalid("c", "x\"y", "bad").invalid("d", 3, "small").invalid("e", 1.5, "x");
  errors.invalid("f", true, "no").forbidden("g", "never").duplicate("h", "k").not_found("i", "k").too_long("j", 3);
  errors.not_supported("k", "z", {"a", "b"}).too_many("l", 5, 4);
  std::vector<std::string> texts;
  for (const auto& cause : errors.causes()) texts.push_back(cause.field + ": " + cause.message);
  EXPECT_THAT(texts, ElementsAre("a: Required value", "b: Required value: why", "c: Invalid value: \"x\\\"y\": bad",
                                 "d: Invalid value: 3: small", "e: Invalid value: 1.5: x", "f: Invalid value: true: no",
                                 "g: Forbidden: never", "h: Duplicate value: \"k\"", "i: Not found: \"k\"",
                                 "j: Too long: may not be more than 3 bytes",
                                 "k: Unsupported value: \"z\": supported values: \"a\", \"b\"",
                                 "l: Too many: 5: must have at most 4 items"));
}

TEST(InvalidMessage, NamesTheObjectAndEachCauseOnce)
{
  AdmissionRequest request;
  request.kind = {"", "v1", "Pod"};
  request.object = Object::parse(R"({"metadata":{"generateName":"web-"}})");
  EXPECT_EQ(detail::invalid_message(request, {{"", "no", "a"}, {"", "no", "a"}}), "Pod \"web-\" is invalid: a: no");
  request.kind.group = "x.org";
  request.name = "n";
  EXPECT_EQ(detail::invalid_message(request, {{"", "no", "a"}, {"", "alone", ""}}),
            "Pod.x.org \"n\" is invalid: [a: no, alone]");
}

}  // namespace
}  // namespace kubexx::testing
