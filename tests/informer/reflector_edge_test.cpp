// SPDX-License-Identifier: Apache-2.0
#include "reflector_edge.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "backoff.hpp"
#include "version.hpp"

namespace kubexx::informer_test {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

// The lower end of every jitter.
class NoJitter final : public Random {
public:
  std::uint64_t next() override { return 0; }
};

SteadyTime at(Duration time)
{
  return SteadyTime(time);
}

FailureCause cause_of_status(Status status)
{
  return failure_cause(std::make_exception_ptr(ApiError(std::move(status), "what")));
}

Status status_with(unsigned code, std::string reason, std::string message = "")
{
  Status status;
  status.code = code;
  status.reason = std::move(reason);
  status.message = std::move(message);
  return status;
}

// TestReflectorListAndWatchInitConnBackoff: 0.8 s doubling to 30 s.
TEST(Backoff, DoublesFrom800MillisecondsTo30Seconds)
{
  Backoff backoff;
  NoJitter random;
  SteadyTime now = at(seconds(1));
  for (const Duration expected :
       {Duration(milliseconds(800)), Duration(milliseconds(1600)), Duration(milliseconds(3200)),
        Duration(milliseconds(6400)), Duration(milliseconds(12800)), Duration(milliseconds(25600)),
        Duration(seconds(30)), Duration(seconds(30))}) {
    const Duration pause = backoff.next(now, random);
    EXPECT_EQ(pause, expected);
    now += pause;
  }
}

TEST(Backoff, IsStretchedToLessThanTwiceItsLength)
{
  SeededRandom random(7);
  Duration shortest = Duration::max();
  Duration longest = Duration::min();
  for (int round = 0; round < 1000; ++round) {
    Backoff backoff;
    const Duration pause = backoff.next(at(seconds(1)), random);
    shortest = std::min(shortest, pause);
    longest = std::max(longest, pause);
  }
  EXPECT_GE(shortest, milliseconds(800));
  EXPECT_LT(shortest, milliseconds(810));
  EXPECT_GT(longest, milliseconds(1590));
  EXPECT_LT(longest, milliseconds(1600));
}

TEST(Backoff, StartsAnewAfterTwoMinutesThatNeededNone)
{
  Backoff backoff;
  NoJitter random;
  SteadyTime now = at(seconds(1));
  for (int round = 0; round < 5; ++round) now += backoff.next(now, random);
  now += minutes(2);
  EXPECT_EQ(backoff.next(now, random), milliseconds(25600)) << "two minutes to the point are not more than two minutes";
  now += milliseconds(25600) + minutes(2) + milliseconds(1);
  EXPECT_EQ(backoff.next(now, random), milliseconds(800));
}

// The trap of client-go's delay function: in a long outage it forgets its growth every two minutes.
TEST(Backoff, DoesNotStartAnewInTheMiddleOfALongOutage)
{
  Backoff backoff;
  NoJitter random;
  SteadyTime now = at(seconds(1));
  const SteadyTime end = now + minutes(30);
  int pauses = 0;
  while (now < end) {
    now += backoff.next(now, random);
    ++pauses;
  }
  EXPECT_LE(pauses, 6 + 30 * 2);
}

TEST(Versions, CompareAsNumbersAndOnlyWhenTheyAreNumbers)
{
  EXPECT_TRUE(is_older("9", "10"));
  EXPECT_FALSE(is_older("10", "9"));
  EXPECT_FALSE(is_older("10", "10"));
  EXPECT_TRUE(is_older("99999999999999999999", "100000000000000000000"));
  for (const char* odd : {"", "0", "007", "abc", "-1", "1.5"}) {
    EXPECT_FALSE(is_older(odd, "5")) << odd;
    EXPECT_FALSE(is_older("5", odd)) << odd;
  }
}

TEST(Causes, ComeFromWhatTheServerSaid)
{
  EXPECT_EQ(cause_of_status(status_with(410, "Expired")).problem, Problem::expired);
  EXPECT_EQ(cause_of_status(status_with(410, "Gone")).problem, Problem::expired);
  EXPECT_EQ(cause_of_status(status_with(429, "TooManyRequests")).problem, Problem::throttled);
  EXPECT_EQ(cause_of_status(status_with(503, "ServiceUnavailable")).problem, Problem::throttled);
  EXPECT_EQ(cause_of_status(status_with(500, "InternalError")).problem, Problem::other);
  EXPECT_EQ(cause_of_status(status_with(403, "Forbidden")).problem, Problem::other);
}

// TestReflectorFullListIfTooLarge: the three dialects.
TEST(Causes, KnowAVersionThatIsTooLarge)
{
  Status modern = status_with(504, "Timeout", "Too large resource version: 20, current: 10");
  modern.causes.push_back({"ResourceVersionTooLarge", "Too large resource version", ""});
  Status older = status_with(504, "Timeout", "timeout");
  older.causes.push_back({"", "Too large resource version", ""});
  const Status oldest = status_with(504, "Timeout", "Too large resource version: 20, current: 10");
  EXPECT_EQ(cause_of_status(modern).problem, Problem::too_large);
  EXPECT_EQ(cause_of_status(older).problem, Problem::too_large);
  EXPECT_EQ(cause_of_status(oldest).problem, Problem::too_large);
  EXPECT_EQ(cause_of_status(status_with(504, "Timeout", "slow")).problem, Problem::throttled);
}

TEST(Causes, OfSilenceAreUnreachable)
{
  for (const auto code : {TransportErrc::resolve, TransportErrc::connect, TransportErrc::timeout, TransportErrc::idle,
                          TransportErrc::closed, TransportErrc::truncated}) {
    EXPECT_EQ(failure_cause(std::make_exception_ptr(TransportError(code, "x"))).problem, Problem::unreachable);
  }
  for (const auto code : {TransportErrc::tls, TransportErrc::protocol, TransportErrc::too_large}) {
    EXPECT_EQ(failure_cause(std::make_exception_ptr(TransportError(code, "x"))).problem, Problem::other);
  }
}

TEST(Causes, AreDescribedWithVerbAndResourceOnce)
{
  const ResourceType foos{"samplecontroller.k8s.io", "v1alpha1", "Foo", "foos", Scope::namespaced};
  FailureCause own;
  own.text = "the server ended it";
  EXPECT_EQ(describe(own, "watch", foos, "team"),
            "cannot watch foos.samplecontroller.k8s.io in namespace \"team\": the server ended it");
  EXPECT_EQ(describe(own, "watch", foos, ""), "cannot watch foos.samplecontroller.k8s.io: the server ended it");
  FailureCause of_client;
  of_client.text = "list foos.samplecontroller.k8s.io in all namespaces: 403 Forbidden: no";
  EXPECT_EQ(describe(of_client, "list", foos, ""),
            "cannot list foos.samplecontroller.k8s.io in all namespaces: 403 Forbidden: no");
}

// What an edge does besides leading somewhere, in words.
std::string deeds_of(const Edge& edge)
{
  std::string deeds;
  if (edge.pause) deeds += "pause ";
  if (edge.drop_version) deeds += "drop_version ";
  if (edge.full_list) deeds += "full_list ";
  if (edge.same_page) deeds += "same_page ";
  if (edge.page_instead) deeds += "page_instead ";
  if (edge.no_more_stream) deeds += "no_more_stream ";
  if (edge.compare) deeds += "compare ";
  return deeds;
}

struct EdgeCase {
  const char* name;
  Failure failure;  // at, problem, progress, version_sent, continuing, unversioned
  unsigned code;
  Reflector::State next;
  std::string deeds;
};

class ReflectorEdges : public ::testing::TestWithParam<EdgeCase> {};

TEST_P(ReflectorEdges, AreThoseOfTheTable)
{
  const Edge edge = edge_of(GetParam().failure, GetParam().code);
  EXPECT_STREQ(to_string(edge.next), to_string(GetParam().next));
  EXPECT_EQ(deeds_of(edge), GetParam().deeds);
}

using S = Reflector::State;
using P = Problem;

const std::vector<EdgeCase>& table()
{
  static const std::vector<EdgeCase> rows{
      {"ListExpired", {S::listing, P::expired, false, true, false}, 410, S::choosing, "drop_version "},
      {"ListTooLarge", {S::listing, P::too_large, false, true, false}, 504, S::choosing, "drop_version "},
      {"ListExpiredWithoutVersion",
       {S::listing, P::expired, false, false, false},
       410,
       S::choosing,
       "pause drop_version "},
      {"PageExpired", {S::listing, P::expired, false, true, true}, 410, S::choosing, "full_list "},
      {"ListThrottled", {S::listing, P::throttled, false, true, false}, 429, S::choosing, "pause "},
      {"ListUnreachable", {S::listing, P::unreachable, false, true, false}, 0, S::choosing, "pause "},
      {"PageThrottled", {S::listing, P::throttled, false, true, true}, 429, S::choosing, "pause same_page "},
      {"PageUnreachable", {S::listing, P::unreachable, false, true, true}, 0, S::choosing, "pause same_page "},
      {"PageForbidden", {S::listing, P::other, false, true, true}, 403, S::choosing, "pause "},
      {"ListForbidden", {S::listing, P::other, false, true, false}, 403, S::choosing, "pause "},
      {"WatchRefused", {S::opening_watch, P::unreachable, false, true, false}, 0, S::opening_watch, "pause compare "},
      {"WatchThrottled", {S::opening_watch, P::throttled, false, true, false}, 429, S::opening_watch, "pause "},
      {"WatchExpiredAfterProgress", {S::opening_watch, P::expired, true, true, false}, 410, S::choosing, ""},
      {"WatchExpiredAtOnce", {S::opening_watch, P::expired, false, true, false}, 410, S::choosing, "pause "},
      {"WatchTooLarge", {S::opening_watch, P::too_large, false, true, false}, 504, S::choosing, "pause drop_version "},
      {"WatchForbidden", {S::opening_watch, P::other, false, true, false}, 403, S::choosing, "pause "},
      {"StreamExpired", {S::watching, P::expired, true, true, false}, 410, S::choosing, ""},
      {"StreamThrottled", {S::watching, P::throttled, true, true, false}, 429, S::opening_watch, "pause "},
      {"StreamInternalError", {S::watching, P::other, true, true, false}, 500, S::choosing, "pause "},
      {"StreamClosed", {S::watching, P::closed, true, true, false}, 0, S::opening_watch, ""},
      {"StreamClosedAtOnce", {S::watching, P::closed, false, true, false}, 0, S::opening_watch, "pause "},
      {"StreamBroken", {S::watching, P::unreachable, true, true, false}, 0, S::opening_watch, "compare "},
      {"StreamBrokenAtOnce", {S::watching, P::unreachable, false, true, false}, 0, S::opening_watch, "pause compare "},
      {"WatchInDoubt", {S::watching, P::doubtful, true, true, false}, 0, S::opening_watch, "compare "},
      {"WatchWithoutVersionClosed", {S::watching, P::closed, true, false, false, true}, 0, S::choosing, ""},
      {"WatchWithoutVersionBroken", {S::watching, P::unreachable, true, false, false, true}, 0, S::choosing, ""},
      {"WatchWithoutVersionThrottled",
       {S::opening_watch, P::throttled, false, false, false, true},
       429,
       S::choosing,
       "pause "},
      {"StreamListRefused", {S::opening_stream_list, P::unreachable, false, false, false}, 0, S::choosing, "pause "},
      {"StreamListExpired",
       {S::opening_stream_list, P::expired, false, true, false},
       410,
       S::choosing,
       "drop_version "},
      {"StreamListExpiredBeforeItsBookmark",
       {S::receiving_stream_list, P::expired, true, true, false},
       410,
       S::choosing,
       "drop_version "},
      {"StreamListExpiredWithoutVersionBeforeItsBookmark",
       {S::receiving_stream_list, P::expired, true, false, false},
       410,
       S::choosing,
       "pause drop_version "},
      {"StreamListTooLargeBeforeItsBookmark",
       {S::receiving_stream_list, P::too_large, true, true, false},
       504,
       S::choosing,
       "drop_version "},
      {"StreamListInvalid",
       {S::opening_stream_list, P::other, false, false, false},
       422,
       S::choosing,
       "page_instead no_more_stream "},
      {"StreamListForbidden",
       {S::opening_stream_list, P::other, false, false, false},
       403,
       S::choosing,
       "page_instead "},
      {"StreamListWithoutEnd",
       {S::receiving_stream_list, P::no_end, true, false, false},
       0,
       S::choosing,
       "page_instead no_more_stream "},
      {"StreamListThrottled", {S::receiving_stream_list, P::throttled, true, false, false}, 429, S::choosing, "pause "},
      {"StreamListClosedAtOnce",
       {S::receiving_stream_list, P::closed, false, false, false},
       0,
       S::choosing,
       "pause page_instead "},
      {"StreamListClosed", {S::receiving_stream_list, P::closed, true, false, false}, 0, S::choosing, "page_instead "},
      {"StreamListBroken",
       {S::receiving_stream_list, P::unreachable, true, false, false},
       0,
       S::choosing,
       "page_instead "},
  };
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Table, ReflectorEdges, ::testing::ValuesIn(table()),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace kubexx::informer_test
