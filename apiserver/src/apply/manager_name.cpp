// SPDX-License-Identifier: Apache-2.0
#include "apply/manager_name.hpp"

#include <array>
#include <cstdio>
#include <string_view>

#include "kubexx/cel/detail/go_runes.hpp"

namespace kubexx::apiserver::apply {
namespace {

/// In bytes.
constexpr std::size_t max_manager = 128;

}  // namespace

std::string manager_of(const Call& call)
{
  if (auto given = call.query.get("fieldManager"); !given.empty()) return given;
  const auto agent = header(call.http.headers, "user-agent");
  std::string name;
  for (const char c : agent.substr(0, agent.find('/'))) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20U || byte == 0x7fU) continue;
    if (name.size() == max_manager) break;
    name.push_back(c);
  }
  // Not the first half of a character.
  while (agent.size() > max_manager && !name.empty() && (static_cast<unsigned char>(name.back()) & 0xC0U) == 0x80U) {
    name.pop_back();
  }
  return name;
}

void check_manager(const std::string& name, const std::string& field, FieldErrors& errors)
{
  if (name.size() > max_manager) errors.push_back(too_long(field, max_manager));
  cel::Rune rune;
  for (std::size_t place = 0; place < name.size(); place += rune.size) {
    rune = cel::first_rune(std::string_view(name).substr(place));
    if (cel::is_printed(rune.point)) continue;
    std::array<char, 16> code{};
    std::snprintf(code.data(), code.size(), "U+%04X", static_cast<unsigned>(rune.point));
    errors.push_back(invalid_value(
        field, name, std::string("invalid character ") + code.data() + " (at position " + std::to_string(place) + ")"));
  }
}

}  // namespace kubexx::apiserver::apply
