// SPDX-License-Identifier: Apache-2.0
#include "apply/path.hpp"

namespace kubexx::apiserver::apply {
namespace {

template <class T>
int order(const T& a, const T& b)
{
  if (a < b) return -1;
  return b < a ? 1 : 0;
}

int compare_lists(const Json& a, const Json& b)
{
  for (std::size_t place = 0;; ++place) {
    if (place == a.size() || place == b.size()) return order(a.size(), b.size());
    if (const int found = compare_values(a[place], b[place]); found != 0) return found;
  }
}

/// value.MapCompareUsing: walks the names of both in order until one map has no member left.
int compare_maps(const Json& a, const Json& b)
{
  auto left = a.begin();
  auto right = b.begin();
  for (std::size_t count = 0; left != a.end() || right != b.end(); ++count) {
    if (count == a.size()) return -1;
    if (count == b.size()) return 1;
    if (left == a.end() || (right != b.end() && right.key() < left.key())) return 1;
    if (right == b.end() || left.key() < right.key()) return -1;
    if (const int found = compare_values(*left, *right); found != 0) return found;
    ++left;
    ++right;
  }
  return 0;
}

int rank(const Json& value)
{
  if (value.is_number()) return 0;
  if (value.is_string()) return 1;
  if (value.is_boolean()) return 2;
  if (value.is_array()) return 3;
  return value.is_object() ? 4 : 5;
}

int compare_numbers(const Json& a, const Json& b)
{
  if (a.is_number_float() || b.is_number_float()) return order(a.get<double>(), b.get<double>());
  return order(a.get<std::int64_t>(), b.get<std::int64_t>());
}

}  // namespace

int compare_values(const Json& a, const Json& b)
{
  const int left = rank(a);
  if (const int right = rank(b); left != right) return order(left, right);
  switch (left) {
    case 0:
      return compare_numbers(a, b);
    case 1:
      return order(a.get_ref<const std::string&>(), b.get_ref<const std::string&>());
    case 2:
      return order(a.get<bool>(), b.get<bool>());
    case 3:
      return compare_lists(a, b);
    case 4:
      return compare_maps(a, b);
    default:
      return 0;
  }
}

bool equal_values(const Json& a, const Json& b)
{
  return compare_values(a, b) == 0;
}

std::string value_text(const Json& value)
{
  if (value.is_string()) return go_quoted(value.get_ref<const std::string&>());
  std::string text;
  if (value.is_array()) {
    for (const auto& item : value) text += (text.empty() ? "" : ",") + value_text(item);
    return "[" + text + "]";
  }
  if (value.is_object()) {
    for (const auto& [name, member] : value.items()) text.append(name).append("=").append(value_text(member));
    return text;
  }
  return go_json(value);
}

int compare(const PathElement& a, const PathElement& b)
{
  if (a.kind != b.kind) return order(a.kind, b.kind);
  if (a.kind == PathElement::Kind::field) return order(a.name, b.name);
  if (a.kind != PathElement::Kind::key) return compare_values(a.value, b.value);
  // value.FieldList.Compare
  auto left = a.value.begin();
  auto right = b.value.begin();
  for (;; ++left, ++right) {
    if (left == a.value.end() || right == b.value.end()) return order(a.value.size(), b.value.size());
    if (const int found = order(left.key(), right.key()); found != 0) return found;
    if (const int found = compare_values(*left, *right); found != 0) return found;
  }
}

std::string to_string(const PathElement& element)
{
  switch (element.kind) {
    case PathElement::Kind::field:
      return "." + element.name;
    case PathElement::Kind::key: {
      std::string text;
      for (const auto& [name, value] : element.value.items()) {
        text += (text.empty() ? "" : ",") + name + "=" + value_text(value);
      }
      return "[" + text + "]";
    }
    case PathElement::Kind::value:
      return "[=" + value_text(element.value) + "]";
    case PathElement::Kind::index:
      break;
  }
  return "[" + go_json(element.value) + "]";
}

std::string to_string(const Path& path)
{
  std::string text;
  for (const auto& element : path) text += to_string(element);
  return text;
}

}  // namespace kubexx::apiserver::apply
