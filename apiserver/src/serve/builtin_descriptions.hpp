// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kubexx::apiserver {

/// The texts as the program holds them: compressed by zlib, `size` bytes without compression.
/// schemas/descriptions.py explains the format.
struct PackedDescriptions {
  std::span<const unsigned char> bytes;
  std::size_t size;
};
extern const PackedDescriptions packed_descriptions;

/// What the release's OpenAPI documents say of the built-in types and of their fields, beside what is in Schema. Takes
/// 0.7 MB and some milliseconds, so it is made for an answer and not kept. Views are valid as long as it.
class BuiltinDescriptions {
public:
  BuiltinDescriptions();

  /// Of a type such as "core.v1.Pod", or of a field of it; empty when there is none.
  [[nodiscard]] std::string_view of(std::string_view type) const;
  [[nodiscard]] std::string_view of(std::string_view type, std::string_view field) const;
  /// The values of an enumerated field, or of the elements of such a list or map.
  [[nodiscard]] std::vector<std::string_view> values(std::string_view type, std::string_view field) const;
  /// The type of the same where Schema has none, such as "meta.v1.FieldsV1"; empty when there is none either.
  [[nodiscard]] std::string_view type_of(std::string_view type, std::string_view field) const;

private:
  std::vector<char> text_;
  std::vector<std::pair<std::string_view, std::string_view>> sorted_;
};

}  // namespace kubexx::apiserver
