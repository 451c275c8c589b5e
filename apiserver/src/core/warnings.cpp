// SPDX-License-Identifier: Apache-2.0
#include "core/warnings.hpp"

#include <set>
#include <string_view>
#include <utility>

#include "kubexx/cel/detail/go_runes.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::size_t most_runes = 4096;        // of all warnings
constexpr std::size_t most_runes_of_one = 256;  // once they are more

/// The first of its characters, and how many these are.
std::pair<std::string_view, std::size_t> first_runes(std::string_view text, std::size_t most)
{
  std::size_t count = 0, at = 0;
  for (; at < text.size() && count < most; ++count) at += kubexx::cel::detail::first_rune(text.substr(at)).size;
  return {text.substr(0, at), count};
}

/// Whether a header may hold it: UTF-8 without control characters.
bool is_plain(std::string_view text)
{
  while (!text.empty()) {
    const auto rune = kubexx::cel::detail::first_rune(text);
    if (!rune.valid || rune.point < 0x20 || (rune.point >= 0x7F && rune.point < 0xA0)) return false;
    text.remove_prefix(rune.size);
  }
  return true;
}

std::string quoted_string(std::string_view text)
{
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace

void add_warning_headers(const std::vector<std::string>& warnings, Headers& headers)
{
  std::vector<std::string_view> said;
  std::set<std::string_view> known;
  std::size_t total = 0, of_first = 0;
  for (const auto& warning : warnings) {
    if (warning.empty() || !is_plain(warning) || !known.insert(warning).second) continue;
    said.push_back(warning);
    if (total <= most_runes) ++of_first;  // those that are there when it becomes known that all are too long
    total += first_runes(warning, warning.size()).second;
  }
  std::size_t written = 0;
  for (std::size_t at = 0; at < said.size(); ++at) {
    if (total > most_runes && at >= of_first && written >= most_runes) return;
    const auto [text, count] = first_runes(said[at], total > most_runes ? most_runes_of_one : said[at].size());
    written += count;
    headers.add("Warning", "299 - " + quoted_string(text));
  }
}

}  // namespace kubexx::apiserver
