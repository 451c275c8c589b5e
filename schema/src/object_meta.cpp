// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/detail/object_meta.hpp"

#include <algorithm>
#include <set>

#include "kubexx/apimachinery/label_names.hpp"

namespace kubexx::schema::detail {
namespace {

/// apimachineryvalidation.maskTrailingDash: what a prefix of a name may end with.
std::string without_last_dash(std::string base)
{
  if (base.size() > 1 && base.ends_with('-')) base.back() = 'a';
  return base;
}

}  // namespace

void check_generate_name(const Json& meta, const NameProblems& problems, FieldErrors& errors)
{
  if (const auto base = string_at(meta, {"generateName"}); !base.empty()) {
    for (const auto& problem : problems(without_last_dash(base))) {
      errors.push_back(invalid_value("metadata.generateName", base, problem));
    }
  }
}

void check_new_name(const Json& meta, const NameProblems& problems, bool namespaced, FieldErrors& errors)
{
  const auto name = string_at(meta, {"name"});
  if (name.empty()) {
    errors.push_back(required_value("metadata.name", "name or generateName is required"));
  } else {
    for (const auto& problem : problems(name)) {
      errors.push_back(invalid_value("metadata.name", name, problem));
    }
  }
  if (const auto namespace_ = string_at(meta, {"namespace"}); !namespaced && !namespace_.empty()) {
    errors.push_back(forbidden_value("metadata.namespace", "not allowed on this type"));
  }
}

void check_finalizers(const std::vector<std::string>& finalizers, const Json* current, FieldErrors& errors)
{
  const std::string field = "metadata.finalizers";
  for (const auto& finalizer : finalizers) {
    for (const auto& problem : label_key_problems(finalizer))
      errors.push_back(invalid_value(field, finalizer, problem));
  }
  const auto has = [&](std::string_view name) {
    return std::find(finalizers.begin(), finalizers.end(), name) != finalizers.end();
  };
  if (has("orphan") && has("foregroundDeletion")) {
    errors.push_back(invalid_value(field, finalizers, "finalizer orphan and foregroundDeletion cannot be both set"));
  }
  if (current == nullptr || find(*current, {"metadata", "deletionTimestamp"}) == nullptr) return;
  const auto old_list = strings_at(*current, {"metadata", "finalizers"});
  const std::set<std::string> old(old_list.begin(), old_list.end());
  std::string added;
  for (const auto& finalizer : std::set<std::string>(finalizers.begin(), finalizers.end())) {
    if (!old.contains(finalizer)) added += (added.empty() ? "" : ", ") + go_quoted(finalizer);
  }
  if (!added.empty()) {
    errors.push_back(forbidden_value(field,
                                     "no new finalizers can be added if the object is being deleted, found new "
                                     "finalizers []string{" +
                                         added + "}"));
  }
}

}  // namespace kubexx::schema::detail
