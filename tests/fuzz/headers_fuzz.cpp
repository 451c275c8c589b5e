// SPDX-License-Identifier: Apache-2.0
// Fields of an answer's head: Retry-After and Keep-Alive stay within their bounds, warnings are read as they are
// written.
#include <algorithm>

#include "fuzz.hpp"
#include "kubexx/client/warning.hpp"
#include "request_head.hpp"
#include "requests/retry_after.hpp"

namespace {

using namespace kubexx;
using fuzz::require;

constexpr auto day = std::chrono::hours(24);

void retry_after(const std::string& text)
{
  const Headers headers{{"Retry-After", text}};
  const WallTime now{std::chrono::seconds(1767225600)};
  for (const WallTime at : {now, WallTime(), WallTime::min(), WallTime::max()}) {
    const auto wait = detail::retry_after_of(headers, at);
    require(!wait || (*wait >= Duration::zero() && *wait <= day), "nobody waits longer than a day");
    const bool number =
        !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    require(!number || wait.has_value(), "a number of seconds is one");
    if (number && text.size() < 10) {
      require(*wait == std::min<Duration>(std::chrono::seconds(std::stol(text)), day), "a number of seconds is that");
    }
  }
}

void warnings(std::string_view text)
{
  const auto read = parse_warnings(text);
  require(read.size() <= text.size() / 6, "a warning takes place");
  std::string written;
  for (const auto& warning : read) {
    require(warning.code >= 100 && warning.code <= 999, "a code has three digits");
    std::string escaped;
    for (const char c : warning.text) escaped += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
    written += (written.empty() ? "" : ", ") + std::to_string(warning.code) + ' ' +
               (warning.agent.empty() ? "-" : warning.agent) + " \"" + escaped + '"';
  }
  const auto again = parse_warnings(written);
  require(again.size() == read.size(), "as many warnings are read again");
  for (std::size_t index = 0; index < read.size(); ++index) {
    require(again[index].code == read[index].code && again[index].text == read[index].text, "a warning is read again");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string text(reinterpret_cast<const char*>(data), size);
  retry_after(text);
  warnings(text);
  const auto kept = detail::kept_by_server({{"Keep-Alive", text}}, std::chrono::seconds(90));
  require(kept <= std::chrono::seconds(90) && kept >= std::chrono::seconds(-1), "a connection is not kept longer");
  return 0;
}
