// SPDX-License-Identifier: Apache-2.0
#include "protobuf/wire.hpp"

#include <limits>
#include <string>

#include "core/request.hpp"

namespace kubexx::apiserver::protobuf {
namespace {

[[noreturn]] void cut_short()
{
  throw WireError("unexpected EOF");
}

[[noreturn]] void bad_length()
{
  throw WireError("proto: negative length found during unmarshaling");
}

}  // namespace

bool WireReader::next()
{
  if (left_.empty()) return false;
  const auto tag = varint();
  const auto number = static_cast<std::int32_t>(static_cast<std::uint32_t>(tag >> 3U));
  type_ = static_cast<WireType>(tag & 7U);
  if (type_ == WireType::group_end) {
    throw WireError("proto: " + std::string(message_) + ": wiretype end group for non-group");
  }
  if (number <= 0) {
    throw WireError("proto: " + std::string(message_) + ": illegal tag " + std::to_string(number) + " (wire type " +
                    std::to_string(tag) + ")");
  }
  number_ = static_cast<std::uint32_t>(number);
  return true;
}

std::uint64_t WireReader::varint()
{
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (shift >= 64) throw WireError("proto: integer overflow");
    if (left_.empty()) cut_short();
    const auto byte = static_cast<unsigned char>(left_.front());
    left_.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
    if (byte < 0x80) return value;
  }
}

std::uint64_t WireReader::fixed64()
{
  if (left_.size() < 8) cut_short();
  std::uint64_t value = 0;
  for (unsigned index = 0; index < 8; ++index) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(left_[index])) << (8 * index);
  }
  left_.remove_prefix(8);
  return value;
}

std::string_view WireReader::bytes()
{
  const auto length = varint();
  // Go adds the length to its place in the body, and looks whether that is still above zero.
  constexpr auto longest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) - max_body;
  if (length > longest) bad_length();
  if (length > left_.size()) cut_short();
  const auto value = left_.substr(0, static_cast<std::size_t>(length));
  left_.remove_prefix(value.size());
  return value;
}

void WireReader::pass(std::uint64_t count)
{
  if (count > left_.size()) cut_short();
  left_.remove_prefix(static_cast<std::size_t>(count));
}

void WireReader::skip_value(WireType type)
{
  switch (type) {
    case WireType::varint:
      (void)varint();
      return;
    case WireType::fixed64:
      return pass(8);
    case WireType::bytes:
      (void)bytes();
      return;
    case WireType::fixed32:
      return pass(4);
    case WireType::group:
    case WireType::group_end:
      return;
  }
  throw WireError("proto: illegal wireType " + std::to_string(static_cast<unsigned>(type)));
}

void WireReader::skip()
{
  skip_value(type_);
  std::size_t open = type_ == WireType::group ? 1 : 0;
  while (open > 0) {
    const auto type = static_cast<WireType>(varint() & 7U);
    if (type == WireType::group) ++open;
    if (type == WireType::group_end) --open;
    skip_value(type);
  }
}

}  // namespace kubexx::apiserver::protobuf
