// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/message.hpp"

#include <algorithm>

#include "kubexx/http/transport.hpp"

namespace kubexx {

namespace {

constexpr char lower(char c) noexcept
{
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

bool same_token(std::string_view left, std::string_view right) noexcept
{
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

void Headers::add(std::string name, std::string value)
{
  constexpr std::size_t usual = 8;
  if (fields_.empty()) fields_.reserve(usual);
  fields_.emplace_back(std::move(name), std::move(value));
}

void Headers::set(std::string_view name, std::string value)
{
  const auto first =
      std::find_if(fields_.begin(), fields_.end(), [&](const Field& field) { return same_token(field.first, name); });
  if (first == fields_.end()) {
    add(std::string(name), std::move(value));
    return;
  }
  first->second = std::move(value);
  fields_.erase(std::remove_if(std::next(first), fields_.end(),
                               [&](const Field& field) { return same_token(field.first, name); }),
                fields_.end());
}

void Headers::erase(std::string_view name)
{
  std::erase_if(fields_, [&](const Field& field) { return same_token(field.first, name); });
}

std::optional<std::string_view> Headers::find(std::string_view name) const
{
  for (const auto& [field, value] : fields_) {
    if (same_token(field, name)) return value;
  }
  return std::nullopt;
}

const char* to_string(TransportErrc code) noexcept
{
  switch (code) {
    case TransportErrc::resolve:
      return "resolve";
    case TransportErrc::connect:
      return "connect";
    case TransportErrc::tls:
      return "tls";
    case TransportErrc::timeout:
      return "timeout";
    case TransportErrc::idle:
      return "idle";
    case TransportErrc::closed:
      return "closed";
    case TransportErrc::truncated:
      return "truncated";
    case TransportErrc::too_large:
      return "too_large";
    case TransportErrc::protocol:
      return "protocol";
    case TransportErrc::cancelled:
      return "cancelled";
    case TransportErrc::credentials:
      return "credentials";
  }
  return "unknown";
}

}  // namespace kubexx
