// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "kubexx/http/message.hpp"
#include "requests/impersonator.hpp"

namespace kubexx::detail {

namespace {

constexpr const char* user_header = "Impersonate-User";

/// An extra's key may be any text; what no header name can hold, and the percent sign, is percent-encoded (client-go).
std::string escaped_key(std::string_view key)
{
  constexpr std::string_view digits = "0123456789ABCDEF";
  constexpr std::string_view marks = "!#$&'*+-.^_`|~";
  std::string text;
  for (const char c : key) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || marks.find(c) != std::string_view::npos) {
      text += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    text += '%';
    text += digits[byte >> 4U];
    text += digits[byte & 0xFU];
  }
  return text;
}

class Impersonator final : public Link {
public:
  explicit Impersonator(const Impersonation& as)
  {
    if (as.user.empty())
      throw std::invalid_argument("impersonation (as-uid, as-groups, as-user-extra) needs a user (as)");
    add(user_header, as.user, "as");
    if (!as.uid.empty()) add("Impersonate-Uid", as.uid, "as-uid");
    for (const std::string& group : as.groups) add("Impersonate-Group", group, "as-groups");
    for (const auto& [key, values] : as.extra) {
      for (const std::string& value : values) add("Impersonate-Extra-" + escaped_key(key), value, "as-user-extra");
    }
  }

  std::unique_ptr<Passage> enter(LiveCall& call) override
  {
    if (!call.request.headers.find(user_header)) {
      for (const auto& [name, value] : fields_) call.request.headers.add(name, value);
    }
    return nullptr;
  }

private:
  void add(std::string name, const std::string& value, const char* field)
  {
    const auto breaks = [](char c) { return c == '\r' || c == '\n' || c == '\0'; };
    if (std::any_of(value.begin(), value.end(), breaks)) {
      throw std::invalid_argument(std::string(field) + ": a value holds a line break");
    }
    fields_.emplace_back(std::move(name), value);
  }

  std::vector<Headers::Field> fields_;
};

}  // namespace

std::shared_ptr<Link> make_impersonation(const Impersonation& as)
{
  return std::make_shared<Impersonator>(as);
}

}  // namespace kubexx::detail
