// SPDX-License-Identifier: Apache-2.0
// From the schema of a version to structs: a struct for each object, named by its path.
#include "build.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "facts.hpp"
#include "json_access.hpp"
#include "known_shapes.hpp"
#include "literals.hpp"
#include "names.hpp"
#include "scalar_types.hpp"
#include "sources.hpp"

namespace kubexx::cli::types {
namespace {

using nlohmann::json;

/// KUBEXX_DESCRIBE takes no more.
constexpr std::size_t most_members = 200;

std::string joined(const std::string& path, const std::string& member)
{
  return path.empty() ? member : path + "." + member;
}

/// The names in `required`; false: not all of them are members, each once.
bool required_of(const json& schema, std::set<std::string>& names)
{
  const auto stated = schema.find("required");
  if (stated == schema.end()) return true;
  if (!stated->is_array() || stated->empty()) return false;
  const json& properties = schema.at("properties");
  bool plain = true;
  for (const json& name : *stated) {
    const bool usable = name.is_string() && properties.contains(name.get<std::string>());
    plain = usable && names.insert(name.get<std::string>()).second && plain;
  }
  return plain;
}

class Builder {
public:
  Builder(const SourceVersion& source, NameScope& types) : source_(source), types_(types)
  {
    header_.stem = source.stem;
    header_.space = source.space;
    header_.crd = source.name;
    header_.version = source.version;
    header_.resource = literal(source.group) + ", " + literal(source.version) + ", " + literal(source.kind) + ", " +
                       literal(source.plural);
    header_.is_stored = is_true(source.entry, "storage");
    header_.includes = {"\"kubexx/apimachinery/meta.hpp\"", "\"kubexx/apimachinery/resource.hpp\""};
  }

  Header build()
  {
    header_.root = source_.root;
    if (header_.root != source_.kind) report(source_.kind, {header_.root, "not the name of a type"}, "(the kind)");
    Declared root{.name = header_.root, .comment = text_in(source_.schema, "description")};
    const bool has_status = declare_root(root);
    header_.declared.push_back(std::move(root));
    header_.kind_facts = kind_facts_of(source_.crd, source_.entry, has_status);
    if (implicit_root_) header_.kind_facts.push_back({"implicit_root"});
    const json subresources = source_.entry.value("subresources", json());
    const bool status = subresources.is_object() && subresources.contains("status");
    if (source_.cluster_scope || !status) {
      header_.resource += source_.cluster_scope ? ", kubexx::Scope::cluster" : ", kubexx::Scope::namespaced";
      if (!status) header_.resource += ", false";
    }
    for (auto& [key, renamed] : renamed_) header_.renamed.push_back(std::move(renamed));
    return std::move(header_);
  }

private:
  void include(const std::string& header) { header_.includes.insert(header); }
  void include_kubexx(const std::string& name) { include("\"kubexx/apimachinery/" + name + ".hpp\""); }

  void report(const std::string& from, const ChosenName& chosen, const std::string& path)
  {
    if (chosen.reason.empty()) return;
    auto& renamed =
        renamed_.try_emplace({from, chosen.name, chosen.reason}, Renamed{from, chosen.name, chosen.reason, path})
            .first->second;
    ++renamed.count;
  }

  std::string choose_type(const std::string& wanted, const std::string& path)
  {
    const ChosenName chosen = types_.add_type(wanted);
    report(wanted, chosen, path);
    return chosen.name;
  }

  /// The struct of the kind itself. Returns whether it has a member `status`.
  bool declare_root(Declared& root)
  {
    const json& schema = source_.schema;
    json properties = schema.value("properties", json::object());
    const json metadata = properties.value("metadata", json());
    const std::array<const char*, 3> implied{"apiVersion", "kind", "metadata"};
    implicit_root_ =
        std::none_of(implied.begin(), implied.end(), [&](const char* one) { return properties.contains(one); });
    bool raw = !implicit_root_ && text_in(metadata, "type") != "object";
    for (const char* name : {"apiVersion", "kind"}) {
      if (implicit_root_) break;
      json member = properties.value(name, json::object());
      member.erase("description");
      raw = raw || member != json{{"type", "string"}};
    }
    Typed typed{.type = root.name, .form = Form::object, .printed = {{"type", "object"}}};
    if (schema.contains("properties")) typed.printed["properties"] = schema.at("properties");
    std::set<std::string> required;
    json shape = schema;
    shape["properties"]["metadata"] = metadata;  // may be required without being declared
    const bool plain = required_of(shape, required) && !required.contains("apiVersion") && !required.contains("kind");
    if (plain && schema.contains("required")) typed.printed["required"] = schema.at("required");
    for (const char* name : implied) properties.erase(name);
    declare_members(root, properties, required, "");
    add_metadata(root, metadata, plain && required.contains("metadata"));
    root.object_facts = facts_of(schema, typed);
    if (raw || typed.raw) {
      root.object_facts = {fact_of_json("raw_schema", schema)};
      header_.verbatim.emplace_back("(the object)");
      implicit_root_ = false;
    }
    return properties.contains("status");
  }

  void add_metadata(Declared& root, const json& schema, bool required)
  {
    Member member{.name = "metadata", .type = "kubexx::ObjectMeta"};
    if (required) member.facts.push_back({"required"});
    if (schema.is_object()) {
      Typed typed{.type = member.type, .form = Form::object, .printed = {{"type", "object"}}};
      const Facts facts = facts_of(schema, typed);
      member.facts.insert(member.facts.end(), facts.begin(), facts.end());
    }
    root.members.insert(root.members.begin(), std::move(member));
  }

  /// Declares what the members need, then the members.
  void declare_members(Declared& owner, const json& properties, const std::set<std::string>& required,
                       const std::string& path)
  {
    struct Chosen {
      Typed typed;
      Facts facts;
    };
    std::map<std::string, Chosen> chosen;
    for (const auto& [name, schema] : properties.items()) {
      Chosen one{typed(schema, joined(path, name), owner.name + type_part_of(name)), {}};
      one.facts = facts_of(schema, one.typed);
      if (one.typed.raw) {
        one.facts = {fact_of_json("raw_schema", schema)};
        if (!one.typed.known) header_.verbatim.push_back(joined(path, name));
      }
      chosen.emplace(name, std::move(one));
    }
    NameScope names(&types_);
    for (const char* name : {"std", "kubexx", "boost", "kubexx_resource"}) names.reserve(name);
    if (path.empty()) names.reserve("metadata");
    std::map<std::string, std::string> members;
    for (const bool identifiers : {true, false}) {
      for (const auto& [name, one] : chosen) {
        if ((identifier_of(name) == name) != identifiers) continue;
        const ChosenName member = names.add(name);
        report(name, member, joined(path, name));
        members[name] = member.name;
      }
    }
    for (auto& [name, one] : chosen) {
      Member member{
          .name = members[name], .type = one.typed.type, .comment = text_in(properties.at(name), "description")};
      const bool is_required = required.contains(name);
      const bool top = path.empty() && (name == "spec" || name == "status");
      // No value is not the same as zero where a server accepts null or sets a default, nor as an empty value where the
      // default is none.
      const json& its_schema = properties.at(name);
      const json its_default = its_schema.value("default", json());
      const bool fills_empty =
          !its_default.is_null() && its_default != json("") && !(its_default.is_structured() && its_default.empty());
      const bool may_be_absent = one.typed.may_be_absent && !fills_empty;
      const bool has_other = is_true(its_schema, "nullable") || !its_default.is_null();
      if ((!is_required || has_other) && !may_be_absent && !top) {
        member.type = "std::optional<" + member.type + ">";
        include("<optional>");
      }
      if (json_name_of(member.name) != name) member.facts.push_back(fact_of_text("name", name));
      if (is_required) member.facts.push_back({"required"});
      std::move(one.facts.begin(), one.facts.end(), std::back_inserter(member.facts));
      owner.members.push_back(std::move(member));
    }
  }

  /// Chooses the type of a value, and declares the structs that it needs; `name` is that of a struct for it.
  Typed typed(const json& schema, const std::string& path, const std::string& name)
  {
    const std::string type = text_in(schema, "type");
    Typed result;
    if (type == "string" && schema.contains("enum")) {
      result = open_enum(schema, path, name);
    } else if (type == "array" && schema.value("items", json()).is_object()) {
      result = list(schema, path, name);
    } else if (type == "object") {
      result = object(schema, path, name);
    } else {
      result = scalar_type(schema);
    }
    for (const auto& header : result.includes) include(header);
    return result;
  }

  Typed open_enum(const json& schema, const std::string& path, const std::string& name)
  {
    std::vector<std::string> texts;
    for (const json& value : list_in(schema, "enum")) {
      if (!value.is_string()) continue;
      const auto& one = value.get_ref<const std::string&>();
      if (std::find(texts.begin(), texts.end(), one) == texts.end()) texts.push_back(one);
    }
    if (texts.empty()) return text_type();
    Declared declared{.name = choose_type(name, path), .comment = text_in(schema, "description"), .is_enum = true};
    NameScope names;
    for (const char* member : {"OpenEnum", "OpenEnumText", "Name", "text", "empty", "kubexx_values"}) {
      names.reserve(member);
    }
    names.reserve(declared.name);
    std::map<std::string, std::string> constants;
    for (const bool identifiers : {true, false}) {
      for (const auto& one : texts) {
        if ((identifier_of(one) == one) != identifiers) continue;
        const ChosenName constant = names.add(one);
        report(one, constant, path);
        constants[one] = constant.name;
      }
    }
    for (const auto& one : texts) declared.constants.push_back({constants[one], one});
    header_.declared.push_back(declared);
    include("<array>");
    include_kubexx("open_enum");
    // The empty text is "not set", unless it is a value of its own.
    const bool has_empty = constants.contains("");
    return {.type = declared.name,
            .form = Form::text,
            .printed = {{"type", "string"}, {"enum", texts}},
            .may_be_absent = !has_empty};
  }

  Typed list(const json& schema, const std::string& path, const std::string& name)
  {
    include("<vector>");
    const json& items = schema.at("items");
    if (is_condition_list(schema)) {
      include_kubexx("condition");
      return {.type = "std::vector<kubexx::Condition>",
              .form = Form::list,
              .may_be_absent = true,
              .raw = true,
              .known = true};
    }
    Typed element = typed(items, path + "[]", name);
    Typed result{.form = Form::list, .printed = {{"type", "array"}}, .may_be_absent = true};
    result.type = "std::vector<" + element_type(element, items) + ">";
    take_element(result, element, items, "items");
    result.printed["items"] = items;
    // The keys become required where the struct is printed.
    std::set<std::string> required;
    if (element.form == Form::object && items.contains("properties")) {
      required_of(items, required);
      for (const auto& [member, its_schema] : items.at("properties").items()) {
        if (required.contains(member) || its_schema.contains("default")) result.keys.push_back(member);
      }
    }
    return result;
  }

  std::string element_type(const Typed& element, const json& schema)
  {
    if (!is_true(schema, "nullable") || element.raw) return element.type;
    include("<optional>");
    return "std::optional<" + element.type + ">";
  }

  static void take_element(Typed& result, Typed& element, const json& schema, const char* keyword)
  {
    result.element_facts = facts_of(schema, element);
    result.raw = element.raw;
    if (element.raw) result.element_facts.clear();
    result.printed[keyword] = schema;
  }

  Typed object(const json& schema, const std::string& path, const std::string& name)
  {
    const json properties = schema.value("properties", json::object());
    if (!properties.empty() && properties.size() <= most_members) return structure(schema, properties, path, name);
    const json values = schema.value("additionalProperties", json());
    if (properties.empty() && (values.is_object() || values == json(true))) {
      Typed element = values.is_object() ? typed(values, path + "[]", name) : any_type();
      Typed result{.form = Form::map, .printed = {{"type", "object"}}, .may_be_absent = true};
      result.includes = {"<map>", "<string>"};
      result.includes.insert(result.includes.end(), element.includes.begin(), element.includes.end());
      result.type =
          "std::map<std::string, " + (values.is_object() ? element_type(element, values) : element.type) + ">";
      if (values.is_object()) take_element(result, element, values, "additionalProperties");
      return result;
    }
    return any_type();
  }

  Typed structure(const json& schema, const json& properties, const std::string& path, const std::string& name)
  {
    if (is_label_selector(schema)) {
      return {.type = "kubexx::MetaLabelSelector", .form = Form::object, .raw = true, .known = true};
    }
    Declared declared{.name = choose_type(name, path), .comment = text_in(schema, "description")};
    Typed result{.type = declared.name, .form = Form::object, .printed = {{"type", "object"}}};
    result.printed["properties"] = properties;
    std::set<std::string> required;
    const bool plain = required_of(schema, required);
    if (plain && schema.contains("required")) result.printed["required"] = schema.at("required");
    declare_members(declared, properties, required, path);
    header_.declared.push_back(std::move(declared));
    return result;
  }

  const SourceVersion& source_;
  Header header_;
  NameScope& types_;
  std::map<std::tuple<std::string, std::string, std::string>, Renamed> renamed_;
  bool implicit_root_ = false;
};

}  // namespace

Header build_header(const SourceVersion& version, NameScope& types)
{
  return Builder(version, types).build();
}

}  // namespace kubexx::cli::types
