// SPDX-License-Identifier: Apache-2.0
#include "serve/builtin_descriptions.hpp"

#include <zlib.h>

#include <algorithm>
#include <stdexcept>

namespace kubexx::apiserver {

BuiltinDescriptions::BuiltinDescriptions() : text_(packed_descriptions.size)
{
  auto size = static_cast<uLongf>(text_.size());
  const auto& packed = packed_descriptions.bytes;
  const int failed =
      ::uncompress(reinterpret_cast<Bytef*>(text_.data()), &size, packed.data(), static_cast<uLong>(packed.size()));
  if (failed != Z_OK || size != text_.size()) throw std::logic_error("the descriptions cannot be unpacked");

  std::string_view rest(text_.data(), text_.size());
  const auto next = [&rest] {
    const auto end = rest.find('\0');
    if (end == std::string_view::npos) throw std::logic_error("the descriptions end early");
    const auto text = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    return text;
  };
  while (!rest.empty()) {
    const auto key = next();
    sorted_.emplace_back(key, next());
  }
}

std::string_view BuiltinDescriptions::of(std::string_view type) const
{
  const auto found = std::lower_bound(sorted_.begin(), sorted_.end(), type,
                                      [](const auto& entry, std::string_view key) { return entry.first < key; });
  return found != sorted_.end() && found->first == type ? found->second : std::string_view();
}

std::string_view BuiltinDescriptions::of(std::string_view type, std::string_view field) const
{
  return of(std::string(type).append(".").append(field));
}

std::vector<std::string_view> BuiltinDescriptions::values(std::string_view type, std::string_view field) const
{
  std::vector<std::string_view> values;
  auto rest = of(type, std::string(field).append(" enum"));
  if (rest.empty()) return values;
  for (;;) {
    const auto end = rest.find('\n');
    values.push_back(rest.substr(0, end));
    if (end == std::string_view::npos) return values;
    rest.remove_prefix(end + 1);
  }
}

std::string_view BuiltinDescriptions::type_of(std::string_view type, std::string_view field) const
{
  return of(type, std::string(field).append(" ref"));
}

}  // namespace kubexx::apiserver
