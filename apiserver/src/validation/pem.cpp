// SPDX-License-Identifier: Apache-2.0
#include "validation/pem.hpp"

#include <algorithm>

#include "kubexx/base/base64.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::string_view begins = "-----BEGIN ";
constexpr std::string_view ends = "-----END ";
constexpr std::string_view dashes = "-----";

/// Cuts the first line off, without its end.
std::string_view take_line(std::string_view& text)
{
  const auto end = std::min(text.find('\n'), text.size());
  auto line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
  return line;
}

/// The rest of a block, whose first line has been read.
std::optional<PemBlock> read_block(std::string_view& text, std::string_view type)
{
  PemBlock block{std::string(type), false, {}};
  std::string encoded;
  while (!text.empty()) {
    const auto before = text;
    const auto line = take_line(text);
    if (line.starts_with(ends)) {
      if (line != std::string(ends) + block.type + std::string(dashes)) return std::nullopt;
      auto bytes = decode_base64(encoded);
      if (!bytes) return std::nullopt;
      block.bytes = std::move(*bytes);
      return block;
    }
    if (line.starts_with(begins)) {
      text = before;
      return std::nullopt;
    }
    if (encoded.empty() && line.find(':') != std::string_view::npos) {
      block.has_headers = true;
    } else {
      encoded += line;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<PemBlock> next_pem_block(std::string_view& text)
{
  while (!text.empty()) {
    const auto line = take_line(text);
    if (!line.starts_with(begins) || !line.ends_with(dashes)) continue;
    if (line.size() < begins.size() + dashes.size()) continue;
    const auto type = line.substr(begins.size(), line.size() - begins.size() - dashes.size());
    if (auto block = read_block(text, type)) return block;
  }
  return std::nullopt;
}

}  // namespace kubexx::apiserver
