// SPDX-License-Identifier: Apache-2.0
#include "support/yaml.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace kubexx::support {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string error_of(const std::string& text)
{
  try {
    (void)parse_yaml(text);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Yaml, DocumentsAreReadAsJson)
{
  const auto documents = parse_yaml("a: 1\nb: &x [true, 2.5, \"1\", ~]\nc: *x\n---\n- text\n");
  ASSERT_EQ(documents.size(), 2U);
  EXPECT_EQ(documents[0],
            nlohmann::json::parse(R"({"a": 1, "b": [true, 2.5, "1", null], "c": [true, 2.5, "1", null]})"));
  EXPECT_EQ(documents[1], nlohmann::json::parse(R"(["text"])"));
}

TEST(Yaml, AliasesFillNeitherMemoryNorTheStack)
{
  std::string text = "- &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n";
  for (int level = 1; level < 40; ++level) {
    const auto before = "*a" + std::to_string(level - 1);
    text += "- &a" + std::to_string(level) + " [" + before;
    for (int count = 1; count < 9; ++count) text += ", " + before;
    text += "]\n";
  }
  EXPECT_THAT(error_of(text), HasSubstr("its aliases make it more than a mebibyte larger"));
  EXPECT_THAT(error_of("&a [*a]"), HasSubstr("nested more than 100 deep"));
  EXPECT_THAT(error_of("a: &a {b: *a}"), HasSubstr("nested more than 100 deep"));
  std::string many = "- &a " + std::string(100000, 'x') + "\n";
  for (int count = 0; count < 100; ++count) many += "- *a\n";
  EXPECT_THAT(error_of(many), HasSubstr("mebibyte"));
}

// yaml-cpp reads these without end.
TEST(Yaml, WhatBeginsNoDocumentIsAnError)
{
  EXPECT_THAT(error_of("!!str 1\n---A !!bin\n? -{ [a]x\n"), HasSubstr("expected"));
  EXPECT_THAT(error_of("a: b\n]\n"), HasSubstr("is no YAML"));
  EXPECT_EQ(parse_yaml("---\n---\n...\n---\na\n").size(), 3U);
  EXPECT_EQ(parse_yaml("").size(), 0U);
}

TEST(Yaml, ErrorsNameTheFile)
{
  const auto file = std::filesystem::path(testing::TempDir()) / "kubexx-yaml-test.yaml";
  std::ofstream(file) << "a: [";
  const auto error = [](const std::filesystem::path& path) -> std::string {
    try {
      (void)read_yaml(path);
    } catch (const std::runtime_error& thrown) {
      return thrown.what();
    }
    return "accepted";
  };
  EXPECT_THAT(error(file), AllOf(HasSubstr("cannot read "), HasSubstr(file.string())));
  EXPECT_THAT(error(testing::TempDir()), HasSubstr("cannot read "));
  std::filesystem::remove(file);
  EXPECT_THAT(error(file), HasSubstr("cannot read " + file.string()));
}

}  // namespace
}  // namespace kubexx::support
