// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/detail/labels.hpp"

#include "kubexx/apimachinery/label_names.hpp"

namespace kubexx::schema::detail {

void validate_labels(const Json& labels, const std::string& field, FieldErrors& errors)
{
  if (!labels.is_object()) return;
  for (const auto& [key, value] : labels.items()) {
    for (const auto& problem : label_key_problems(key)) errors.push_back(invalid_value(field, key, problem));
    if (!value.is_string()) continue;
    for (const auto& problem : label_value_problems(value.get_ref<const std::string&>())) {
      errors.push_back(invalid_value(field, value, problem));
    }
  }
}

void validate_annotations(const Json& annotations, const std::string& field, FieldErrors& errors)
{
  if (!annotations.is_object()) return;
  std::size_t total = 0;
  for (const auto& [key, value] : annotations.items()) {
    std::string lower = key;
    for (auto& c : lower) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    for (const auto& problem : label_key_problems(lower)) errors.push_back(invalid_value(field, key, problem));
    total += key.size() + (value.is_string() ? value.get_ref<const std::string&>().size() : 0);
  }
  if (total > 256U * 1024U) errors.push_back(too_long(field, 256L * 1024L));
}

}  // namespace kubexx::schema::detail
