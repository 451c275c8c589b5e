// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace kubexx::apiserver::protobuf {

/// What is wrong with a body, in the words of the decoder that the Kubernetes types are generated with (gogo protobuf).
class WireError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

enum class WireType : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2, group = 3, group_end = 4, fixed32 = 5 };

/// Reads the fields of one message from front to back. A view: the bytes must outlive it.
class WireReader {
public:
  /// `message` is the Go name of the type, for errors.
  WireReader(std::string_view bytes, std::string_view message) noexcept : left_(bytes), message_(message) {}

  /// Moves to the next field; false at the end. Throws WireError for what is no tag.
  bool next();
  [[nodiscard]] std::uint32_t number() const noexcept { return number_; }
  [[nodiscard]] WireType type() const noexcept { return type_; }

  // The value of the field. Each throws WireError when it does not end within the message.
  [[nodiscard]] std::uint64_t varint();
  [[nodiscard]] std::uint64_t fixed64();
  [[nodiscard]] std::string_view bytes();
  /// Passes over the value, groups included.
  void skip();
  [[nodiscard]] bool empty() const noexcept { return left_.empty(); }

private:
  void pass(std::uint64_t count);
  void skip_value(WireType type);

  std::string_view left_, message_;
  std::uint32_t number_ = 0;
  WireType type_ = WireType::varint;
};

}  // namespace kubexx::apiserver::protobuf
