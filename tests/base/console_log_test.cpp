// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/console_log.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>

#include "kubexx/base/manual_clock.hpp"

namespace kubexx {
namespace {

std::string after_time(const std::string& line)
{
  return line.substr(line.find(' ') + 1);
}

TEST(ConsoleLog, TextIsReadableAndUnambiguous)
{
  std::ostringstream out;
  const Log log =
      Log(make_console_log({LogFormat::text, LogLevel::info, &out})).with({{"controller", "foo"}, {"name", "a b"}});
  log.info("reconciled", {{"took", std::chrono::milliseconds(12)}, {"count", 3}, {"ok", true}, {"empty", ""}});
  log.warn("two\nlines", {{"error", "say \"no\"\n"}, {"wait", std::chrono::seconds(90)}});
  std::istringstream lines(out.str());
  std::string first, second;
  std::getline(lines, first);
  std::getline(lines, second);
  EXPECT_EQ(after_time(first), R"(info  reconciled controller=foo name="a b" took=12ms count=3 ok=true empty="")");
  EXPECT_EQ(after_time(second), R"(warn  two lines controller=foo name="a b" error="say \"no\"\n" wait=90s)");
  EXPECT_EQ(first.at(4), '-');
  EXPECT_EQ(first.at(23), 'Z') << first;
}

TEST(ConsoleLog, NoTextForgesALineOrControlsATerminal)
{
  std::ostringstream out;
  const Log log(make_console_log({LogFormat::text, LogLevel::info, &out}));
  log.info("red \x1b[31m\vand \x7f\xff", {{"a\n2026 error forged", 1}, {"b=c", "\x1b]0;title\a"}, {"", "\xC2\x9B"}});
  EXPECT_EQ(after_time(out.str()),
            R"(info  red \x1b[31m\x0band \x7f\xff "a\n2026 error forged"=1 "b=c"="\x1b]0;title\x07" ""="\xc2\x9b")"
            "\n");
  out.str("");
  log.info("grüße", {{"name", "größe"}, {"path", "C:\\x"}});
  EXPECT_EQ(after_time(out.str()), "info  grüße name=größe path=\"C:\\\\x\"\n");
}

TEST(ConsoleLog, AFieldDoesNotReplaceWhatTheLineHas)
{
  std::ostringstream out;
  const Log log(make_console_log({LogFormat::json, LogLevel::info, &out}));
  log.info("text", {{"msg", "another"}, {"level", 3}, {"ts", "never"}, {"k\xff", 1}, {"k\xfe", 2}});
  const auto line = nlohmann::json::parse(out.str());
  EXPECT_EQ(line.at("msg"), "text");
  EXPECT_EQ(line.at("level"), "info");
  EXPECT_EQ(line.at("fields.msg"), "another");
  EXPECT_EQ(line.at("fields.level"), 3);
  EXPECT_EQ(line.at("fields.ts"), "never");
  EXPECT_EQ(line.size(), 7U) << "the two keys that are not UTF-8 are one: " << out.str();
}

/// Throws at each flush.
struct BrokenBuffer final : std::stringbuf {
  int sync() override { throw std::runtime_error("disk full"); }
};

TEST(ConsoleLog, AStreamThatThrowsDoesNotEndTheProgram)
{
  BrokenBuffer buffer;
  std::ostream out(&buffer);
  out.exceptions(std::ios::badbit);
  {
    const Log log(make_console_log({LogFormat::text, LogLevel::info, &out}));
    log.warn("a warning");
  }
  EXPECT_NE(buffer.str().find("a warning"), std::string::npos);
}

TEST(ConsoleLog, TheLineAfterALostOneIsWritten)
{
  std::ostringstream out;
  const Log log(make_console_log({.out = &out}));
  out.setstate(std::ios::badbit);  // as a full disk leaves it
  log.warn("a warning");
  EXPECT_NE(out.str().find("a warning"), std::string::npos);
}

TEST(ConsoleLog, AnUnsignedIntegerKeepsItsValue)
{
  std::ostringstream out;
  Log(make_console_log({.out = &out})).info("hash", {{"of", std::numeric_limits<std::uint64_t>::max()}, {"n", 7U}});
  EXPECT_NE(out.str().find("of=18446744073709551615 n=7"), std::string::npos) << out.str();
}

TEST(ConsoleLog, JsonHasNoNumberForNan)
{
  std::ostringstream out;
  const Log log(make_console_log({.format = LogFormat::json, .out = &out}));
  log.info("a", {{"ratio", std::numeric_limits<double>::quiet_NaN()}});
  EXPECT_TRUE(nlohmann::json::parse(out.str()).at("ratio").is_null()) << out.str();
}

TEST(ConsoleLog, JsonIsOneObjectPerLine)
{
  std::ostringstream out;
  const Log log(make_console_log({LogFormat::json, LogLevel::debug, &out}));
  log.error("bad \"bytes\" \xff", {{"took", std::chrono::milliseconds(1500)}, {"n", -7}, {"ratio", 0.5}, {"n", 8}});
  log.trace("dropped");
  const auto line = nlohmann::json::parse(out.str());
  EXPECT_EQ(line.at("level"), "error");
  EXPECT_EQ(line.at("msg"), "bad \"bytes\" \xEF\xBF\xBD");
  EXPECT_EQ(line.at("took"), 1.5);
  EXPECT_EQ(line.at("n"), 8) << "a key appears once, the innermost value wins";
  EXPECT_EQ(line.at("ratio"), 0.5);
  EXPECT_TRUE(line.at("ts").get<std::string>().ends_with("Z"));
}

TEST(ConsoleLog, ALogOfARuntimeHasTheTimeOfItsClock)
{
  for (const LogFormat format : {LogFormat::text, LogFormat::json}) {
    std::ostringstream out;
    ManualClock clock;
    const Log log = Log(make_console_log({format, LogLevel::info, &out})).with_clock(clock).with({{"name", "a"}});
    log.info("begin");
    clock.advance(std::chrono::minutes(12) + std::chrono::milliseconds(5));
    log.info("end");
    EXPECT_NE(out.str().find("2026-01-01T00:00:00.000Z"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("2026-01-01T00:12:00.005Z"), std::string::npos) << out.str();
  }
}

TEST(ConsoleLog, DropsWhatIsBelowItsLevelBeforeFormatting)
{
  std::ostringstream out;
  const auto sink = make_console_log({LogFormat::text, LogLevel::warn, &out});
  EXPECT_FALSE(sink->enabled(LogLevel::info));
  EXPECT_TRUE(sink->enabled(LogLevel::warn));
  EXPECT_FALSE(sink->enabled(LogLevel::off));
  Log(sink).info("quiet");
  sink->write({.level = LogLevel::info, .message = "quiet"});
  EXPECT_EQ(out.str(), "");
}

TEST(ParseLogFormat, KnowsItsTwoNames)
{
  EXPECT_EQ(parse_log_format("text"), LogFormat::text);
  EXPECT_EQ(parse_log_format("json"), LogFormat::json);
  EXPECT_FALSE(parse_log_format("yaml").has_value());
}

}  // namespace
}  // namespace kubexx
