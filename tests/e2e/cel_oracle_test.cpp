// SPDX-License-Identifier: Apache-2.0
// The embedded server's CEL evaluator beside Kubernetes' own: a table of expressions, and some that are put together at
// random from its parts.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "kubexx/cel/detail/program.hpp"
#include "kubexx/cel/detail/show.hpp"
#include "kubexx/schema/detail/rules.hpp"
#include "support/process.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;
using cel::detail::Program;

#ifndef KUBEXX_ORACLE_EXPRESSIONS
#define KUBEXX_ORACLE_EXPRESSIONS "200"
#endif

const json& schema_source()
{
  static const auto schema = json::parse(R"({"type": "object", "properties": {
    "num": {"type": "integer"}, "real": {"type": "number"}, "text": {"type": "string"}, "flag": {"type": "boolean"},
    "list": {"type": "array", "items": {"type": "integer"}},
    "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
    "keyed": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
      "items": {"type": "object", "properties": {"k": {"type": "string"}, "v": {"type": "integer"}}}},
    "map": {"type": "object", "additionalProperties": {"type": "string"}},
    "object": {"type": "object", "properties": {"inner": {"type": "string"}, "missing": {"type": "string"}}},
    "missing": {"type": "string"}, "nullable": {"type": "string", "nullable": true},
    "port": {"x-kubernetes-int-or-string": true},
    "when": {"type": "string", "format": "date-time"}, "span": {"type": "string", "format": "duration"},
    "raw": {"type": "string", "format": "byte"}, "a-b.c": {"type": "string"}, "namespace": {"type": "string"},
    "__x": {"type": "string"}, "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}})");
  return schema;
}

const json& self_value()
{
  static const auto self = json::parse(R"({"num": 5, "real": 2.5, "text": "hello", "flag": true, "list": [1, 2, 3],
    "set": ["a", "b"], "keyed": [{"k": "x", "v": 1}, {"k": "y", "v": 2}], "map": {"a": "b", "c": "d"},
    "object": {"inner": "in"}, "nullable": null, "port": 80, "when": "2024-02-29T12:30:45Z", "span": "1m30s",
    "raw": "YWJj", "a-b.c": "escaped", "namespace": "ns", "__x": "under", "free": {"any": 1}})");
  return self;
}

/// Whatever the table has, put together: most of it is refused, and both must refuse it.
class Composer {
public:
  explicit Composer(std::uint64_t seed) : random_(seed) {}

  std::string boolean(int depth)
  {
    switch (below(depth > 0 ? 9 : 2)) {
      case 0:
        return below(2) == 0 ? "true" : "self.flag";
      case 1:
        return number(0) + " < " + number(0);
      case 2:
        return "(" + boolean(depth - 1) + " && " + boolean(depth - 1) + ")";
      case 3:
        return "(" + boolean(depth - 1) + " || " + boolean(depth - 1) + ")";
      case 4:
        return "!" + boolean(depth - 1);
      case 5:
        return "(" + number(depth - 1) + one_of({" == ", " != ", " < ", " >= "}) + number(depth - 1) + ")";
      case 6:
        return "(" + text(depth - 1) + one_of({" == ", " < ", " != "}) + text(depth - 1) + ")";
      case 7:
        return list(depth - 1) + one_of({".all(x, ", ".exists(x, ", ".exists_one(x, "}) + number(depth - 1) + " > x)";
      default:
        return text(depth - 1) + one_of({".startsWith(", ".contains(", ".endsWith("}) + text(depth - 1) + ")";
    }
  }

  std::string number(int depth)
  {
    switch (below(depth > 0 ? 7 : 2)) {
      case 0:
        return one_of({"0", "1", "7", "-3", "9223372036854775807"});
      case 1:
        return one_of({"self.num", "self.keyed[0].v", "self.list[1]", "self.port"});
      case 2:
        return "(" + number(depth - 1) + one_of({" + ", " - ", " * ", " / ", " % "}) + number(depth - 1) + ")";
      case 3:
        return "size(" + list(depth - 1) + ")";
      case 4:
        return text(depth - 1) + ".indexOf(" + text(depth - 1) + ")";
      case 5:
        return "(" + boolean(depth - 1) + " ? " + number(depth - 1) + " : " + number(depth - 1) + ")";
      default:
        return list(depth - 1) + one_of({".sum()", "[0]", "[?9].orValue(4)", ".max()", ".indexOf(2)"});
    }
  }

  std::string text(int depth)
  {
    switch (below(depth > 0 ? 6 : 2)) {
      case 0:
        return one_of({"''", "'a'", "'héllo'", "\"b c\""});
      case 1:
        return one_of({"self.text", "self.map.a", "self.missing", "self.object.inner"});
      case 2:
        return "(" + text(depth - 1) + " + " + text(depth - 1) + ")";
      case 3:
        return "string(" + number(depth - 1) + ")";
      case 4:
        return text(depth - 1) +
               one_of({".upperAscii()", ".substring(1)", ".charAt(0)", ".replace('l', 'L')", ".trim()"});
      default:
        return "(" + boolean(depth - 1) + " ? " + text(depth - 1) + " : " + text(depth - 1) + ")";
    }
  }

  std::string list(int depth)
  {
    switch (below(depth > 0 ? 5 : 2)) {
      case 0:
        return one_of({"[1, 2, 3]", "[0, 5]", "[7]"});
      case 1:
        return "self.list";
      case 2:
        return list(depth - 1) + ".map(x, x + " + number(depth - 1) + ")";
      case 3:
        return list(depth - 1) + ".filter(x, x > " + number(depth - 1) + ")";
      default:
        return "(" + list(depth - 1) + " + " + list(depth - 1) + ")";
    }
  }

private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  std::string one_of(std::initializer_list<const char*> choices) { return *(choices.begin() + below(choices.size())); }

  std::mt19937_64 random_;
};

std::string setting(const char* name, const char* usual)
{
  const char* value = std::getenv(name);
  return value == nullptr ? usual : value;
}

std::vector<std::string> expressions()
{
  std::vector<std::string> all;
  std::ifstream table(fs::path(KUBEXX_E2E_SOURCE_DIR) / "cel/expressions.txt");
  for (std::string line; std::getline(table, line);) {
    if (!line.empty()) all.push_back(line);
  }
  Composer composer(std::stoull(setting("KUBEXX_ORACLE_SEED", "1")));
  const auto count = std::stoi(setting("KUBEXX_ORACLE_COUNT", KUBEXX_ORACLE_EXPRESSIONS));
  for (int index = 0; index < count; ++index) {
    switch (index % 4) {
      case 0:
        all.push_back(composer.boolean(4));
        break;
      case 1:
        all.push_back(composer.number(3));
        break;
      case 2:
        all.push_back(composer.text(3));
        break;
      default:
        all.push_back(composer.list(3));
        break;
    }
  }
  return all;
}

json ours(const std::string& expression, const cel::detail::TypePtr& type)
{
  std::string problem;
  const auto program = Program::compile(expression, {{"self", type}}, problem);
  if (!program) return {{"issues", problem}};
  const std::array<cel::detail::Value, 1> values{cel::detail::from_json(self_value(), type)};
  const auto outcome = program->run(values);
  if (const auto* error = outcome.value.get_if<cel::detail::Error>()) {
    return {{"error", error->message}, {"cost", outcome.cost}};
  }
  return {{"value", cel::detail::show(outcome.value)}, {"cost", outcome.cost}};
}

/// What the messages of both are compared by: the position and the text, of syntax errors that there is one.
std::string essence(const json& answer)
{
  if (answer.contains("issues")) {
    const auto& text = answer["issues"].get_ref<const std::string&>();
    return text.find("Syntax error") == std::string::npos ? "issues: " + text : "syntax error";
  }
  if (answer.contains("error")) return "error: " + answer["error"].get<std::string>();
  return "value: " + answer.value("value", "");
}

TEST(CelOracle, EveryExpressionGivesWhatCelGoGives)
{
  const auto all = expressions();
  std::string requests;
  for (const auto& expression : all) {
    requests += json{{"expression", expression}, {"schema", schema_source()}, {"self", self_value()}}.dump() + "\n";
  }
  const auto folder = fs::path(KUBEXX_E2E_BINARY_DIR) / "cel-oracle";
  fs::create_directories(folder);
  std::ofstream(folder / "requests.json") << requests;
  const auto outcome = support::run(
      {{"/bin/sh", "-c",
        "PATH=$PATH:/usr/local/go/bin; command -v go >/dev/null || exit 0; cd '" + std::string(KUBEXX_E2E_SOURCE_DIR) +
            "/cel' && exec go run -trimpath . < '" + (folder / "requests.json").string() + "'"}});
  ASSERT_TRUE(outcome.ok()) << outcome.all().substr(0, 2000);
  if (outcome.out.empty()) GTEST_SKIP() << "there is no go command";
  schema::detail::FieldErrors errors;
  const auto type = schema::detail::schema_type(schema::detail::parse_schema(schema_source(), "", errors), false);
  std::istringstream lines(outcome.out);
  std::size_t index = 0;
  std::size_t same_cost = 0, with_cost = 0;
  for (std::string line; std::getline(lines, line); ++index) {
    const auto theirs = json::parse(line);
    const auto mine = ours(all.at(index), type);
    EXPECT_EQ(essence(theirs), essence(mine)) << all[index];
    if (!theirs.contains("value")) continue;
    ++with_cost;
    same_cost += theirs["cost"] == mine["cost"] ? 1U : 0U;
    if (std::getenv("KUBEXX_ORACLE_COSTS") != nullptr && theirs["cost"] != mine["cost"]) {
      std::cout << theirs["cost"] << " " << mine["cost"] << " " << all[index] << "\n";
    }
  }
  EXPECT_EQ(index, all.size());
  std::cout << index << " expressions, " << same_cost << " of " << with_cost << " costs equal\n";
}

}  // namespace
}  // namespace kubexx::e2e
