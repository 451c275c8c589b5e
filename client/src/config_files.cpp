// SPDX-License-Identifier: Apache-2.0
#include "config_files.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "kubexx/client/config.hpp"

namespace kubexx::detail {

namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool is_space(char c) noexcept
{
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

}  // namespace

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
  if (status.type() == std::filesystem::file_type::directory) throw ConfigError(path + ": is a folder, not a file");
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

std::optional<std::string> decode_base64(std::string_view text)
{
  std::string bytes;
  std::uint32_t bits = 0;
  std::size_t characters = 0;
  std::size_t padding = 0;
  for (const char c : text) {
    if (is_space(c)) continue;
    ++characters;
    if (c == '=') {
      ++padding;
      continue;
    }
    const std::size_t value = alphabet.find(c);
    if (value == std::string_view::npos || padding > 0) return std::nullopt;
    bits = (bits << 6U) | static_cast<std::uint32_t>(value);
    if (characters % 4 == 0) {
      for (unsigned shift : {16U, 8U, 0U}) bytes.push_back(static_cast<char>((bits >> shift) & 0xFFU));
      bits = 0;
    }
  }
  if (characters % 4 != 0 || padding > 2) return std::nullopt;
  if (padding == 1) bits >>= 2U;
  if (padding == 1) bytes.push_back(static_cast<char>((bits >> 8U) & 0xFFU));
  if (padding == 2) bits >>= 4U;
  if (padding > 0) bytes.push_back(static_cast<char>(bits & 0xFFU));
  return bytes;
}

std::string encode_base64(std::string_view bytes)
{
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t bits = 0;
    for (std::size_t index = at; index < at + 3; ++index) {
      bits = (bits << 8U) | (index < bytes.size() ? static_cast<unsigned char>(bytes[index]) : 0U);
    }
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - at);
    for (std::size_t index = 0; index < 4; ++index) {
      text.push_back(index <= have ? alphabet[(bits >> (18 - 6 * index)) & 0x3FU] : '=');
    }
  }
  return text;
}

std::string clean_token(std::string_view text, const std::string& where)
{
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  if (text.empty()) throw ConfigError(where + ": the token is empty");
  const auto is_bad = [](char c) { return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f'; };
  if (std::any_of(text.begin(), text.end(), is_bad)) {
    throw ConfigError(where + ": the token holds a line break or another character that no header can carry");
  }
  return std::string(text);
}

}  // namespace kubexx::detail
