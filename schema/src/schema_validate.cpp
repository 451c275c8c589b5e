// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "formats.hpp"
#include "kubexx/cel/detail/names.hpp"
#include "kubexx/cel/detail/text.hpp"
#include "kubexx/schema/detail/labels.hpp"
#include "kubexx/schema/detail/schema.hpp"

namespace kubexx::schema::detail {
namespace {

/// The OpenAPI name of the type that `value` has.
const char* type_of(const Json& value)
{
  if (value.is_null()) return "null";
  if (value.is_object()) return "object";
  if (value.is_array()) return "array";
  if (value.is_string()) return "string";
  if (value.is_boolean()) return "boolean";
  return has_json_type(Schema::Type::integer, value) ? "integer" : "number";
}

/// The format that Go's validator finds in a value that is neither a string nor a list.
const char* format_of(const Json& value)
{
  if (!value.is_number()) return "";
  return has_json_type(Schema::Type::integer, value) ? "int64" : "float64";
}

std::string number_text(double value)
{
  if (std::trunc(value) == value && std::fabs(value) < 1e15) return std::to_string(static_cast<std::int64_t>(value));
  return dump(Json(value));
}

/// Code points, as Go's utf8.RuneCountInString counts.
std::int64_t rune_count(const std::string& text)
{
  std::int64_t count = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++count;
  }
  return count;
}

/// The items of a list of type set or map that an item before them equals, and what is equal.
std::vector<std::pair<std::size_t, Json>> repeated_items(const Schema& schema, const Json& list)
{
  std::vector<std::pair<std::size_t, Json>> repeated;
  const bool map = schema.list_type == "map";
  if (!map && schema.list_type != "set") return repeated;
  std::set<Json> seen;
  for (std::size_t index = 0; index < list.size(); ++index) {
    Json id = list[index];
    if (map) {
      id = Json::object();
      for (const auto& key : schema.list_map_keys) {
        if (const auto* part = find(list[index], {key})) id[key] = *part;
      }
    }
    const auto [place, fresh] = seen.insert(std::move(id));
    if (!fresh) repeated.emplace_back(index, *place);
  }
  return repeated;
}

/// The first item of a list of type map that is neither an object nor null; the end: none, or another type of list.
Json::const_iterator item_without_keys(const Schema& schema, const Json& list)
{
  if (schema.list_type != "map") return list.end();
  return std::find_if(list.begin(), list.end(), [](const Json& item) { return !item.is_object() && !item.is_null(); });
}

/// Whether a list of type set or map in the value breaks what its type demands.
bool has_broken_list(const Schema& schema, const Json& value)
{
  if (value.is_array()) {
    if (item_without_keys(schema, value) != value.end() || !repeated_items(schema, value).empty()) return true;
    return schema.items && std::any_of(value.begin(), value.end(),
                                       [&](const Json& item) { return has_broken_list(*schema.items, item); });
  }
  if (!value.is_object()) return false;
  for (const auto& [name, member] : value.items()) {
    const auto known = schema.properties.find(name);
    const auto* child = known != schema.properties.end() ? known->second.get() : schema.additional.get();
    if (child != nullptr && has_broken_list(*child, member)) return true;
  }
  return false;
}

class Validator {
public:
  /// Null for `old`: the object is new.
  Validator(FieldErrors& errors, const Schema& root, const Json* old) : errors_(errors), root_(root), old_root_(old) {}

  /// Null for `old`: there is nothing to compare with.
  void check(const Schema& schema, const Json& value, const std::string& field, const Json* old)
  {
    const auto before = errors_.size();
    check_value(schema, value, field, old);
    if (schema.embedded_resource && value.is_object()) check_embedded(value, field);
    if (errors_.size() == before || old == nullptr || !same_by_schema(schema, value, *old)) return;
    errors_.erase(errors_.begin() + static_cast<std::ptrdiff_t>(before), errors_.end());
  }

private:
  void check_value(const Schema& schema, const Json& value, const std::string& field, const Json* old)
  {
    if (value.is_null()) {
      const bool is_allowed = schema.nullable || (schema.type == Schema::Type::any && !schema.int_or_string);
      if (!is_allowed) type_error(schema, value, field);
      check_enum(schema, value, field);
      return;
    }
    if (!type_fits(schema, value)) {
      if (schema.type == Schema::Type::integer && value.is_number()) {
        not_an_integer(schema, field);
      } else {
        type_error(schema, value, field);
        check_branches(schema, value, field);
        check_enum(schema, value, field);
        return;
      }
    } else if (schema.type == Schema::Type::integer && schema.format == "int32" && !fits_int32(value)) {
      unchecked("Checked value must be of type integer with format int32 in " + field);
    }
    check_branches(schema, value, field);
    if (value.is_string()) check_string(schema, value, field);
    if (value.is_number()) check_number(schema, value, field);
    if (value.is_array()) check_array(schema, value, field, old);
    check_enum(schema, value, field);
    if (value.is_object()) check_object(schema, value, field, old);
  }

  static bool type_fits(const Schema& schema, const Json& value)
  {
    if (schema.int_or_string) return value.is_string() || has_json_type(Schema::Type::integer, value);
    // A real server does not look at the type of a list where a string with a format is wanted.
    if (schema.type == Schema::Type::string && is_known_format(schema.format) && value.is_array()) return true;
    return has_json_type(schema.type, value);
  }

  static bool fits_int32(const Json& value)
  {
    const auto number = value.get<std::int64_t>();
    return number >= std::numeric_limits<std::int32_t>::min() && number <= std::numeric_limits<std::int32_t>::max();
  }

  /// The real server says this of no field.
  void unchecked(const std::string& problem)
  {
    errors_.push_back({"FieldValueInvalid", "Invalid value: \"\": " + problem, "<nil>"});
  }

  void not_an_integer(const Schema& schema, const std::string& field)
  {
    const bool sized = schema.format == "int32" || schema.format == "int64";
    const std::string actual = sized ? "float64" : "number";
    const std::string wanted = sized ? schema.format : "integer";
    errors_.push_back(
        wrong_type(field, actual, field + " in body must be of type " + wanted + ": " + go_quoted(actual)));
    unchecked("Checked value must be of type integer " + (sized ? "with format " + wanted : "(default format)") +
              " in " + field);
  }

  void type_error(const Schema& schema, const Json& value, const std::string& field)
  {
    const bool by_format = !schema.format.empty() && !value.is_string() && !value.is_array() && !value.is_null();
    const std::string actual = by_format ? format_of(value) : type_of(value);
    const std::string wanted = by_format              ? schema.format
                               : schema.int_or_string ? "integer,string"
                                                      : to_string(schema.type);
    errors_.push_back(
        wrong_type(field, actual, field + " in body must be of type " + wanted + ": " + go_quoted(actual)));
  }

  void fail(const std::string& field, const Json& value, const std::string& rule)
  {
    errors_.push_back(invalid_value(field, value, field + " in body " + rule));
  }

  void check_enum(const Schema& schema, const Json& value, const std::string& field)
  {
    if (!schema.allowed.is_array()) return;
    std::vector<std::string> allowed;
    for (const auto& item : schema.allowed) {
      if (item == value && !value.is_null()) return;  // a server accepts no null beside an enum, even if it names null
      allowed.push_back(item.is_string() ? item.get<std::string>() : dump(item));
    }
    errors_.push_back(unsupported_value(field, value, allowed));
  }

  /// A server takes the bounds of whole numbers for int64, without their fraction (kube-openapi,
  /// pkg/validation/validate, numberValidator).
  void check_integer(const Schema& schema, const Json& value, const std::string& field)
  {
    const auto number = value.get<std::int64_t>();
    if (schema.multiple_of && is_of_type("MultipleOf", schema, *schema.multiple_of, field)) {
      const auto factor = as_int64(*schema.multiple_of);
      if (factor <= 0) {
        unchecked("factor MultipleOf declared for " + field + " must be positive: " + std::to_string(factor));
      } else if (number % factor != 0) {
        fail(field, value, "should be a multiple of " + std::to_string(factor));
      }
    }
    if (schema.maximum && is_of_type("Maximum boundary", schema, *schema.maximum, field)) {
      const auto most = as_int64(*schema.maximum);
      if (schema.exclusive_maximum ? number >= most : number > most) above(schema, value, std::to_string(most), field);
    }
    if (schema.minimum && is_of_type("Minimum boundary", schema, *schema.minimum, field)) {
      const auto least = as_int64(*schema.minimum);
      if (schema.exclusive_minimum ? number <= least : number < least) {
        below(schema, value, std::to_string(least), field);
      }
    }
  }
  /// As Go converts on amd64.
  static std::int64_t as_int64(double number)
  {
    constexpr double limit = 9223372036854775808.0;  // 2^63
    return number >= -limit && number < limit ? static_cast<std::int64_t>(number)
                                              : std::numeric_limits<std::int64_t>::min();
  }
  /// An integer's bound must be one too.
  bool is_of_type(const std::string& what, const Schema& schema, double bound, const std::string& field)
  {
    if (schema.type != Schema::Type::integer) return true;
    constexpr double limit = 9223372036854775808.0;  // 2^63
    const bool sized = schema.format == "int32";
    const double most = sized ? std::numeric_limits<std::int32_t>::max() : limit;
    const double least = sized ? std::numeric_limits<std::int32_t>::min() : -limit;
    if (std::trunc(bound) == bound && bound >= least && (sized ? bound <= most : bound < most)) return true;
    const bool named = sized || schema.format == "int64";
    unchecked(what + " value must be of type integer " + (named ? "with format " + schema.format : "(default format)") +
              " in " + field);
    return false;
  }
  void above(const Schema& schema, const Json& value, const std::string& bound, const std::string& field)
  {
    fail(field, value, "should be less than " + std::string(schema.exclusive_maximum ? "" : "or equal to ") + bound);
  }
  void below(const Schema& schema, const Json& value, const std::string& bound, const std::string& field)
  {
    fail(field, value, "should be greater than " + std::string(schema.exclusive_minimum ? "" : "or equal to ") + bound);
  }

  void check_number(const Schema& schema, const Json& value, const std::string& field)
  {
    if (cel::is_int64(value)) return check_integer(schema, value, field);
    const auto number = value.get<double>();
    if (schema.multiple_of && *schema.multiple_of > 0) {
      const auto ratio = number / *schema.multiple_of;
      if (std::fabs(ratio - std::round(ratio)) > 1e-9) {
        fail(field, value, "should be a multiple of " + number_text(*schema.multiple_of));
      }
    }
    if (schema.maximum && (schema.exclusive_maximum ? number >= *schema.maximum : number > *schema.maximum)) {
      above(schema, value, number_text(*schema.maximum), field);
    }
    if (schema.minimum && (schema.exclusive_minimum ? number <= *schema.minimum : number < *schema.minimum)) {
      below(schema, value, number_text(*schema.minimum), field);
    }
  }

  void check_string(const Schema& schema, const Json& value, const std::string& field)
  {
    const auto& text = value.get_ref<const std::string&>();
    const auto length = rune_count(text);
    if (schema.max_length && length > *schema.max_length) errors_.push_back(too_long(field, *schema.max_length));
    if (schema.min_length && length < *schema.min_length) {
      fail(field, value, "should be at least " + std::to_string(*schema.min_length) + " chars long");
    }
    if (schema.compiled_pattern && !schema.compiled_pattern->found_in(text)) {
      fail(field, value, "should match '" + schema.pattern + "'");
    }
    if (!schema.format.empty() && !has_format(schema.format, text)) {
      errors_.push_back(
          wrong_type(field, value, field + " in body must be of type " + schema.format + ": " + go_quoted(text)));
    }
  }

  void check_array(const Schema& schema, const Json& value, const std::string& field, const Json* old)
  {
    const auto size = static_cast<std::int64_t>(value.size());
    if (schema.max_items && size > *schema.max_items) {
      errors_.push_back(too_many(field, value.size(), *schema.max_items));
    }
    if (schema.min_items && size < *schema.min_items) {
      fail(field, value.size(), "should have at least " + std::to_string(*schema.min_items) + " items");
    }
    check_unique(schema, value, field);
    if (!schema.items) return;
    const auto old_items = old == nullptr ? std::vector<const Json*>() : correlate_items(schema, value, *old);
    for (std::size_t index = 0; index < value.size(); ++index) {
      check(*schema.items, value[index], field + "[" + std::to_string(index) + "]",
            old_items.empty() ? nullptr : old_items[index]);
    }
  }

  void check_unique(const Schema& schema, const Json& value, const std::string& field)
  {
    if (const auto wrong = item_without_keys(schema, value); wrong != value.end()) {
      if (had_broken_list()) return;
      const auto index = std::to_string(wrong - value.begin());
      errors_.push_back(
          invalid_value(field + "[" + index + "]", *wrong, "must be an object for an array of list-type map"));
      return;
    }
    for (const auto& [index, id] : repeated_items(schema, value)) {
      if (had_broken_list()) return;
      errors_.push_back(duplicate_value(field + "[" + std::to_string(index) + "]", id));
    }
  }

  /// A server checks no list of an object that had a broken one before the update.
  bool had_broken_list()
  {
    if (!had_broken_list_) had_broken_list_ = old_root_ != nullptr && has_broken_list(root_, *old_root_);
    return *had_broken_list_;
  }

  void check_object(const Schema& schema, const Json& value, const std::string& field, const Json* old)
  {
    const auto size = static_cast<std::int64_t>(value.size());
    if (schema.max_properties && size > *schema.max_properties) {
      errors_.push_back(too_many(field, value.size(), *schema.max_properties));
    }
    if (schema.min_properties && size < *schema.min_properties) {
      fail(field, value.size(), "should have at least " + std::to_string(*schema.min_properties) + " properties");
    }
    const auto path = [&](const std::string& name) { return field.empty() ? name : field + "." + name; };
    for (const auto& [name, member] : value.items()) {
      const auto known = schema.properties.find(name);
      if (field.empty() && (name == "metadata" || name == "apiVersion" || name == "kind")) continue;
      const auto* before = old == nullptr ? nullptr : find(*old, {name});
      if (known != schema.properties.end()) {
        check(*known->second, member, path(name), before);
      } else if (schema.additional) {
        check(*schema.additional, member, path(name), before);
      }
    }
    for (const auto& name : schema.required) {
      if (!value.contains(name)) errors_.push_back(required_value(path(name), ""));
    }
  }

  [[nodiscard]] static FieldErrors problems_of(const Schema& schema, const Json& value, const std::string& field)
  {
    FieldErrors errors;
    Validator(errors, schema, nullptr).check(schema, value, field, nullptr);
    return errors;
  }

  /// The problems of each branch that does not accept the value.
  [[nodiscard]] static std::vector<FieldErrors> refusals(const std::vector<SchemaPtr>& branches, const Json& value,
                                                         const std::string& field)
  {
    std::vector<FieldErrors> all;
    for (const auto& branch : branches) {
      if (auto errors = problems_of(*branch, value, field); !errors.empty()) all.push_back(std::move(errors));
    }
    return all;
  }

  void add(const FieldErrors& errors) { errors_.insert(errors_.end(), errors.begin(), errors.end()); }

  void check_branches(const Schema& schema, const Json& value, const std::string& field)
  {
    // A real server says this of no field.
    const auto composite = [&](const std::string& rule) { unchecked(go_quoted(field) + " " + rule); };
    if (!schema.any_of.empty()) {
      if (const auto refused = refusals(schema.any_of, value, field); refused.size() == schema.any_of.size()) {
        composite("must validate at least one schema (anyOf)");
        add(refused.front());
      }
    }
    if (!schema.one_of.empty()) {
      const auto refused = refusals(schema.one_of, value, field);
      const auto count = schema.one_of.size() - refused.size();
      const std::string rule = "must validate one and only one schema (oneOf). Found ";
      if (count == 0) {
        composite(rule + "none valid");
        add(refused.front());
      }
      if (count > 1) composite(rule + std::to_string(count) + " valid alternatives");
    }
    if (const auto refused = refusals(schema.all_of, value, field); !refused.empty()) {
      for (const auto& errors : refused) add(errors);
      const bool none = refused.size() == schema.all_of.size();
      composite(std::string("must validate all the schemas (allOf)") + (none ? ". None validated" : ""));
    }
    if (schema.not_ && problems_of(*schema.not_, value, field).empty()) composite("must not validate the schema (not)");
  }

  /// validateEmbeddedResource.
  void check_embedded(const Json& value, const std::string& field)
  {
    const auto text = [&](const char* name) -> const std::string* {
      const auto* found = find(value, {name});
      const auto here = field + "." + name;
      if (found == nullptr) {
        errors_.push_back(required_value(here, ""));
      } else if (!found->is_string()) {
        errors_.push_back(invalid_value(here, *found, "must be a string"));
      } else if (found->get_ref<const std::string&>().empty()) {
        errors_.push_back(invalid_value(here, "", "must not be empty"));
      } else {
        return &found->get_ref<const std::string&>();
      }
      return nullptr;
    };
    const auto* version = text("apiVersion");
    if (version != nullptr && std::count(version->begin(), version->end(), '/') > 1) {
      errors_.push_back(invalid_value(field + ".apiVersion", *version, "unexpected GroupVersion string: " + *version));
    }
    if (const auto* kind = text("kind")) {
      if (const auto problem = cel::dns_1035_label_problem(cel::lower(*kind)); !problem.empty()) {
        errors_.push_back(
            invalid_value(field + ".kind", *kind, "may have mixed case, but should otherwise match: " + problem));
      }
    }
    if (const auto* labels = find(value, {"metadata", "labels"})) {
      validate_labels(*labels, field + ".metadata.labels", errors_);
    }
    if (const auto* annotations = find(value, {"metadata", "annotations"})) {
      validate_annotations(*annotations, field + ".metadata.annotations", errors_);
    }
  }

  FieldErrors& errors_;
  const Schema& root_;
  const Json* old_root_;
  std::optional<bool> had_broken_list_;  ///< set once it is asked for
};

}  // namespace

void validate_schema(const Schema& schema, const Json& value, const std::string& field, FieldErrors& errors,
                     const Json* old)
{
  Validator(errors, schema, old).check(schema, value, field, old);
}

}  // namespace kubexx::schema::detail
