// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/json_writer.hpp"
#include "kubexx/controller/admission_request.hpp"

/// UserInfo (authentication.k8s.io) and its parts, as reviews have them.
namespace kubexx::detail {

/// An array of strings; null or none: empty. Throws ObjectError, which names `path`.
[[nodiscard]] std::vector<std::string> texts_in(JsonView value, const char* path);
/// An object of such arrays. Throws ObjectError.
[[nodiscard]] std::map<std::string, std::vector<std::string>> extra_in(JsonView value, const char* path);

void write_texts(JsonWriter& to, const std::vector<std::string>& texts);
void write_user(JsonWriter& to, const AdmissionUser& user);

}  // namespace kubexx::detail
