// SPDX-License-Identifier: Apache-2.0
#include "apply/fields_v1.hpp"

#include "core/request.hpp"
#include "core/status.hpp"

namespace kubexx::apiserver::apply {
namespace {

/// Numbers as doubles, as a JSON iterator without a type reads them.
void make_doubles(Json& value)
{
  if (value.is_structured()) {
    for (auto& inner : value) make_doubles(inner);
  } else if (value.is_number()) {
    value = value.get<double>();
  }
}

Json parse_inside(std::string_view text)
{
  try {
    auto value = parse_json(text, "managedFields");
    make_doubles(value);
    return value;
  } catch (const Failure& failure) {
    throw FieldsError(failure.what());
  }
}

bool known_kind(std::string_view text)
{
  return text[0] == 'f' || text[0] == 'k' || text[0] == 'v' || text[0] == 'i';
}

void check_form(std::string_view text)
{
  if (text.size() < 2) throw FieldsError("key must be 2 characters long:");
  if (text[1] != ':') throw FieldsError("missing colon: " + std::string(text));
}

struct Decoded {
  FieldSet set;
  bool any = false;     ///< there is something below
  bool member = false;  ///< the field itself is one
};

Decoded decode(const Json& fields, std::size_t depth)
{
  if (depth > max_depth) throw FieldsError("managedFields is nested too deeply");
  Decoded out;
  if (!fields.is_object() && !fields.is_null()) {
    throw FieldsError(std::string("ReadMapCB: expect { or n, but found ") + fields.type_name());
  }
  if (fields.is_object()) {
    for (const auto& [text, below] : fields.items()) {
      if (text == ".") {
        out.member = true;
        continue;
      }
      check_form(text);
      if (!known_kind(text)) continue;
      auto element = decode_element(text);
      auto inner = decode(below, depth + 1);
      out.any = true;
      if (inner.member) out.set.members.push_back(element);
      if (inner.any) out.set.children.push_back({std::move(element), std::move(inner.set)});
    }
  }
  out.set.sort();
  if (!out.any) out.member = true;
  return out;
}

void encode(const FieldSet& set, bool self, Json& out)
{
  Json::object_t all;
  // Not Json::object(), which takes an initializer list.
  constexpr auto empty = Json::value_t::object;
  if (self && !(set.members.empty() && set.children.empty())) all.try_emplace(".", empty);
  for (const auto& member : set.members) all.try_emplace(all.end(), encode_element(member), empty);
  auto member = set.members.begin();
  for (const auto& node : set.children) {
    while (member != set.members.end() && *member < node.element) ++member;
    const bool is_member = member != set.members.end() && *member == node.element;
    encode(node.set, is_member, all[encode_element(node.element)]);
  }
  out = std::move(all);
}

void append_name(const PathElement& element, std::string& out)
{
  out += dump(Json(encode_element(element))) + ":";
}

void write(const FieldSet& set, bool self, std::string& out)
{
  out.push_back('{');
  bool first = true;
  const auto next = [&] {
    if (!first) out.push_back(',');
    first = false;
  };
  if (self && !(set.members.empty() && set.children.empty())) {
    next();
    out += "\".\":{}";
  }
  auto member = set.members.begin();
  auto child = set.children.begin();
  while (member != set.members.end() || child != set.children.end()) {
    const int place = member == set.members.end()   ? 1
                      : child == set.children.end() ? -1
                                                    : compare(*member, child->element);
    next();
    if (place < 0) {
      append_name(*member++, out);
      out += "{}";
      continue;
    }
    append_name(child->element, out);
    write(child->set, place == 0, out);
    if (place == 0) ++member;
    ++child;
  }
  out.push_back('}');
}

}  // namespace

PathElement decode_element(std::string_view text)
{
  check_form(text);
  const auto rest = text.substr(2);
  switch (text[0]) {
    case 'f':
      return PathElement::field(std::string(rest));
    case 'v':
      return PathElement::item(parse_inside(rest));
    case 'k': {
      auto keys = parse_inside(rest);
      if (keys.is_null()) keys = Json::object();
      if (!keys.is_object()) throw FieldsError("ReadObjectCB: expect { or n: " + std::string(text));
      return PathElement::key(std::move(keys));
    }
    case 'i': {
      std::int64_t place = 0;
      const bool plus = rest.starts_with('+') && !rest.starts_with("+-");
      if (const auto* problem = read_number(plus ? rest.substr(1) : rest, place); problem != nullptr) {
        throw FieldsError("strconv.Atoi: parsing " + go_quoted(rest) + ": " + problem);
      }
      return PathElement::index(place);
    }
    default:
      throw FieldsError("unknown path element type");
  }
}

FieldSet decode_fields(const Json& fields)
{
  return decode(fields, 0).set;
}

Json encode_fields(const FieldSet& set)
{
  Json out;
  encode(set, false, out);
  return out;
}

std::string fields_text(const FieldSet& set)
{
  std::string out;
  write(set, false, out);
  return out;
}

std::string encode_element(const PathElement& element)
{
  switch (element.kind) {
    case PathElement::Kind::field:
      return "f:" + element.name;
    case PathElement::Kind::key:
      return "k:" + go_json(element.value);
    case PathElement::Kind::value:
      return "v:" + go_json(element.value);
    case PathElement::Kind::index:
      break;
  }
  return "i:" + go_json(element.value);
}

}  // namespace kubexx::apiserver::apply
