// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/detail/go_time.hpp"

#include <gtest/gtest.h>

#include <array>

namespace kubexx::schema::detail {
namespace {

// From time.Parse of Go 1.26.
TEST(GoTime, ProblemsAreInGosWords)
{
  static constexpr std::array<std::pair<const char*, const char*>, 13> rows{{
      {"yesterday", R"( as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006")"},
      {"2001-13-01T00:00:00Z", ": month out of range"},
      {"2001-1-01T00:00:00Z", R"( as "2006-01-02T15:04:05Z07:00": cannot parse "1-01T00:00:00Z" as "01")"},
      {"2001-02-30T00:00:00Z", ": day out of range"},
      {"2001-02-03 00:00:00Z", R"( as "2006-01-02T15:04:05Z07:00": cannot parse " 00:00:00Z" as "T")"},
      {"2001-02-03T25:00:00Z", ": hour out of range"},
      {"2001-02-03T00:00:00", R"( as "2006-01-02T15:04:05Z07:00": cannot parse "" as "Z07:00")"},
      {"2001-02-03T00:00:00Zx", R"(: extra text: "x")"},
      {"2001-02-03T00:00:00+1", R"( as "2006-01-02T15:04:05Z07:00": cannot parse "+1" as "Z07:00")"},
      {"", R"( as "2006-01-02T15:04:05Z07:00": cannot parse "" as "2006")"},
      {"2001-02-03T00:00:60Z", ": second out of range"},
      {"2001-02-03T00:00:00.Z", R"( as "2006-01-02T15:04:05Z07:00": cannot parse ".Z" as "Z07:00")"},
      {"2001-02-03T00:0x:00Z", R"( as "2006-01-02T15:04:05Z07:00": cannot parse "0x:00Z" as "04")"},
  }};
  for (const auto& [text, problem] : rows) {
    EXPECT_EQ(go_time_problem(text, false), "parsing time \"" + std::string(text) + "\"" + problem);
  }
  EXPECT_EQ(
      go_time_problem("2001-02-03T00:00:00Z", true),
      R"(parsing time "2001-02-03T00:00:00Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000")");
}

}  // namespace
}  // namespace kubexx::schema::detail
