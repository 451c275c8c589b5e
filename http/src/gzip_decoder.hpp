// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kubexx::detail {

/// Not gzip, or damaged; the text says what zlib saw.
class GzipError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Decodes the members of a gzip file (RFC 1952) one after the other, wherever its bytes are cut. Not thread safe.
class GzipDecoder {
public:
  GzipDecoder();
  ~GzipDecoder();
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  /// Appends at most `room` bytes (> 0) to `out` and takes off `in` what they were made from; less than `room` means
  /// that all of `in` is used. Allocates no more than for that. Throws GzipError; after that: only destroy.
  void put(std::string_view& in, std::string& out, std::size_t room);
  /// Whether the file may end here: behind a member, or before the first.
  [[nodiscard]] bool complete() const noexcept;

private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kubexx::detail
