// SPDX-License-Identifier: Apache-2.0
#include "webhook/invalid_message.hpp"

#include <set>

namespace kubexx::detail {

std::string name_for_user(const AdmissionRequest& request)
{
  if (!request.name.empty()) return request.name;
  const Object& object = request.object ? request.object : request.old_object;
  if (!object) return {};
  if (!object.name().empty()) return std::string(object.name());
  return object.at("/metadata/generateName").as_string().value_or("");
}

std::string invalid_message(const AdmissionRequest& request, const std::vector<StatusCause>& causes)
{
  std::string all;
  std::set<std::string> seen;  // utilerrors.Aggregate says the same only once
  for (const auto& cause : causes) {
    std::string text = cause.field.empty() ? cause.message : cause.field + ": " + cause.message;
    if (!seen.insert(text).second) continue;
    if (seen.size() > 1) all += ", ";
    all += text;
  }
  if (seen.size() > 1) all = "[" + all + "]";
  const std::string kind =
      request.kind.group.empty() ? request.kind.name : request.kind.name + "." + request.kind.group;
  return kind + " \"" + name_for_user(request) + "\" is invalid: " + all;
}

}  // namespace kubexx::detail
