// SPDX-License-Identifier: Apache-2.0
// kubexx types: the first line is a name of a property, an enumerated text and a kind; the rest is a schema in JSON, or
// a whole file. Names are identifiers and differ, text of the CRD stays inside its literal, and the same input gives
// the same header.
#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "crd_files.hpp"
#include "errors.hpp"
#include "fuzz.hpp"
#include "types/build.hpp"
#include "types/literals.hpp"
#include "types/names.hpp"
#include "types/print.hpp"
#include "types/sources.hpp"

namespace {

using namespace kubexx::cli;
using kubexx::fuzz::require;
using nlohmann::json;

bool is_identifier(std::string_view name)
{
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::all_of(name.begin(), name.end(), is_part) && name.find("__") == std::string_view::npos;
}

/// Whether a literal ends with its last character and not before.
bool is_literal(std::string_view text)
{
  if (text.starts_with("std::string_view{")) {
    text.remove_prefix(17);
    text = text.substr(0, text.rfind('"') + 1);
  }
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return false;
  text = text.substr(1, text.size() - 2);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"' || text[at] == '\n' || text[at] == '\0') return false;
    if (text[at] == '\\' && ++at == text.size()) return false;
  }
  return true;
}

void check_names(std::string_view text)
{
  types::NameScope names;
  const auto first = names.add(text);
  const auto second = names.add(text);
  require(is_identifier(first.name) && is_identifier(second.name), "a name is an identifier");
  require(first.name != second.name, "two names differ");
  require(!types::is_keyword(first.name) && !types::is_macro(first.name), "a name is no keyword and no macro");
  require(first.name == text || !first.reason.empty(), "another name has a reason");
  require(is_identifier("a" + types::type_part_of(text)), "a part of a type is one");
  require(is_identifier(types::namespace_part_of(text)), "a namespace is an identifier");
  require(types::namespace_problem(types::namespace_part_of(text)).empty(), "a namespace that we choose is usable");
  require(is_literal(types::literal(text)), "a literal ends at its end");
  for (const auto& line : types::literal_lines(text, 20)) require(is_literal(line), "a part of a literal is one");
  for (const auto& line : types::comment_lines(text, 20)) {
    require(line.starts_with("/// ") && line.find('\n') == std::string::npos && !line.ends_with('\\'),
            "a comment stays one");
  }
}

std::string headers_of(const Crds& crds)
{
  std::string text;
  for (const auto& [name, crd] : crds) {
    for (auto& version : types::versions_of(crd, "input", "")) {
      types::NameScope names;
      version.root = names.add_type(types::type_part_of(version.kind)).name;
      const auto header = types::build_header(version, names);
      text += types::header_text(header) + types::declaring_header_text(header) + types::source_text(header, "a.hpp");
      for (const auto& declared : header.declared) {
        require(is_identifier(declared.name), "a type has an identifier");
        for (const auto& member : declared.members) require(is_identifier(member.name), "a member has an identifier");
      }
    }
  }
  return text;
}

json crd_of(std::string_view name, const json& schema)
{
  const std::string text(name);
  return {{"metadata", {{"name", "as.example.org"}}},
          {"spec",
           {{"group", "example.org"},
            {"scope", "Cluster"},
            {"names", {{"kind", text}, {"plural", "as"}}},
            {"versions",
             {{{"name", "v1"},
               {"served", true},
               {"storage", true},
               {"schema",
                {{"openAPIV3Schema",
                  {{"type", "object"},
                   {"properties",
                    {{"spec",
                      {{"type", "object"},
                       {"properties",
                        {{text, {{"type", "string"}, {"enum", {text, "A"}}, {"description", text}}},
                         {"schema", schema}}}}}}}}}}}}}}}}};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  kubexx::fuzz::Input input(data, size);
  const auto name = input.line();
  const std::string rest(input.rest());
  check_names(name);
  try {
    const auto schema = json::parse(rest, nullptr, false);
    const Crds crds = schema.is_object() && schema.value("kind", json()) != "CustomResourceDefinition"
                          ? Crds{{"as.example.org", crd_of(name, schema)}}
                          : crds_of_text(rest, "input", "kubexx types -f -");
    require(headers_of(crds) == headers_of(crds), "the same input gives the same header");
  } catch (const CommandError&) {
    // The input is refused.
  } catch (const kubexx::cli::ErrorList&) {
  }
  return 0;
}
