// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/apply_patch.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "json_tree.hpp"
#include "kubexx/apimachinery/detail/codec_table.hpp"
#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "strategic.hpp"

namespace kubexx {

namespace {

using Json = nlohmann::json;

constexpr std::string_view hex_digits = "0123456789abcdef";

void append_escape(std::string& to, unsigned char c)
{
  to += "\\u00";
  to.push_back(hex_digits[c / 16]);
  to.push_back(hex_digits[c % 16]);
}

/// The escape of a byte that Go's encoder does not leave as it is; false for the others.
bool append_special(std::string& to, unsigned char c)
{
  switch (c) {
    case '"':
    case '\\':
      to.push_back('\\');
      to.push_back(static_cast<char>(c));
      return true;
    case '\b':
      to += "\\b";
      return true;
    case '\f':
      to += "\\f";
      return true;
    case '\n':
      to += "\\n";
      return true;
    case '\r':
      to += "\\r";
      return true;
    case '\t':
      to += "\\t";
      return true;
    default:
      break;
  }
  if (c >= 0x20 && c != '<' && c != '>' && c != '&') return false;
  append_escape(to, c);
  return true;
}

void append_text(std::string& to, std::string_view text)
{
  to.push_back('"');
  while (!text.empty()) {
    if (append_special(to, static_cast<unsigned char>(text.front()))) {
      text.remove_prefix(1);
      continue;
    }
    const auto length = detail::utf8_length(text);
    const auto rune = text.substr(0, length);
    if (length == 0) {
      to += "\\ufffd";
      text.remove_prefix(1);
    } else {
      if (rune == "\xe2\x80\xa8") {
        to += "\\u2028";
      } else if (rune == "\xe2\x80\xa9") {
        to += "\\u2029";
      } else {
        to += rune;
      }
      text.remove_prefix(length);
    }
  }
  to.push_back('"');
}

using detail::append_number;

void append_value(std::string& to, const Json& value);

template <class Each>
void append_each(std::string& to, const Json& values, char open, char close, Each each)
{
  to.push_back(open);
  bool first = true;
  for (auto item = values.begin(); item != values.end(); ++item) {
    if (!first) to.push_back(',');
    first = false;
    each(item);
  }
  to.push_back(close);
}

void append_value(std::string& to, const Json& value)
{
  switch (value.type()) {
    case Json::value_t::object:
      append_each(to, value, '{', '}', [&](const Json::const_iterator& member) {
        append_text(to, member.key());
        to.push_back(':');
        append_value(to, *member);
      });
      return;
    case Json::value_t::array:
      append_each(to, value, '[', ']', [&](const Json::const_iterator& item) { append_value(to, *item); });
      return;
    case Json::value_t::string:
      append_text(to, value.get_ref<const std::string&>());
      return;
    case Json::value_t::number_float:
      append_number(to, value.get<double>());
      return;
    case Json::value_t::number_unsigned:
      // Go has no unsigned integer here: what is too large for an int64 is a float.
      if (value.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        append_number(to, static_cast<double>(value.get<std::uint64_t>()));
      } else {
        to += std::to_string(value.get<std::uint64_t>());
      }
      return;
    default:
      to += value.dump();
      return;
  }
}

Json& annotations_of(Json& manifest)
{
  auto& metadata = manifest["metadata"];
  if (!metadata.is_object()) metadata = Json::object();
  auto& annotations = metadata["annotations"];
  if (!annotations.is_object()) annotations = Json::object();
  return annotations;
}

const Json* member(const Json& value, std::string_view name)
{
  if (!value.is_object()) return nullptr;
  const auto found = value.find(name);
  return found == value.end() ? nullptr : &*found;
}

enum class Keep { deletions, changes };

Json part(const Json& patch, Keep keep)
{
  Json kept = Json::object();
  for (const auto& [name, value] : patch.items()) {
    if (value.is_null()) {
      if (keep == Keep::deletions) kept[name] = nullptr;
    } else if (value.is_object() && !value.empty()) {
      auto inner = part(value, keep);
      if (!inner.empty()) kept[name] = std::move(inner);
    } else if (keep == Keep::changes) {
      kept[name] = value;
    }
  }
  return kept;
}

/// Adds changes, which hold no nulls but in lists, to deletions.
void combine(Json& deletions, const Json& changes)
{
  for (const auto& [name, value] : changes.items()) {
    const auto present = deletions.find(name);
    if (present != deletions.end() && present->is_object() && value.is_object()) {
      combine(*present, value);
    } else {
      deletions[name] = without_nulls(value);
    }
  }
}

void append_shown(std::string& to, const Json& value, std::size_t depth)
{
  if (value.is_string()) {
    to += value.get_ref<const std::string&>();
  } else if (value.is_null()) {
    to += "<nil>";
  } else if (!value.is_structured() || depth == 0) {
    append_value(to, value);
  } else {
    to += value.is_object() ? "map[" : "[";
    const char* gap = "";
    for (auto member = value.begin(); member != value.end(); ++member) {
      to += gap;
      gap = " ";
      if (value.is_object()) to.append(member.key()).append(":");
      append_shown(to, *member, depth - 1);
    }
    to += ']';
  }
}

}  // namespace

Json detail::strategic::merge_difference(const Json& from, const Json& to)
{
  Json patch = Json::object();
  for (const auto& [name, wanted] : to.items()) {
    const auto* present = member(from, name);
    if (present != nullptr && present->is_object() && wanted.is_object()) {
      auto inner = merge_difference(*present, wanted);
      if (!inner.empty()) patch[name] = std::move(inner);
    } else if (present == nullptr || *present != wanted) {
      patch[name] = wanted;
    }
  }
  if (from.is_object()) {
    for (const auto& [name, value] : from.items()) {
      if (!to.contains(name)) patch[name] = nullptr;
    }
  }
  return patch;
}

std::string go_json(const Json& value)
{
  std::string text;
  append_value(text, value);
  return text;
}

std::string go_shown(const Json& value, std::size_t depth)
{
  std::string text;
  append_shown(text, value, depth);
  return text;
}

std::string last_applied_text(Json manifest)
{
  annotations_of(manifest).erase(std::string(last_applied_annotation));
  return go_json(manifest) + "\n";
}

Json with_last_applied(Json manifest)
{
  auto text = last_applied_text(manifest);
  annotations_of(manifest)[std::string(last_applied_annotation)] = std::move(text);
  return manifest;
}

std::optional<Json> last_applied(const Json& live)
{
  const auto* metadata = member(live, "metadata");
  const auto* annotations = metadata == nullptr ? nullptr : member(*metadata, "annotations");
  const auto* text = annotations == nullptr ? nullptr : member(*annotations, last_applied_annotation);
  if (text == nullptr || !text->is_string()) return std::nullopt;
  const auto& json = text->get_ref<const std::string&>();
  if (json.empty()) return Json::object();
  const std::string annotation = "the annotation " + std::string(last_applied_annotation);
  try {
    auto value = detail::parse_tree(detail::checked(json).bytes());
    if (value.is_object()) return value;
  } catch (const ObjectError& error) {
    throw PatchError(annotation + ": " + error.what());
  }
  throw PatchError(annotation + " is not a JSON object");
}

Json without_nulls(Json value)
{
  if (value.is_object()) {
    for (auto item = value.begin(); item != value.end();) {
      if (item->is_null()) {
        item = value.erase(item);
      } else {
        *item = without_nulls(std::move(*item));
        ++item;
      }
    }
  } else if (value.is_array()) {
    for (auto& item : value) item = without_nulls(std::move(item));
  }
  return value;
}

Json three_way_merge_patch(const Json& original, const Json& modified, const Json& live)
{
  using detail::strategic::merge_difference;
  auto patch = part(merge_difference(original.is_null() ? Json::object() : original, modified), Keep::deletions);
  combine(patch, part(merge_difference(live, modified), Keep::changes));
  const auto* metadata = member(patch, "metadata");
  if (patch.contains("apiVersion") || patch.contains("kind") ||
      (metadata != nullptr && member(*metadata, "name") != nullptr)) {
    throw PatchError("At least one of apiVersion, kind and name was changed");
  }
  return patch;
}

}  // namespace kubexx
