// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/lister.hpp"

#include "kubexx/apimachinery/error.hpp"

namespace kubexx {

namespace {

std::vector<Object> matching(std::vector<Object> objects, const LabelSelector& selector)
{
  if (selector.everything()) return objects;
  std::erase_if(objects, [&](const Object& object) { return !selector.matches(object); });
  return objects;
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

std::vector<Object> Lister::list(const LabelSelector& selector) const
{
  return matching(informer_.store().list(), selector);
}

std::vector<Object> Lister::list(std::string_view namespace_, const LabelSelector& selector) const
{
  return matching(informer_.store().list(namespace_), selector);
}

std::vector<Object> Lister::by_index(std::string_view index, std::string_view value) const
{
  return informer_.store().by_index(index, value);
}

}  // namespace kubexx
