// SPDX-License-Identifier: Apache-2.0
// Field sets, typed operations and the updater of server-side apply beside sigs.k8s.io/structured-merge-diff
// (field_sets/main.go): random schemas, values and managers give the same results. FIELD_SETS_CASES and FIELD_SETS_SEED
// name others.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include "apply/fields_v1.hpp"
#include "apply/typed.hpp"
#include "apply/updater.hpp"
#include "kubexx/base/process.hpp"
#include "kubexx/base/random.hpp"

namespace kubexx::apiserver::apply {
namespace {

namespace fs = std::filesystem;

/// Makes cases. The names are few, so that values meet.
class Generator {
public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  bool one_in(std::uint64_t count) { return random_.below(count) == 0; }
  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }

  std::string name()
  {
    static const std::vector<std::string> names{"a", "b", "c", "name", "key", "x<y", "\xc3\xa9"};
    return names[below(names.size())];
  }

  Json scalar()
  {
    switch (below(7)) {
      case 0:
        return one_in(2);
      case 1:
        return 1.5;
      case 2:
      case 3:
        return below(4);
      default:
        return name();
    }
  }

  Json root_schema(int depth)
  {
    auto schema = object_schema(depth);
    schema.erase("x-kubernetes-map-type");
    return schema;
  }

  Json object_schema(int depth)
  {
    auto schema = Json::object({{"type", "object"}});
    const auto form = below(8);
    if (form == 0) {
      if (one_in(2)) schema["x-kubernetes-preserve-unknown-fields"] = true;
      return schema;
    }
    if (form == 1) {
      schema["additionalProperties"] = value_schema(depth - 1);
    } else {
      for (auto count = 1 + below(4); count > 0; --count) schema["properties"][name()] = value_schema(depth - 1);
      if (one_in(8)) schema["x-kubernetes-preserve-unknown-fields"] = true;
    }
    if (one_in(6)) schema["x-kubernetes-map-type"] = one_in(2) ? "atomic" : "granular";
    return schema;
  }

  Json list_schema(int depth)
  {
    auto schema = Json::object({{"type", "array"}});
    switch (below(4)) {
      case 0:
        schema["items"] = value_schema(depth - 1);
        if (one_in(2)) schema["x-kubernetes-list-type"] = "atomic";
        break;
      case 1:
        schema["items"]["type"] = one_in(2) ? "string" : "integer";
        schema["x-kubernetes-list-type"] = "set";
        break;
      default: {
        auto items = Json::object({{"type", "object"}});
        for (auto count = 1 + below(3); count > 0; --count) items["properties"][name()] = value_schema(depth - 1);
        items["properties"]["name"] = Json::object({{"type", "string"}});
        items["properties"]["key"] = Json::object({{"type", "integer"}});
        if (one_in(3)) items["properties"]["key"]["default"] = below(3);
        if (one_in(8)) items["x-kubernetes-map-type"] = "atomic";
        schema["items"] = items;
        schema["x-kubernetes-list-type"] = "map";
        schema["x-kubernetes-list-map-keys"] = one_in(2) ? Json::array({"name"}) : Json::array({"name", "key"});
      }
    }
    return schema;
  }

  Json value_schema(int depth)
  {
    if (depth > 0) {
      const auto form = below(5);
      if (form < 2) return object_schema(depth);
      if (form < 4) return list_schema(depth);
    }
    switch (below(6)) {
      case 0:
        return Json::object({{"type", "integer"}});
      case 1:
        return Json::object({{"type", "boolean"}});
      case 2:
        return Json::object({{"x-kubernetes-int-or-string", true}});
      case 3:
        return Json::object({{"x-kubernetes-preserve-unknown-fields", true}});
      case 4:
        return Json::object({{"type", "string"}, {"format", one_in(2) ? "date-time" : "byte"}});
      default:
        return Json::object({{"type", "string"}});
    }
  }

  /// Of the schema, mostly.
  Json value(const Json& schema, int depth, bool duplicates)
  {
    if (one_in(25)) return nullptr;
    if (one_in(200)) return scalar();
    const auto type = schema.value("type", "");
    if (type == "object") {
      auto object = Json::object();
      const auto properties = schema.value("properties", Json::object());
      for (const auto& [member, inner] : properties.items()) {
        if (!one_in(3)) object[member] = value(inner, depth - 1, duplicates);
      }
      const bool open = schema.value("x-kubernetes-preserve-unknown-fields", false) ||
                        (!schema.contains("properties") && !schema.contains("additionalProperties"));
      if (schema.contains("additionalProperties") || open || one_in(100)) {
        for (auto count = below(3); count > 0; --count) {
          const auto member = name();
          if (object.contains(member)) continue;
          object[member] = schema.contains("additionalProperties")
                               ? value(schema["additionalProperties"], depth - 1, duplicates)
                               : anything(depth - 1);
        }
      }
      return object;
    }
    if (type == "array") return list(schema, depth, duplicates);
    if (type == "integer") return below(4);
    if (type == "boolean") return one_in(2);
    if (type == "string") return name();
    if (schema.contains("x-kubernetes-int-or-string")) return one_in(2) ? Json(below(3)) : Json(name());
    return anything(depth - 1);
  }

  Json list(const Json& schema, int depth, bool duplicates)
  {
    auto list = Json::array();
    for (auto count = below(5); count > 0; --count) {
      auto item = value(schema["items"], depth - 1, duplicates);
      if (schema.value("x-kubernetes-list-type", "") == "map" && item.is_object() && !one_in(60)) {
        if (!item.contains("name") || !item["name"].is_string()) item["name"] = name();
      }
      if (!duplicates && repeated(schema, list, item)) continue;
      list.push_back(std::move(item));
    }
    return list;
  }

  static bool repeated(const Json& schema, const Json& list, const Json& item)
  {
    const auto id = [&](const Json& one) {
      if (!schema.contains("x-kubernetes-list-map-keys") || !one.is_object()) return one;
      auto keys = Json::array();
      for (const auto& key : schema["x-kubernetes-list-map-keys"]) {
        auto value = one.value(key.get<std::string>(), Json());
        const auto fallback = Json::json_pointer("/items/properties/" + key.get<std::string>() + "/default");
        keys.push_back(value.is_null() && schema.contains(fallback) ? schema.at(fallback) : value);
      }
      return keys;
    };
    return std::any_of(list.begin(), list.end(), [&](const Json& other) { return id(other) == id(item); });
  }

  Json anything(int depth)
  {
    if (depth > 0 && one_in(3)) {
      auto object = Json::object();
      for (auto count = below(3); count > 0; --count) object[name()] = anything(depth - 1);
      return object;
    }
    if (depth > 0 && one_in(4)) {
      auto list = Json::array();
      for (auto count = below(3); count > 0; --count) list.push_back(anything(depth - 1));
      return list;
    }
    return scalar();
  }

  Json fields(int depth)
  {
    auto set = Json::object();
    for (auto count = below(5); count > 0; --count) {
      std::string text = "f:" + name();
      if (one_in(4)) text = "v:" + scalar().dump();
      if (one_in(4)) text = "k:" + Json{{"name", name()}, {"key", below(3)}}.dump();
      if (one_in(10)) text = "k:" + Json::object({{"name", scalar()}}).dump();
      if (one_in(10)) text = "i:" + std::to_string(below(12));
      if (one_in(100)) text = "z:unknown";
      set[text] = depth > 0 && one_in(2) ? fields(depth - 1) : Json::object();
    }
    if (one_in(3)) set["."] = Json::object();
    return set;
  }

  Json next()
  {
    Json one;
    const auto v1 = root_schema(3);
    one["schemas"]["v1"] = v1;
    one["schemas"]["v2"] = one_in(2) ? v1 : root_schema(3);
    one["live"] = Json::object();
    auto& operations = one["operations"] = Json::array();
    operations.push_back({{"op", "fields"}, {"fields", fields(3).dump()}, {"other", fields(3).dump()}});
    operations.push_back({{"op", "values"},
                          {"version", "v1"},
                          {"a", value(v1, 4, true)},
                          {"b", value(v1, 4, false)},
                          {"fields", fields(3).dump()}});
    for (auto count = 2 + below(6); count > 0; --count) {
      const std::string version = one_in(6) ? "v2" : "v1";
      const bool update = one_in(3);
      auto object = value(one["schemas"][version], 4, update && one_in(3));
      if (!object.is_object()) object = Json::object();
      operations.push_back({{"op", update ? "update" : "apply"},
                            {"manager", (update ? "updater-" : "applier-") + std::to_string(below(3))},
                            {"version", version},
                            {"a", std::move(object)},
                            {"force", one_in(2)}});
    }
    return one;
  }

private:
  SeededRandom random_;
};

class TestVersions final : public Versions {
public:
  explicit TestVersions(const Json& schemas)
  {
    FieldErrors errors;
    for (const auto& [version, source] : schemas.items()) schemas_[version] = parse_schema(source, "", errors);
  }
  [[nodiscard]] std::optional<Type> type(const std::string& version) const override
  {
    const auto found = schemas_.find(version);
    if (found == schemas_.end()) return std::nullopt;
    return Type::of_value(*found->second);
  }
  [[nodiscard]] Json convert(const Json& object, const std::string&, const std::string&) const override
  {
    return object;
  }
  [[nodiscard]] const FieldSet* reset(const std::string&) const override { return nullptr; }

private:
  std::map<std::string, SchemaPtr> schemas_;
};

/// What field_sets/main.go answers, by our code.
class Ours {
public:
  explicit Ours(const Json& one) : versions_(one["schemas"]), live_(one["live"]) {}

  Json operate(const Json& operation)
  {
    const std::string op = operation["op"];
    if (op == "fields") return sets(operation);
    if (op == "values") return values(operation);
    return write(operation, op == "update");
  }

private:
  static Json sets(const Json& operation)
  {
    const auto a = decode_fields(Json::parse(operation["fields"].get<std::string>()));
    const auto b = decode_fields(Json::parse(operation["other"].get<std::string>()));
    return {{"text", fields_text(a)},
            {"union", fields_text(unite(a, b))},
            {"intersection", fields_text(intersection(a, b))},
            {"difference", fields_text(difference(a, b))},
            {"recursive", fields_text(recursive_difference(a, b))},
            {"leaves", fields_text(leaves(a))},
            {"size", a.size()},
            {"empty", a.empty()},
            {"equal", a == b}};
  }

  Json values(const Json& operation)
  {
    const auto type = *versions_.type(operation["version"]);
    const auto& a = operation["a"];
    const auto& b = operation["b"];
    if (!validate(a, type, true).empty() || !validate(b, type, false).empty()) return Json::object({{"error", true}});
    const auto other = to_field_set(b, type);
    const auto set = to_field_set(a, type);
    const auto change = compare(a, b, type);
    Json out{{"fields", fields_text(set)},
             {"other", fields_text(other)},
             {"named", fields_text(with_named_fields(set, type))},
             {"merged", merge(a, b, type)},
             {"removed", fields_text(change.removed)},
             {"modified", fields_text(change.modified)},
             {"added", fields_text(change.added)},
             {"without", remove_items(a, other, type)},
             {"only", extract_items(a, other, type)}};
    const auto given = decode_fields(Json::parse(operation["fields"].get<std::string>()));
    if (const auto changed = reconcile(given, type)) out["reconciled"] = fields_text(*changed);
    return out;
  }

  Json write(const Json& operation, bool update)
  {
    const std::string version = operation["version"];
    const auto type = *versions_.type(version);
    const auto& object = operation["a"];
    const ManagerId manager{operation["manager"], "", "", ""};
    if (!validate(live_, type, true).empty() || !validate(object, type, update).empty())
      return Json::object({{"error", true}});
    Json out;
    auto managers = managers_;
    try {
      if (update) {
        Updater(versions_).update(live_, object, version, managers, manager);
        live_ = object;
      } else {
        auto merged = Updater(versions_).apply(live_, object, version, managers, manager, operation["force"]);
        out["changed"] = merged.has_value();
        if (merged) live_ = std::move(*merged);
      }
    } catch (const TypeError&) {
      return Json::object({{"error", true}});
    } catch (const ConflictError& error) {
      std::vector<std::string> list;
      for (const auto& [id, path] : error.conflicts) list.push_back(id.manager + " " + to_string(path));
      std::sort(list.begin(), list.end());
      return Json::object({{"conflicts", list}});
    }
    managers_ = std::move(managers);
    out["object"] = live_;
    out["managers"] = Json::object();
    for (const auto& [id, owned] : managers_) {
      out["managers"][id.manager] = {
          {"fields", fields_text(owned.set)}, {"version", owned.api_version}, {"applied", owned.applied}};
    }
    return out;
  }

  TestVersions versions_;
  Json live_;
  Managers managers_;
};

ProcessOutcome run(std::string program, std::vector<std::string> args)
{
  ProcessCommand command;
  command.program = std::move(program);
  command.args = std::move(args);
  return SystemProcessRunner().run(command, {});
}

/// The program of field_sets/, or an empty path with the reason on standard error.
std::string oracle()
{
  if (const char* given = std::getenv("FIELD_SETS_PROGRAM")) return given;
  const auto built = run("sh", {KUBEXX_E2E_SOURCE_DIR "/build-oracle.sh", "field_sets"});
  auto path = built.code == 0 ? built.out : std::string();
  while (!path.empty() && path.back() == '\n') path.pop_back();
  return path;
}

std::uint64_t number_from(const char* variable, std::uint64_t usual)
{
  const char* text = std::getenv(variable);
  return text == nullptr ? usual : std::stoull(text);
}

TEST(FieldSetsOracle, RandomCasesGiveTheSameResults)
{
  const auto program = oracle();
  if (program.empty()) GTEST_SKIP() << "the oracle cannot be built here";
  const auto count = number_from("FIELD_SETS_CASES", FIELD_SETS_CASES);
  Generator generator(number_from("FIELD_SETS_SEED", 1));
  const auto folder = fs::temp_directory_path() / ("field-sets-" + std::to_string(::getpid()));
  fs::create_directories(folder);
  std::vector<Json> cases;
  {
    std::ofstream lines(folder / "cases");
    for (std::uint64_t number = 0; number < count; ++number) {
      cases.push_back(generator.next());
      lines << cases.back().dump() << '\n';
    }
  }
  const auto ran = run("sh", {"-c", "cd \"$0\" && \"$1\" < cases > answers", folder.string(), program});
  ASSERT_EQ(ran.code, 0) << ran.err;
  std::ifstream answers(folder / "answers");
  std::size_t compared = 0, conflicts = 0, errors = 0, wrong = 0;
  for (std::uint64_t number = 0; number < count && wrong < 3; ++number) {
    std::string line;
    ASSERT_TRUE(std::getline(answers, line));
    const auto theirs = Json::parse(line);
    Ours ours(cases[number]);
    const auto& operations = cases[number]["operations"];
    for (std::size_t step = 0; step < operations.size(); ++step) {
      if (theirs[step].contains("panic")) break;  // upstream does not expect what it was given
      const auto mine = ours.operate(operations[step]);
      ++compared;
      conflicts += mine.contains("conflicts") ? 1U : 0U;
      errors += mine.contains("error") ? 1U : 0U;
      if (equal_values(mine, theirs[step])) continue;
      ++wrong;
      ADD_FAILURE() << "case " << number << " step " << step << "\nschema " << cases[number]["schemas"].dump()
                    << "\nafter " << (step > 0 ? theirs[step - 1].dump() : "") << "\noperation "
                    << operations[step].dump() << "\nupstream " << theirs[step].dump() << "\nours     " << mine.dump();
      break;
    }
  }
  std::cout << compared << " operations compared, " << conflicts << " conflicts, " << errors << " errors\n";
  EXPECT_GT(conflicts, count / 20);
  EXPECT_LT(errors, compared / 2);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace kubexx::apiserver::apply
