// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

/// What the fuzz programs share.
namespace kubexx::fuzz {

/// Ends the program, which the fuzzer reports with the input, when what must hold does not.
inline void require(bool condition, const char* what)
{
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

/// An input, taken from its front: first what decides how it is used, then the text that is.
class Input {
public:
  Input(const std::uint8_t* data, std::size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

  /// 0 at the end.
  unsigned byte()
  {
    if (rest_.empty()) return 0;
    const auto value = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }

  /// Up to the next line end, without it.
  std::string_view line() { return until("\n"); }

  /// Up to the next `end`, without it.
  std::string_view until(std::string_view end)
  {
    const auto at = rest_.find(end);
    const auto part = rest_.substr(0, at);
    rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at + end.size());
    return part;
  }

  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] bool empty() const { return rest_.empty(); }

private:
  std::string_view rest_;
};

/// Calls `use` with the pieces of `text`: the first has `first` bytes, the others `step` (both at least 1).
template <class Use>
void for_each_piece(std::string_view text, std::size_t first, std::size_t step, Use use)
{
  for (std::size_t size = first; !text.empty(); size = step) {
    const auto piece = text.substr(0, size);
    text.remove_prefix(piece.size());
    use(piece);
  }
}

}  // namespace kubexx::fuzz
