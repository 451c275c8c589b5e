// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/lister.hpp"

#include <string>

#include "kubexx/apimachinery/error.hpp"
#include "selection.hpp"

namespace kubexx {

namespace {

ObjectSnapshot matching(ObjectSnapshot objects, const LabelSelector& labels, const FieldSelector& fields)
{
  if (labels.everything() && fields.everything()) return objects;
  return objects.where([&](const Object& object) {
    const auto value_of = [&object](const std::string& field) { return field_of(object, field).value_or(""); };
    return labels.matches(object) && fields.matches(value_of);
  });
}

}  // namespace

Object Lister::get(const ObjectKey& key) const
{
  Object object = find(key);
  if (object) return object;
  const ResourceType& type = informer_.type();
  Status status;
  status.code = 404;
  status.reason = "NotFound";
  status.message = type.group_resource() + " \"" + key.name + "\" not found";
  status.name = key.name;
  status.group = type.group;
  status.kind = type.plural;
  const std::string what = "get " + type.group_resource() + " " + key.to_string() + " from the cache: not found";
  throw ApiError(std::move(status), what);
}

ObjectSnapshot Lister::list(const LabelSelector& labels, const FieldSelector& fields) const
{
  return matching(informer_.store().list(), labels, fields);
}

ObjectSnapshot Lister::list(std::string_view namespace_, const LabelSelector& labels, const FieldSelector& fields) const
{
  return matching(informer_.store().list(namespace_), labels, fields);
}

ObjectSnapshot Lister::by_index(std::string_view index, std::string_view value) const
{
  return informer_.store().by_index(index, value);
}

}  // namespace kubexx
