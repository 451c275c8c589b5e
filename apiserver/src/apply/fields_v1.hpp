// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "apply/field_set.hpp"

namespace kubexx::apiserver::apply {

/// What is no FieldsV1, or is nested too deeply.
class FieldsError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The fieldsV1 of a managedFields entry. Members are named "f:NAME", "k:{KEYS}", "v:VALUE" or "i:INDEX"; "." says that
/// the field itself is a member. Elements of a kind that is not known are left out, as upstream does.
/// Numbers are read as upstream reads them there: as doubles. Throws FieldsError.
[[nodiscard]] FieldSet decode_fields(const Json& fields);
[[nodiscard]] PathElement decode_element(std::string_view text);

/// Its members come in the order of the elements when the result is written, as Json sorts them by name: the same JSON
/// value as upstream's, see fields_text() for the same text.
[[nodiscard]] Json encode_fields(const FieldSet& set);
/// The same text as fieldpath.Set.ToJSON writes.
[[nodiscard]] std::string fields_text(const FieldSet& set);
[[nodiscard]] std::string encode_element(const PathElement& element);

}  // namespace kubexx::apiserver::apply
