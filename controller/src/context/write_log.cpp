// SPDX-License-Identifier: Apache-2.0
#include "context/write_log.hpp"

#include <utility>

namespace kubexx {

namespace {

EventKey key_of(const ObjectRef& object, std::string_view what, std::string_view value)
{
  return {object.cluster, object.resource, object.key.namespace_, object.key.name, what, value};
}

}  // namespace

void WriteLog::add(const ObjectRef& object, std::string_view version, std::shared_ptr<const Entry> entry)
{
  keep(key_of(object, "version", version), std::move(entry));
}

void WriteLog::add_deletion(const ObjectRef& object, std::string_view uid, std::shared_ptr<const Entry> entry)
{
  keep(key_of(object, "uid", uid), std::move(entry));
}

void WriteLog::keep(const Key& of, std::shared_ptr<const Entry> entry)
{
  const std::lock_guard lock(mutex_);
  const bool added = entries_.insert_or_assign(of, std::move(entry)).second;
  if (!added) return;
  order_.push_back(of);
  if (order_.size() <= most) return;
  entries_.erase(order_.front());
  order_.pop_front();
}

std::shared_ptr<const WriteLog::Entry> WriteLog::find(const ObjectRef& object, const Object& state, bool deleted) const
{
  const std::lock_guard lock(mutex_);
  if (entries_.empty()) return nullptr;
  auto found = entries_.find(key_of(object, "version", state.resource_version()));
  if (deleted && found == entries_.end()) found = entries_.find(key_of(object, "uid", state.uid()));
  return found == entries_.end() ? nullptr : found->second;
}

}  // namespace kubexx
