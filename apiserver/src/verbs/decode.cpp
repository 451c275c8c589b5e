// SPDX-License-Identifier: Apache-2.0
#include "verbs/decode.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "core/strict_json.hpp"
#include "crd/crd.hpp"
#include "kinds/builtin.hpp"
#include "kubexx/apimachinery/apply_patch.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/apimachinery/value_error.hpp"
#include "schema/schema.hpp"
#include "verbs/metadata.hpp"

namespace kubexx::apiserver {
namespace {

/// The version of an apiVersion.
std::string version_in(const std::string& api_version)
{
  return api_version.substr(api_version.find('/') + 1);
}

/// The Go package of a built-in kind's internal type.
std::string package_of(const Kind& kind)
{
  const auto group = kind.stored_as.empty() ? kind.group : kind.stored_as.substr(0, kind.stored_as.find('/'));
  return group.empty() ? "core" : group.substr(0, group.find('.'));
}

/// What a built-in type's decoder makes of the type that a body says it has. `package` has the internal type.
void check_builtin_type(const std::string& wanted, const std::string& wanted_kind, const std::string& package,
                        const std::string& api_version, const std::string& kind)
{
  if (kind.empty() || api_version.empty()) return;  // typed endpoints know what they decode
  if (!in_builtin_scheme(api_version, kind)) {
    throw DecodeError("no kind " + go_quoted(kind) + " is registered for version " + go_quoted(api_version) +
                      " in scheme \"pkg/runtime/scheme.go:111\"");
  }
  const bool same_group = api_version.substr(0, api_version.find('/')) == wanted.substr(0, wanted.find('/'));
  if (kind != wanted_kind || (api_version != wanted && !same_group)) {
    throw DecodeError("converting (" + version_in(api_version) + "." + kind + ") to (" + package + "." + wanted_kind +
                      "): unknown conversion");
  }
  if (api_version == wanted) return;
  throw bad_request("the API version in the data (" + api_version + ") does not match the expected API version (" +
                    wanted + ")");
}

void check_type(const Call& call, const Json& body)
{
  const auto api_version = string_at(body, {"apiVersion"});
  const auto kind = string_at(body, {"kind"});
  const auto wanted = call.kind->api_version(call.version->name);
  if (!call.kind->custom) {
    return check_builtin_type(wanted, call.kind->kind, package_of(*call.kind), api_version, kind);
  }
  if (kind.empty()) {
    throw unrecognized(call.kind->kind, "Object 'Kind' is missing in '" + call.http.body + "'", call.http.body);
  }
  if (api_version != wanted) {
    throw bad_request("the API version in the data (" + api_version + ") does not match the expected API version (" +
                      wanted + ")");
  }
  if (kind == call.kind->kind) return;
  throw invalid(call.kind->group, kind, string_at(body, {"metadata", "name"}),
                {invalid_value("kind", kind, "must be " + call.kind->kind)});
}

/// What strict decoding says of a body beside its value.
std::vector<std::string> problems_of(const Call& call, std::string_view text, bool twice,
                                     const std::vector<std::string>& unknown)
{
  const bool in_order = !text.empty() && (twice || unknown.size() > 1);
  if (in_order && !call.kind->custom) return strict_problems(text, unknown);
  // A custom object's fields are looked at after the decoder has read it.
  auto problems = twice ? strict_problems(text, {}) : std::vector<std::string>();
  for (const auto& field : unknown) problems.push_back("unknown field " + go_quoted(field));
  return problems;
}

/// Drops what the version does not know, naming it in `unknown`.
void keep_known(const Kind& kind, const ServedVersion& version, Json& object, std::vector<std::string>& unknown)
{
  clean_metadata(object, kind, unknown);
  if (!version.schema) return;
  if (kind.custom) {
    make_numbers_plain(object);
    prune(*version.schema, object, unknown);
  } else {
    decode_typed(*version.schema, object, kind.kind, unknown);
  }
}

/// The stored form, with defaults.
Json defaulted(const Kind& kind, const ServedVersion& version, Json object, Nulls nulls = Nulls::dropped)
{
  if (kind.to_stored) object = kind.to_stored(std::move(object), version.name);
  if (version.schema && kind.custom) apply_defaults(*version.schema, object, nulls);
  if (kind.defaults) kind.defaults(object);
  return object;
}

}  // namespace

std::string internal_type(const Kind& kind)
{
  return kind.custom ? "unstructured.Unstructured" : package_of(kind) + "." + kind.kind;
}

std::string yaml_problem(const std::vector<std::string>& repeated)
{
  std::string text = "yaml: unmarshal errors:";
  for (const auto& problem : repeated) text += "\n  " + problem;
  return text;
}

Json decode_object(Call& call, Json body, Strictness strictness)
{
  check_type(call, body);
  body.erase("apiVersion");
  body.erase("kind");
  std::vector<std::string> unknown;
  keep_known(*call.kind, *call.version, body, unknown);
  if (call.kind->id() == definitions_collection) decode_definition(body, unknown);
  const auto nulls = strictness.nulls;
  const auto mode = call.query.get("fieldValidation");
  if (mode != "Ignore") {
    auto problems = std::move(strictness.problems);
    const bool needs_text = unknown.size() > 1 && strictness.text_later;
    const auto made = needs_text ? strictness.text_later() : std::string();
    auto more = problems_of(call, needs_text ? made : strictness.text, strictness.twice, unknown);
    problems.insert(problems.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    if (!(problems.empty() && strictness.yaml.empty()) && mode == "Strict") {
      auto text = strictness.yaml.empty() ? std::string() : yaml_problem(strictness.yaml);
      for (const auto& problem : problems) text.append(text.empty() ? "" : ", ").append(problem);
      throw DecodeError("strict decoding error: " + text);
    }
    for (auto& problem : strictness.yaml) call.warnings.push_back(std::move(problem));
    for (auto& problem : problems) call.warnings.push_back(std::move(problem));
  }
  call.shares_labels = call.kind->id() == "batch/jobs" && json_at(body, {"metadata", "labels"}).empty();
  return defaulted(*call.kind, *call.version, std::move(body), nulls);
}

Json decode_admitted(const Kind& kind, const ServedVersion& version, Json object, std::vector<std::string>& unknown)
{
  keep_known(kind, version, object, unknown);
  return defaulted(kind, version, std::move(object));
}

Failure unreadable(const std::string& kind, const std::string& version, const DecodeError& error)
{
  return bad_request(kind + " in version " + go_quoted(version) + " cannot be handled as a " + kind + ": " +
                     error.what());
}

namespace {

/// What runtime.DefaultUnstructuredConverter says where Go's JSON decoder says `problem`.
std::string converter_problem(const std::string& problem)
{
  constexpr std::string_view begins = "json: cannot unmarshal ", before_type = " of type ";
  const auto at = problem.rfind(before_type);
  if (problem.starts_with("strict decoding error")) return problem;
  if (problem.starts_with("quantities must match")) return problem;
  if (!problem.starts_with(begins) || at == std::string::npos) return "error decoding from json: " + problem;
  const auto given = problem.substr(begins.size(), problem.find(' ', begins.size()) - begins.size());
  const auto kind = given == "array" ? "slice" : given == "object" ? "map" : given == "number" ? "int64" : given;
  const auto wanted = problem.substr(at + before_type.size());
  if (wanted.starts_with("[]")) return "cannot restore slice from " + kind;
  if (wanted.starts_with("map[")) return "cannot restore map from " + kind;
  if (wanted == "string" && given == "number") return "cannot convert int64 to string";
  static constexpr std::array<std::string_view, 5> plain{"bool", "float64", "int32", "int64", "string"};
  if (std::find(plain.begin(), plain.end(), wanted) != plain.end()) return "unrecognized type: " + wanted;
  // Named types are structs, but for those of strings, which are given numbers, booleans and the like.
  const bool scalar = given == "number" || given == "bool";
  const bool named_struct = std::any_of(builtin_schemas().begin(), builtin_schemas().end(),
                                        [&](const auto& one) { return one.first.ends_with("." + wanted); });
  return scalar && !named_struct ? "unrecognized type: string" : "cannot restore struct from: " + kind;
}

}  // namespace

Failure unreadable_patched(const Patch& patch, const Json& patched, const Schema& schema, const DecodeError& error)
{
  if (patch.type != Patch::Type::strategic) {
    const auto shown = go_ordered(schema, patched, touched_by(patch));
    return invalid("", "", "", {invalid_value("patch", shown, error.what())});
  }
  return invalid("", "", "", {invalid_value("patch", go_shown(patch.body), converter_problem(error.what()))});
}

Json decode_patched(Call& call, const Patch& patch, Json object)
{
  if (call.kind->from_stored) object = call.kind->from_stored(std::move(object), call.version->name);
  const auto name_type = [&call](Json& named) {
    named["apiVersion"] = call.kind->api_version(call.version->name);
    named["kind"] = call.kind->kind;
  };
  name_type(object);
  apply_patch(patch, object, call.version->schema.get());
  if (patch.type == Patch::Type::strategic) name_type(object);  // the Go type alone counts there
  const auto wanted = call.kind->api_version(call.version->name);
  if (const auto given = string_at(object, {"apiVersion"}); call.kind->custom && given != wanted) {
    throw invalid(given.find('/') == std::string::npos ? "" : given.substr(0, given.find('/')), call.kind->kind,
                  call.path.name, {invalid_value("apiVersion", given, "must be " + wanted)});
  }
  try {
    Strictness strictness{.problems = patch.problems};
    if (!call.kind->custom && patch.type != Patch::Type::strategic) {
      strictness.text_later = [&] { return go_ordered(*call.version->schema, object, touched_by(patch)); };
    }
    auto decoded = decode_object(call, object, std::move(strictness));
    drop_repeated_owners(call, decoded, true);
    return decoded;
  } catch (const DecodeError& error) {
    throw unreadable_patched(patch, object, call.version->schema ? *call.version->schema : Schema(), error);
  }
}

void check_named_type(const Json& body, const std::string& api_version, const std::string& kind,
                      const std::string& package)
{
  const auto given_version = string_at(body, {"apiVersion"});
  const auto given_kind = string_at(body, {"kind"});
  try {
    check_builtin_type(api_version, kind, package, given_version, given_kind);
  } catch (const DecodeError& error) {
    throw bad_request(given_kind + " in version " + go_quoted(version_in(given_version)) + " cannot be handled as a " +
                      kind + ": " + error.what());
  }
}

Json decode_body(Call& call)
{
  Strictness strictness;
  auto body = parse_body(call.http, call.kind->kind, call.kind->api_version(call.version->name), &strictness.yaml);
  if (is_json(call.http)) {
    strictness.text = call.http.body;
    strictness.twice = has_duplicate_keys(strictness.text, body);
    if (strictness.twice && !call.kind->custom) body = parse_merging(strictness.text);
  }
  const auto api_version = string_at(body, {"apiVersion"});
  const auto kind = string_at(body, {"kind"});
  if (!call.kind->custom && std::count(api_version.begin(), api_version.end(), '/') > 1) {
    throw unrecognized(call.kind->kind, "unexpected GroupVersion string: " + api_version, call.http.body);
  }
  try {
    auto decoded = decode_object(call, std::move(body), std::move(strictness));
    drop_repeated_owners(call, decoded, false);
    return decoded;
  } catch (const DecodeError& error) {
    const bool said = !kind.empty() && !api_version.empty();
    throw bad_request((said ? kind : call.kind->kind) + " in version " +
                      go_quoted(said ? version_in(api_version) : call.version->name) + " cannot be handled as a " +
                      call.kind->kind + ": " + error.what());
  }
}

}  // namespace kubexx::apiserver
