// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/schema/detail/field_errors.hpp"

/// The metadata of an object, `meta`: ValidateObjectMeta of k8s.io/apimachinery/pkg/api/validation.
namespace kubexx::schema::detail {

/// What is wrong with a name.
using NameProblems = std::function<std::vector<std::string>(std::string_view)>;

void check_generate_name(const Json& meta, const NameProblems& problems, FieldErrors& errors);
/// name and namespace of a new object.
void check_new_name(const Json& meta, const NameProblems& problems, bool namespaced, FieldErrors& errors);
/// `current` is the object that is replaced; null: it is new.
void check_finalizers(const std::vector<std::string>& finalizers, const Json* current, FieldErrors& errors);

}  // namespace kubexx::schema::detail
