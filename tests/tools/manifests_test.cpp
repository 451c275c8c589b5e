// SPDX-License-Identifier: Apache-2.0
#include "manifests.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "errors.hpp"

namespace kubexx::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string problem_of(const Manifest& manifest)
{
  return manifest.problem ? text_of(manifest.problem) : std::string();
}

std::string config_map(const std::string& name)
{
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\n";
}

class Manifests : public testing::Test {
protected:
  void SetUp() override
  {
    fs::remove_all(folder());
    fs::create_directories(folder() / "below");
    write("b.yaml", config_map("b"));
    write("a.yml", config_map("a"));
    write("c.txt", "not a manifest");
    write("below/d.json", R"({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "d"}})");
  }
  void TearDown() override { fs::remove_all(folder()); }

  [[nodiscard]] static fs::path folder()
  {
    return fs::path(TOOLS_TEST_FOLDER) / testing::UnitTest::GetInstance()->current_test_info()->name();
  }
  static void write(const char* name, const std::string& text) { std::ofstream(folder() / name) << text; }
  static std::vector<std::string> names(const ManifestFiles& files)
  {
    std::vector<std::string> names;
    for (const auto& manifest : files.manifests) names.push_back(manifest.object.at("metadata").at("name"));
    return names;
  }
};

TEST_F(Manifests, AFolderGivesItsManifestsInOrderAndThoseBelowWhenAsked)
{
  const auto flat = read_manifests({folder().string()}, false);
  EXPECT_THAT(names(flat), testing::ElementsAre("a", "b"));
  EXPECT_FALSE(flat.single);
  EXPECT_THAT(names(read_manifests({folder().string()}, true)), testing::ElementsAre("a", "b", "d"));
}

TEST_F(Manifests, AFileIsReadWhateverItsNameAndAPatternIsExpanded)
{
  write("e", config_map("e"));
  const auto one = read_manifests({(folder() / "e").string()}, false);
  EXPECT_THAT(names(one), testing::ElementsAre("e"));
  EXPECT_TRUE(one.single);
  EXPECT_THAT(names(read_manifests({(folder() / "*.y*ml").string()}, false)), testing::ElementsAre("a", "b"));
}

TEST_F(Manifests, WhatDoesNotExistIsRefused)
{
  try {
    (void)read_manifests({"/no/such.yaml"}, false);
    FAIL();
  } catch (const CommandError& error) {
    EXPECT_STREQ(error.what(), "the path \"/no/such.yaml\" does not exist");
  }
}

TEST_F(Manifests, DocumentsAndListsAreTakenApart)
{
  const auto manifests =
      parse_manifests("---\n" + config_map("a") + "---\n# nothing\n---\napiVersion: v1\nkind: List\nitems:\n- " +
                          std::string("{apiVersion: v1, kind: Secret, metadata: {name: s}}\n"),
                      "f");
  ASSERT_EQ(manifests.size(), 2U);
  EXPECT_EQ(manifests[1].object.at("kind"), "Secret");
}

TEST_F(Manifests, JsonDocumentsMayFollowEachOther)
{
  const auto manifests = parse_manifests(
      R"({"apiVersion":"v1","kind":"A","x":"}\"{"} {"apiVersion":"v1","kind":"B","metadata":{"name":"b"}})", "f");
  ASSERT_EQ(manifests.size(), 2U);
  EXPECT_EQ(manifests[0].object.at("x"), "}\"{");
}

TEST_F(Manifests, OneBrokenDocumentDoesNotHideTheOthers)
{
  const auto manifests = parse_manifests(config_map("a") + "---\nmetadata: {name: x}\n---\n" + config_map("b"), "f");
  ASSERT_EQ(manifests.size(), 3U);
  EXPECT_EQ(problem_of(manifests[0]), "");
  EXPECT_EQ(problem_of(manifests[1]),
            "error: unable to decode \"f\": Object 'Kind' is missing in '{\"metadata\":{\"name\":\"x\"}}'\n");
  EXPECT_EQ(problem_of(manifests[2]), "");
}

TEST_F(Manifests, BrokenTextIsRefused)
{
  EXPECT_THROW((void)parse_manifests("a: [", "f"), CommandError);
  EXPECT_THROW((void)parse_manifests("{\"a\": ", "f"), CommandError);
  EXPECT_THROW((void)parse_manifests("a: 1\n~: 2\n", "f"), CommandError);
  EXPECT_THROW((void)parse_manifests(std::string(5000, '['), "f"), CommandError);
}

TEST_F(Manifests, QuotedScalarsStayText)
{
  const auto manifests =
      parse_manifests(config_map("a") + "data: {a: \"1\", b: 'yes', c: 1, d: yes, e: 2001-01-01}\n", "f");
  EXPECT_EQ(manifests.at(0).object.at("data"),
            json::parse(R"({"a": "1", "b": "yes", "c": 1, "d": true, "e": "2001-01-01"})"));
}

}  // namespace
}  // namespace kubexx::cli
