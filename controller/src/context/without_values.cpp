// SPDX-License-Identifier: Apache-2.0
#include "context/without_values.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace kubexx {

namespace {

// k8s.io/apimachinery/pkg/util/validation/field: the errors that print their value.
constexpr std::array<std::string_view, 4> kMarkers{
    "Invalid value: ", "Unsupported value: ", "Duplicate value: ", "Not found: "};

// Behind the value that begins at `from`.
std::size_t end_of_value(std::string_view text, std::size_t from)
{
  if (from >= text.size()) return text.size();
  if (text[from] == '"') {
    for (std::size_t at = from + 1; at < text.size(); ++at) {
      if (text[at] == '\\') {
        ++at;
      } else if (text[at] == '"') {
        return at + 1;
      }
    }
    return text.size();
  }
  const std::size_t end = text.find_first_not_of("0123456789+-.eEtrufalsn", from);  // a number, a boolean, null
  if (end == std::string_view::npos || text[end] == ':' || text[end] == ',')
    return end == std::string_view::npos ? text.size() : end;
  return text.size();
}

}  // namespace

std::string without_values(std::string text)
{
  std::string kept;
  std::vector<std::string> keys;  // in the field's path: "data[hunter2]: Invalid value: "hunter2""
  for (std::size_t at = 0; at < text.size();) {
    std::size_t next = text.size();
    for (const auto marker : kMarkers) {
      const std::size_t found = text.find(marker, at);
      if (found != std::string::npos && found + marker.size() < next) next = found + marker.size();
    }
    kept.append(text, at, next - at);
    if (next == text.size()) break;
    at = end_of_value(text, next);
    kept += "\"…\"";
    if (text[next] == '"' && at > next + 2) keys.push_back("[" + text.substr(next + 1, at - next - 2) + "]");
  }
  for (const auto& key : keys) {
    for (std::size_t at = kept.find(key); at != std::string::npos; at = kept.find(key)) {
      kept.replace(at, key.size(), "[…]");
    }
  }
  return kept;
}

}  // namespace kubexx
