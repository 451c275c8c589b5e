// SPDX-License-Identifier: Apache-2.0
#include "validation/pem.hpp"

#include <algorithm>

#include "kubexx/base/base64.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::string_view pem_begin = "-----BEGIN ";
constexpr std::string_view pem_end = "\n-----END ";
constexpr std::string_view end_of_line = "-----";

/// Takes the first line, which is returned without the white space at its end.
std::string_view take_line(std::string_view& text)
{
  const auto newline = text.find('\n');
  auto line = text.substr(0, newline);
  text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
  const auto last = line.find_last_not_of(" \t\r\n");
  return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string without_blanks(std::string_view text)
{
  std::string plain;
  for (const char c : text) {
    if (c != ' ' && c != '\t') plain += c;
  }
  return plain;
}

/// What stands between a BEGIN line, of which `text` is what follows "-----BEGIN ", and the END line at `end`. Moves
/// `text` behind it; nullopt when it is no block, and then behind what looked like its headers.
std::optional<PemBlock> block_at(std::string_view& text, std::string_view end)
{
  const auto type_line = take_line(text);
  if (!type_line.ends_with(end_of_line)) return std::nullopt;
  PemBlock block;
  block.type = type_line.substr(0, type_line.size() - end_of_line.size());
  for (auto rest = text; !rest.empty(); text = rest) {
    if (take_line(rest).find(':') == std::string_view::npos) break;
    block.has_headers = true;
  }
  // The newline of the END line may be the one that ends the BEGIN line; headers have one of their own.
  const auto before = end.data() - text.data();
  if (block.has_headers && before < 0) return std::nullopt;
  auto trailer = end.substr(pem_end.size());
  if (!trailer.starts_with(block.type) || !trailer.substr(block.type.size()).starts_with(end_of_line)) {
    return std::nullopt;
  }
  trailer.remove_prefix(block.type.size() + end_of_line.size());
  if (!take_line(trailer).empty()) return std::nullopt;
  if (before > 0) {
    auto bytes = decode_base64(without_blanks(text.substr(0, static_cast<std::size_t>(before))));
    if (!bytes) return std::nullopt;
    block.bytes = std::move(*bytes);
  }
  text = trailer;
  return block;
}

}  // namespace

std::optional<PemBlock> take_pem_block(std::string_view& text)
{
  auto rest = text;
  for (;;) {
    const auto end = rest.find(pem_end);
    if (end == std::string_view::npos) return std::nullopt;
    const auto begin = rest.substr(0, end).rfind(pem_begin);
    if (begin != std::string_view::npos && (begin == 0 || rest[begin - 1] == '\n')) {
      auto inside = rest.substr(begin + pem_begin.size());
      if (auto block = block_at(inside, rest.substr(end))) {
        text = inside;
        return block;
      }
      // Headers may go beyond the END line. They are not read again: that would be quadratic.
      const auto seen = static_cast<std::size_t>(inside.data() - rest.data());
      rest.remove_prefix(std::max(seen, end + pem_end.size()));
      continue;
    }
    rest.remove_prefix(end + pem_end.size());
  }
}

}  // namespace kubexx::apiserver
