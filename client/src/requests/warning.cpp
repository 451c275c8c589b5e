// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/warning.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "requests/warning_log.hpp"

namespace kubexx {

namespace {

/// Takes the parts of `code agent "text" ["date"]` off the front of a header's value.
class Reader {
public:
  explicit Reader(std::string_view rest) : rest_(rest) {}

  void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }
  bool take(char expected)
  {
    if (rest_.empty() || rest_.front() != expected) return false;
    rest_.remove_prefix(1);
    return true;
  }
  [[nodiscard]] bool at(char expected) const { return !rest_.empty() && rest_.front() == expected; }

  std::optional<unsigned> code()
  {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc{} || end != rest_.data() + 3 || value < 100) return std::nullopt;
    rest_.remove_prefix(3);
    return value;
  }
  std::string word()
  {
    const std::string_view word = rest_.substr(0, rest_.find_first_of(" \t\","));
    rest_.remove_prefix(word.size());
    return std::string(word);
  }
  std::optional<std::string> quoted()
  {
    if (!take('"')) return std::nullopt;
    std::string text;
    while (!rest_.empty()) {
      char c = rest_.front();
      rest_.remove_prefix(1);
      if (c == '"') return text;
      if (c == '\\') {
        if (rest_.empty()) break;
        c = rest_.front();
        rest_.remove_prefix(1);
      }
      text += c;
    }
    return std::nullopt;
  }

private:
  std::string_view rest_;
};

std::optional<ApiWarning> read_warning(Reader& reader)
{
  ApiWarning warning;
  reader.skip_space();
  const auto code = reader.code();
  if (!code || !reader.take(' ')) return std::nullopt;
  warning.code = *code;
  reader.skip_space();
  // An agent may be missing, though it must not.
  if (!reader.at('"')) warning.agent = reader.word();
  reader.skip_space();
  auto text = reader.quoted();
  if (!text) return std::nullopt;
  warning.text = std::move(*text);
  reader.skip_space();
  if (reader.at('"') && !reader.quoted()) return std::nullopt;  // its date
  reader.skip_space();
  return warning;
}

/// The texts that were logged already. Thread safe.
class Seen {
public:
  bool first(const std::string& text)
  {
    constexpr std::size_t kMost = 1000;
    const std::lock_guard lock(mutex_);
    if (texts_.size() >= kMost) texts_.clear();
    return texts_.insert(text).second;
  }

private:
  std::mutex mutex_;
  std::set<std::string> texts_;  // guarded by mutex_
};

}  // namespace

std::vector<ApiWarning> parse_warnings(std::string_view header)
{
  std::vector<ApiWarning> warnings;
  Reader reader(header);
  do {
    auto warning = read_warning(reader);
    if (!warning) break;
    warnings.push_back(std::move(*warning));
  } while (reader.take(','));
  return warnings;
}

WarningHandler detail::make_warning_log(Log log)
{
  return [log = std::move(log), seen = std::make_shared<Seen>()](const ApiWarning& warning, std::string_view call) {
    if (warning.text.empty() || !seen->first(warning.text)) return;
    log.warn("warning from the API server", {{"call", std::string(call)}, {"warning", warning.text}});
  };
}

void detail::tell_warnings(const Headers& headers, std::string_view call, const WarningHandler& handler)
{
  for (const auto& [name, value] : headers) {
    if (!same_token(name, "Warning")) continue;
    for (const auto& warning : parse_warnings(value)) handler(warning, call);
  }
}

}  // namespace kubexx
