// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kubexx {

/// Compresses texts that resemble each other: zstd with a dictionary made of samples. Thread safe. Throws
/// std::runtime_error, with zstd's own words, when zstd fails.
class ObjectCodec {
public:
  /// Precondition: there are samples, none of them empty. They are needed during the call only.
  explicit ObjectCodec(const std::vector<std::string>& samples);
  ~ObjectCodec();
  ObjectCodec(const ObjectCodec&) = delete;
  ObjectCodec& operator=(const ObjectCodec&) = delete;

  [[nodiscard]] std::string compressed(std::string_view text) const;
  /// Calls `take` with the text, which is valid during the call.
  void decompress(std::string_view compressed, const std::function<void(std::string_view)>& take) const;
  /// Bytes of the dictionary and of what is kept for the next calls.
  [[nodiscard]] std::size_t memory() const;

private:
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace kubexx
