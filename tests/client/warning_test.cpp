// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/warning.hpp"

#include "client_fixture.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/testing/recording_log.hpp"

namespace kubexx {
namespace {

using test::ClientTest;
using test::web;
using ::testing::ElementsAre;

std::vector<std::string> texts(std::string_view header)
{
  std::vector<std::string> result;
  for (const auto& warning : parse_warnings(header)) {
    result.push_back(std::to_string(warning.code) + "|" + warning.agent + "|" + warning.text);
  }
  return result;
}

// The cases of apimachinery's TestParseWarningHeader.
TEST(Warnings, AreReadAsApimachineryReadsThem)
{
  EXPECT_THAT(texts(R"(299 - "hello")"), ElementsAre("299|-|hello"));
  EXPECT_THAT(texts(R"(299 agent "text 1")"), ElementsAre("299|agent|text 1"));
  EXPECT_THAT(texts(R"(299 a:443 "a \"quoted\" \\ text" "Tue, 15 Nov 1994 08:12:31 GMT")"),
              ElementsAre(R"(299|a:443|a "quoted" \ text)"));
  EXPECT_THAT(texts(R"(299 - "one, with a comma",299 - "two" "date" , 199 x "three")"),
              ElementsAre("299|-|one, with a comma", "299|-|two", "199|x|three"));
  EXPECT_THAT(texts("299 - \"\xc3\xa4\xc3\xb6\""), ElementsAre("299|-|\xc3\xa4\xc3\xb6"));
  EXPECT_THAT(texts(R"(299 - "")"), ElementsAre("299|-|"));
}

TEST(Warnings, WhatIsMalformedEndsThem)
{
  for (const char* bad : {"", "299", "299 ", "299 -", "299 - ", "299 - text", R"(299 - "open)", R"(299 - "open\)",
                          R"(29 - "x")", R"(2990 - "x")", R"(abc - "x")", R"(-99 - "x")", R"(299 - "x" "open)", ","}) {
    EXPECT_TRUE(parse_warnings(bad).empty()) << bad;
  }
  EXPECT_THAT(texts(R"(299 - "good", bad)"), ElementsAre("299|-|good"));
}

TEST_F(ClientTest, EveryWarningReachesTheHandler)
{
  std::vector<std::string> seen;
  Client::Options options;
  options.on_warning = [&seen](const ApiWarning& warning, std::string_view call) {
    seen.push_back(std::string(call) + ": " + warning.text);
  };
  const Client warned(client.runtime(), transport, options);
  const Headers headers{{"Warning", R"(299 - "one", 299 - "two")"}, {"warning", R"(299 - "one")"}};
  transport->answer(200, web, headers).answer(404, "", headers);
  (void)warned.get(resources::deployments, {"default", "web"});
  EXPECT_THAT(seen, ElementsAre(R"(get deployments.apps "web" in namespace "default": one)",
                                R"(get deployments.apps "web" in namespace "default": two)",
                                R"(get deployments.apps "web" in namespace "default": one)"));
  EXPECT_THROW((void)warned.get(resources::deployments, {"default", "web"}), ApiError);
  EXPECT_EQ(seen.size(), 6U) << "an error may warn, too";
}

TEST_F(ClientTest, WithoutAHandlerEachWarningIsLoggedOnce)
{
  const auto sink = std::make_shared<testing::RecordingLog>();
  Runtime runtime = client.runtime();
  runtime.log = Log(sink);
  const Client logging(runtime, transport);
  const auto copy = logging.with_interceptor(std::make_shared<test::PassingInterceptor>());
  const Headers headers{{"Warning", R"(299 - "apps/v1beta1 is deprecated")"}};
  transport->answer(200, web, headers).answer(200, web, headers).answer(200, web, headers);
  (void)logging.get(resources::deployments, {"default", "web"});
  (void)logging.get(resources::deployments, {"default", "web"});
  (void)copy.get(resources::deployments, {"default", "web"});
  EXPECT_EQ(sink->count({"warn "}), 1U);
}

}  // namespace
}  // namespace kubexx
