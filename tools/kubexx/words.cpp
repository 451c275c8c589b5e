// SPDX-License-Identifier: Apache-2.0
#include "words.hpp"

#include <algorithm>
#include <array>

#include "errors.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/value_error.hpp"

namespace kubexx::cli {

std::optional<bool> go_bool(std::string_view text) noexcept
{
  constexpr std::array<std::string_view, 6> yes{"1", "t", "T", "TRUE", "true", "True"};
  constexpr std::array<std::string_view, 6> no{"0", "f", "F", "FALSE", "false", "False"};
  if (std::find(yes.begin(), yes.end(), text) != yes.end()) return true;
  if (std::find(no.begin(), no.end(), text) != no.end()) return false;
  return std::nullopt;
}

std::string in_quotes(std::string_view text)
{
  return nlohmann::json(std::string(text)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Duration duration_of(const std::string& flag, const std::string& text)
{
  try {
    return MetaDuration::parse(text);
  } catch (const ValueError&) {
    throw CommandError("invalid argument \"" + text + "\" for \"" + flag + "\" flag: time: invalid duration \"" + text +
                       "\"");
  }
}

std::string words_of(const nlohmann::json::exception& error)
{
  const std::string_view what = error.what();
  const auto end = what.starts_with('[') ? what.find("] ") : std::string_view::npos;
  return std::string(end == std::string_view::npos ? what : what.substr(end + 2));
}

}  // namespace kubexx::cli
