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

/// What is printed where the files cannot be found.
std::string refusal(const std::vector<std::string>& names)
{
  try {
    (void)read_manifests(names, false);
    return "nothing";
  } catch (...) {
    return text_of(std::current_exception());
  }
}

std::string nested(int depth)
{
  return R"({"kind":)" + std::string(static_cast<std::size_t>(depth), '[') +
         std::string(static_cast<std::size_t>(depth), ']') + "}";
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

TEST_F(Manifests, JsonDocumentsMayBeSeparatedAsInYaml)
{
  const std::string a = R"({"apiVersion":"v1","kind":"A","x":"\n---\n"})";
  const std::string b = "{\n\t\"apiVersion\": \"v1\",\n\t\"kind\": \"B\"\n}\n";
  const auto kinds = [](const std::string& text) {
    std::string found;
    for (const auto& manifest : parse_manifests(text, "f")) {
      found += manifest.problem ? problem_of(manifest) : manifest.object.at("kind").get<std::string>();
    }
    return found;
  };
  EXPECT_EQ(kinds(a + "\n---\n" + b), "AB");
  EXPECT_EQ(kinds(a + "\n---\n" + b + "--- " + a + "\n---"), "ABA");
  EXPECT_EQ(kinds(a + "\r\n---\r\n\r\n---\r\n" + b), "AB");
  EXPECT_EQ(kinds(a + "\n---\n" + config_map("c") + "---\n" + a), "AConfigMapA");
  EXPECT_EQ(kinds(a + "\n---\n# nothing\n"), "A");
  EXPECT_EQ(kinds(a + "\n---\n" + config_map("c") + "---\na: [\n").find("AConfigMaperror: error parsing f: "), 0U);
  for (const char* wrong : {"---\n", " --- \n", "\n----\n", "\n-\n", "\n --- \n"}) {
    EXPECT_EQ(kinds(a + wrong + b).find("Aerror: error parsing f: "), 0U) << wrong;
  }
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

TEST_F(Manifests, BrokenTextIsRefusedByTheNameOfItsFile)
{
  for (const std::string& text :
       {std::string("a: ["), std::string("{\"a\": "), std::string("a: 1\n~: 2\n"), std::string("? [a, b]\n: c\n"),
        std::string(5000, '['), std::string("\x7f\x45\x4c\x46\x00\x01\xff: {", 10)}) {
    const auto manifests = parse_manifests(text, "dir/f.yaml");
    ASSERT_EQ(manifests.size(), 1U) << text;
    const auto problem = problem_of(manifests.front());
    EXPECT_TRUE(problem.starts_with("error: error parsing dir/f.yaml: ")) << problem;
    EXPECT_EQ(problem.find("json.exception"), std::string::npos) << problem;
  }
}

TEST_F(Manifests, WhatStandsBeforeABrokenDocumentIsRead)
{
  for (const std::string& text :
       {config_map("a") + "---\n" + config_map("b") + "---\na: [\n---\n" + config_map("c"),
        std::string(R"({"apiVersion":"v1","kind":"A"} {"apiVersion":"v1","kind":"B"} {"kind": )")}) {
    const auto manifests = parse_manifests(text, "f");
    ASSERT_EQ(manifests.size(), 3U) << text;
    EXPECT_EQ(problem_of(manifests[0]) + problem_of(manifests[1]), "");
    EXPECT_TRUE(problem_of(manifests[2]).starts_with("error: error parsing f: ")) << problem_of(manifests[2]);
  }
  write("b.yaml", "a: [");
  write("c.yaml", config_map("c"));
  const auto files = read_manifests({folder().string()}, false);
  ASSERT_EQ(files.manifests.size(), 3U);
  EXPECT_THAT(problem_of(files.manifests[1]), testing::HasSubstr("b.yaml"));
  EXPECT_EQ(problem_of(files.manifests[2]), "");
}

TEST_F(Manifests, AFileOfNothingIsNoManifest)
{
  for (const char* text : {"", "# a comment\n", "---\n---\n", "null\n", "apiVersion: v1\nkind: List\nitems: []\n"}) {
    EXPECT_TRUE(parse_manifests(text, "f").empty()) << text;
  }
}

TEST_F(Manifests, AFolderWithoutManifestsAndNamesOfNothingAreRefused)
{
  fs::create_directories(folder() / "none");
  EXPECT_EQ(refusal({(folder() / "none").string()}), "error: error reading [" + (folder() / "none").string() +
                                                         "]: recognized file extensions are [.json .yaml .yml]\n");
  EXPECT_EQ(refusal({"/no/a", "/no/b"}), "the path \"/no/a\" does not exist\nthe path \"/no/b\" does not exist\n");
}

struct Misshapen {
  const char* text;
  const char* problem;
};

TEST_F(Manifests, WhatHasNotTheShapeOfAnObjectIsRefusedInGosWords)
{
  for (const auto& [text, problem] : {
           Misshapen{"text", "json: cannot unmarshal string into Go value of type unstructured.detector"},
           Misshapen{"true", "json: cannot unmarshal bool into Go value of type unstructured.detector"},
           Misshapen{"[1]", "json: cannot unmarshal array into Go value of type unstructured.detector"},
           Misshapen{"{apiVersion: v1}", "Object 'Kind' is missing in '{\"apiVersion\":\"v1\"}'"},
           Misshapen{"{kind: A}", "Object 'apiVersion' is missing in '{\"kind\":\"A\"}'"},
           Misshapen{"{apiVersion: 1, kind: A}",
                     "json: cannot unmarshal number into Go struct field metadataOnlyObject.apiVersion of type string"},
           Misshapen{
               "{apiVersion: v1, kind: A, metadata: [a]}",
               "json: cannot unmarshal array into Go struct field metadataOnlyObject.metadata of type v1.ObjectMeta"},
           Misshapen{"{apiVersion: v1, kind: A, metadata: {name: 5}}",
                     "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string"},
           Misshapen{"{apiVersion: v1, kind: A, metadata: {namespace: {a: b}}}",
                     "json: cannot unmarshal object into Go struct field ObjectMeta.metadata.namespace of type string"},
           Misshapen{"{apiVersion: v1, kind: A, metadata: {labels: a}}",
                     "json: cannot unmarshal string into Go struct field ObjectMeta.metadata.labels of type "
                     "map[string]string"},
           Misshapen{"{apiVersion: v1, kind: A, metadata: {labels: {a: 1}}}",
                     "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string"},
           Misshapen{"{apiVersion: v1, kind: A, metadata: {annotations: {a: true}}}",
                     "json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.annotations of type string"},
           Misshapen{"{apiVersion: v1, kind: List, items: {a: b}}",
                     "json: cannot unmarshal object into Go struct field decodeList.items of type []json.RawMessage"},
           Misshapen{"{apiVersion: v1, kind: List, items: [5]}",
                     "json: cannot unmarshal number into Go value of type map[string]interface {}"},
       }) {
    const auto manifests = parse_manifests("---\n" + std::string(text) + "\n", "f");
    ASSERT_EQ(manifests.size(), 1U) << text;
    EXPECT_EQ(problem_of(manifests.front()), "error: unable to decode \"f\": " + std::string(problem) + "\n");
  }
  const auto sound = parse_manifests("---\n{apiVersion: v1, kind: A, metadata: {name: null, labels: {a: null}}}", "f");
  ASSERT_EQ(sound.size(), 1U);
  EXPECT_EQ(problem_of(sound.front()), "");
  EXPECT_EQ(problem_of(parse_manifests("---\n{apiVersion: v1, kind: A, metadata: null}", "f").at(0)), "");
}

TEST_F(Manifests, QuotedScalarsStayText)
{
  const auto manifests =
      parse_manifests(config_map("a") + "data: {a: \"1\", b: 'yes', c: 1, d: yes, e: 2001-01-01}\n", "f");
  EXPECT_EQ(manifests.at(0).object.at("data"),
            json::parse(R"({"a": "1", "b": "yes", "c": 1, "d": true, "e": "2001-01-01"})"));
}

TEST(ParseManifests, NestingIsBounded)
{
  for (const int depth : {300, 1'000'000}) {
    const auto manifests = parse_manifests(nested(depth), "f");
    ASSERT_EQ(manifests.size(), 1U);
    EXPECT_THAT(problem_of(manifests.front()), testing::HasSubstr("nested more than 256 levels deep"));
  }
  EXPECT_THAT(problem_of(parse_manifests(nested(200), "f").at(0)), testing::Not(testing::HasSubstr("nested")));
}

}  // namespace
}  // namespace kubexx::cli
