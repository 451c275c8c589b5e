// SPDX-License-Identifier: Apache-2.0
#include "json_tokens.hpp"

#include <limits>

#include "kubexx/apimachinery/object.hpp"
#include "string_end.hpp"

namespace kubexx::detail {

namespace {

// Of most objects that are read a token has more than eight bytes, with what separates it from the next one.
constexpr std::size_t kBytesPerToken = 8;

constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();

bool ends_scalar(char c) noexcept
{
  return c == ',' || c == '}' || c == ']' || c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ':';
}

}  // namespace

JsonTokens::JsonTokens(std::string_view json)
{
  if (json.size() >= kNone) throw ObjectError("the JSON text is larger than 4 GiB");
  tokens_.reserve(json.size() / kBytesPerToken + 4);
  const char* at = json.data();
  const char* const end = at + json.size();
  std::uint32_t open = kNone;  // the innermost object or array that is not complete; its `size` is the one around it
  const auto count = [this] { return static_cast<std::uint32_t>(tokens_.size()); };
  const auto close = [&] {
    JsonToken& token = tokens_[open];
    const std::uint32_t around = token.size;
    token.end = at;
    token.size = count() - open;
    open = around;
  };
  while (at < end) {
    const char c = *at;
    if (c == '"') {
      const StringEnd found = string_end(at, end);
      tokens_.push_back({at, found.end, 1, found.plain});
      at = found.end;
    } else if (c == ',' || c == ':' || c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      ++at;
      continue;
    } else if (c == '{' || c == '[') {
      tokens_.push_back({at, end, open, false});
      open = count() - 1;
      ++at;
      continue;
    } else if (c == '}' || c == ']') {
      ++at;
      if (open == kNone) break;
      close();
    } else {
      const char* const begin = at;
      while (at < end && !ends_scalar(*at)) ++at;
      tokens_.push_back({begin, at, 1, false});
    }
    if (open == kNone) break;
  }
  while (open != kNone) close();
  if (tokens_.empty()) tokens_.push_back({"", "", 1, false});
}

}  // namespace kubexx::detail
