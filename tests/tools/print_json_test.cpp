// SPDX-License-Identifier: Apache-2.0
#include "print_json.hpp"

#include <gtest/gtest.h>

namespace kubexx::cli {
namespace {

using nlohmann::json;

TEST(PrintJson, KeysAreSortedAndFourSpacesIndent)
{
  EXPECT_EQ(to_json_text(json::parse(R"({"b": [1, {"x": null}], "a": {}, "c": []})")),
            "{\n    \"a\": {},\n    \"b\": [\n        1,\n        {\n            \"x\": null\n        }\n    ],\n"
            "    \"c\": []\n}\n");
}

TEST(PrintJson, TextIsEscapedAsGoDoes)
{
  const auto line = [](const char* text) { return to_json_text(json(text)); };
  EXPECT_EQ(line("<a href='x'>&\"\\"), "\"\\u003ca href='x'\\u003e\\u0026\\\"\\\\\"\n");
  EXPECT_EQ(line("\b\f\n\r\t\x01\x1b"), "\"\\b\\f\\n\\r\\t\\u0001\\u001b\"\n");
  EXPECT_EQ(line("é\xE2\x80\xA8\xE2\x80\xA9"), "\"é\\u2028\\u2029\"\n");
}

TEST(PrintJson, NumbersAreGos)
{
  const auto number = [](const char* text) { return to_json_text(json::parse(text)); };
  EXPECT_EQ(number("1.0"), "1\n");
  EXPECT_EQ(number("0.1"), "0.1\n");
  EXPECT_EQ(number("1e20"), "100000000000000000000\n");
  EXPECT_EQ(number("1e21"), "1e+21\n");
  EXPECT_EQ(number("0.000001"), "0.000001\n");
  EXPECT_EQ(number("0.0000001"), "1e-7\n");
  EXPECT_EQ(number("1.5e-10"), "1.5e-10\n");
  EXPECT_EQ(number("-9223372036854775808"), "-9223372036854775808\n");
}

TEST(PrintJson, AStructKeepsItsOrder)
{
  EXPECT_EQ(to_json_text(nlohmann::ordered_json{{"kind", "Config"}, {"apiVersion", "v1"}}),
            "{\n    \"kind\": \"Config\",\n    \"apiVersion\": \"v1\"\n}\n");
}

}  // namespace
}  // namespace kubexx::cli
