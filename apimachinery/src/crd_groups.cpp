// SPDX-License-Identifier: Apache-2.0
// Groups of members of which one is set (crd_rules.hpp): that their rules can be true.
#include <algorithm>
#include <array>

#include "crd_schema.hpp"

namespace kubexx::detail {

namespace {

using nlohmann::json;

/// The members of a group, which its message has in brackets: "… in [a b] …".
std::vector<std::string_view> members_of_group(std::string_view message)
{
  std::vector<std::string_view> members;
  const auto begin = message.find('[') + 1;
  std::string_view names = message.substr(begin, message.find(']') - begin);
  while (!names.empty()) {
    const auto end = std::min(names.find(' '), names.size());
    members.push_back(names.substr(0, end));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return members;
}

/// Whether a struct writes the member even if nobody has set it.
bool is_always_written(const StructInfo& info, std::string_view name)
{
  const auto field =
      std::find_if(info.fields.begin(), info.fields.end(), [&](const Field& one) { return one.name() == name; });
  if (field == info.fields.end() || field->omit_zero) return false;
  const CodecOps& ops = *field->codec->ops;
  if (ops.shape != CodecOps::Shape::scalar) return false;
  constexpr std::array<std::string_view, 3> starts{R"({"type":"integer")", R"({"type":"number")",
                                                   R"({"type":"boolean")"};
  return !ops.enumerators.empty() || std::any_of(starts.begin(), starts.end(),
                                                 [&](std::string_view start) { return ops.schema.starts_with(start); });
}

}  // namespace

void SchemaWriter::check_groups(const StructInfo& info, const StructInfo& stated_by, const json& schema,
                                const std::string& path)
{
  if (!schema.is_object()) return;  // a problem was told already
  for (const BaseInfo& base : stated_by.bases) check_groups(info, *base.info(), schema, path);
  const json none = json::array();
  const json& properties = schema.contains("properties") ? schema["properties"] : none;
  const json& required = schema.contains("required") ? schema["required"] : none;
  for (const crd::Fact& fact : stated_by.object_facts) {
    if (fact.kind != crd::Fact::Kind::rule || fact.value != crd::Fact::Value::group) continue;
    const std::string message(fact.second);
    for (const auto view : members_of_group(fact.second)) {
      const std::string name(view);
      if (!properties.contains(name)) {
        problem(path, message + ": there is no member " + name);
      } else if (std::find(required.begin(), required.end(), name) != required.end()) {
        problem(path, message + ": " + name + " is required, so it is always set");
      } else if (is_always_written(info, name)) {
        problem(path, message + ": the struct always writes " + name + ": make it a std::optional");
      }
    }
  }
}

}  // namespace kubexx::detail
