// SPDX-License-Identifier: Apache-2.0
#include "json_tokens.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "kubexx/apimachinery/object.hpp"
#include "plain_string.hpp"

namespace kubexx::detail {

namespace {

constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();

bool separates(char c) noexcept
{
  return c == ',' || c == ':' || c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): few_ would be written twice
JsonTokens::JsonTokens(std::string_view json)
{
  if (json.size() > std::numeric_limits<std::int32_t>::max()) throw ObjectError("the JSON text is larger than 2 GiB");
  const char* at = json.data();
  const char* const end = at + json.size();
  std::uint32_t open = kNone;  // the innermost object or array that is not complete; its `size` is the one around it
  const auto add = [this](const JsonToken& token) {
    if (count_ == capacity_) grow();
    tokens_[count_++] = token;
  };
  const auto close = [&] {
    JsonToken& token = tokens_[open];
    const std::uint32_t around = token.size;
    token.end = at;
    token.size = count_ - open;
    open = around;
  };
  while (at < end) {
    const char c = *at;
    if (c == '"') {
      const StringEnd found = string_end(at, end);
      add({at, found.end, 1, found.plain});
      at = found.end;
    } else if (separates(c)) {
      ++at;
      continue;
    } else if (c == '{' || c == '[') {
      add({at, end, open, false});
      open = count_ - 1;
      ++at;
      continue;
    } else if (c == '}' || c == ']') {
      ++at;
      if (open == kNone) break;
      close();
    } else {
      const char* const begin = at;
      while (at < end && !separates(*at) && *at != '}' && *at != ']') ++at;
      add({begin, at, 1, false});
    }
    if (open == kNone) break;
  }
  while (open != kNone) close();
  if (count_ == 0) add({"", "", 1, false});
}

void JsonTokens::grow()
{
  const std::uint32_t more = capacity_ * 4;
  std::unique_ptr<JsonToken[]> tokens(new JsonToken[more]);
  std::copy_n(tokens_, count_, tokens.get());
  many_ = std::move(tokens);
  tokens_ = many_.get();
  capacity_ = more;
}

}  // namespace kubexx::detail
