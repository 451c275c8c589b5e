// SPDX-License-Identifier: Apache-2.0
// -o yaml and -o json of texts that are hard to print, against kubectl's printing of the same object.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "beside_kubectl.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;

const std::vector<std::string>& hard_texts()
{
  static const std::vector<std::string> texts{"",
                                              "~",
                                              "null",
                                              "Null",
                                              "true",
                                              "yes",
                                              "n",
                                              "y",
                                              "on",
                                              "OFF",
                                              "1",
                                              "01",
                                              "08",
                                              "0x1f",
                                              "0b11",
                                              "0o17",
                                              "1_000",
                                              "1.5",
                                              "1e3",
                                              ".5",
                                              "-.inf",
                                              ".nan",
                                              "+1",
                                              "-",
                                              "--",
                                              "---",
                                              "---a",
                                              "...",
                                              "a: b",
                                              "a:",
                                              "a :b",
                                              ":a",
                                              ": a",
                                              "#a",
                                              "a#b",
                                              "a #b",
                                              "a\tb",
                                              "\t",
                                              "a\n",
                                              "a\nb",
                                              "a\nb\n",
                                              "a\n\nb\n\n",
                                              "\na",
                                              "\n",
                                              "\n\n",
                                              " a",
                                              "a ",
                                              " ",
                                              " a\nb",
                                              "a\n b\n",
                                              "a \nb",
                                              "a\n ",
                                              "x\r\ny",
                                              "2001-01-01",
                                              "2001-1-1",
                                              "2001-01-01T00:00:00Z",
                                              "2001-01-01t00:00:00Z",
                                              "2001-01-01 00:00:00",
                                              "2001-02-30",
                                              "2001-01-01T25:00:00Z",
                                              "2001-01-01T1:2:3Z",
                                              "2001-01-01T00:00",
                                              "12:30:45",
                                              "1:2",
                                              "12:60",
                                              "-1:20.5",
                                              "'",
                                              "''",
                                              "\"",
                                              "a'b",
                                              "'a'",
                                              "\"a\"",
                                              "\\",
                                              "%a",
                                              "@a",
                                              "`a",
                                              "&a",
                                              "*a",
                                              "!a",
                                              "|a",
                                              ">a",
                                              "[a]",
                                              "{a}",
                                              "a,b",
                                              "?",
                                              "? a",
                                              "?a",
                                              "<<",
                                              "=",
                                              "<b>&amp;",
                                              "é",
                                              "日本",
                                              "😀",
                                              "\xC2\x85x",
                                              "\xC2\xA0",
                                              "\xE2\x80\xA8",
                                              "a\xE2\x80\xA8"
                                              "b",
                                              "a\xE2\x80\xA9\nb",
                                              "\x01",
                                              "\x1b[31m",
                                              "1e400",
                                              "-0",
                                              "0x",
                                              "9223372036854775808",
                                              "18446744073709551616",
                                              "1__0",
                                              "0b2",
                                              "0.",
                                              "+",
                                              "e5",
                                              "Infinity",
                                              "a\vb",
                                              "a\fb",
                                              "key: |\n  x\n",
                                              "  lead\nx",
                                              "\n  lead",
                                              "- x\n- y\n",
                                              "{\"a\": 1}",
                                              "end: ",
                                              "tab\tin\nlines",
                                              "trail \n",
                                              "1\n",
                                              "true\n",
                                              "!!",
                                              "tRUE",
                                              "2001-01-01  00:00:00",
                                              "2001-01-01T00:00:00,5Z"};
  return texts;
}

std::string random_text(std::mt19937& random)
{
  static const std::vector<std::string> parts{"a", "b", "0",  "1", " ", " ", "\n", "\n", ":",  "#",
                                              "-", "'", "\"", "?", ",", "[", "]",  "{",  "}",  "&",
                                              "*", "!", "|",  ">", "%", "@", "`",  "~",  "\t", ".",
                                              "=", "<", "_",  "+", "e", "x", "T",  "é",  "😀", "\xE2\x80\xA8"};
  std::string text;
  const auto count = 1 + random() % 14;
  for (unsigned i = 0; i < count; ++i) text += parts[random() % parts.size()];
  return text;
}

class KubexxYaml : public BesideKubectl {};

TEST_F(KubexxYaml, TextsThatAreHardToPrint)
{
  json data;
  for (const auto& text : hard_texts()) data["f" + std::to_string(data.size())] = text;
  data["long"] = std::string(200, 'a');
  std::string words;
  for (int i = 0; i < 60; ++i) words += "word' ";
  data["words"] = words;
  data["quoted-words"] = "\t" + words;
  data["lines"] = words + "\n" + words;
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int i = 0; i < 600; ++i) data["r" + std::to_string(i)] = random_text(random);
  for (const char* key : {"a2", "a10", "a1", "a01", "A", "B", "a.b", "a-b", "a_b", "1", "10", "true", "null", "yes",
                          "1.5", "z9", "z10"}) {
    data[key] = "";
  }
  (void)admin().create(config_maps(), Object::from_json({{"apiVersion", "v1"},
                                                         {"kind", "ConfigMap"},
                                                         {"metadata", {{"name", "hard"}, {"namespace", ns()}}},
                                                         {"data", data}}));
  compare({"get cm hard -o yaml", "get cm hard -o json", "get cm -o yaml"});
}

TEST_F(KubexxYaml, NumbersOfACustomResource)
{
  const std::string group = ns() + ".example.com";
  apply(R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: numbers.)" +
        group + R"(}
spec:
  group: )" +
        group + R"(
  names: {kind: Number, plural: numbers, singular: number}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, x-kubernetes-preserve-unknown-fields: true}
)");
  const std::string crd = "crd/numbers." + group;
  ASSERT_TRUE(kubectl({"wait", "--for=condition=Established", "--timeout=60s", crd}).ok());
  apply("apiVersion: " + group + R"(/v1
kind: Number
metadata: {name: some}
spec: {a: 1.0, b: 1.5, c: 1234567.5, d: 0.00001, e: 100000.5, f: 9223372036854775807, g: -3, h: 0.1, i: [[1], [], {}],
  j: null, k: false, l: 1e20}
)");
  compare({"get numbers -o yaml", "get numbers -o json", "get numbers some -o yaml", "get numbers"});
  (void)kubectl({"delete", crd, "--wait=false"});
}

}  // namespace
}  // namespace kubexx::e2e
