// SPDX-License-Identifier: Apache-2.0
#include "config/config_files.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "kubexx/client/load_config.hpp"

namespace kubexx::detail {

namespace {

bool is_space(char c) noexcept
{
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

}  // namespace

std::string variable(const Environment& environment, std::string_view name)
{
  return environment ? environment(name).value_or(std::string()) : std::string();
}

bool file_exists(const std::string& path)
{
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

std::optional<std::string> read_file(const std::string& path)
{
  constexpr std::uintmax_t most = std::uintmax_t{16} << 20U;
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) return std::nullopt;
  if (status.type() == std::filesystem::file_type::directory) throw ConfigError(path + ": is a directory, not a file");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw ConfigError(path + ": cannot be read: check its permissions");
  std::string content;
  char buffer[16384];
  while (file.read(buffer, sizeof buffer), file.gcount() > 0) {
    content.append(buffer, static_cast<std::size_t>(file.gcount()));
    if (content.size() > most) throw ConfigError(path + ": is larger than 16 MiB");
  }
  if (file.bad()) throw ConfigError(path + ": cannot be read");
  return content;
}

std::string relative_to(const std::string& file, const std::string& path)
{
  // An absolute `path` replaces what is before it.
  return (std::filesystem::path(file).parent_path() / path).string();
}

std::string clean_token(std::string_view text, const std::string& where)
{
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  if (text.empty()) throw ConfigError(where + ": the token is empty");
  const auto is_bad = [](char c) { return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f'; };
  if (std::any_of(text.begin(), text.end(), is_bad)) {
    throw ConfigError(where + ": the token contains a line break or another character that a header cannot carry");
  }
  return std::string(text);
}

}  // namespace kubexx::detail
