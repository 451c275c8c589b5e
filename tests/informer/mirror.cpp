// SPDX-License-Identifier: Apache-2.0
#include "mirror.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support.hpp"

namespace kubexx::informer_test {

void Mirror::add(const Object& object)
{
  const std::lock_guard lock(mutex_);
  ++calls_;
  const bool fresh = objects_.emplace(object.key(), object).second;
  EXPECT_TRUE(fresh) << at(object) << "added twice";
}

void Mirror::update(const Object& old, const Object& now)
{
  const std::lock_guard lock(mutex_);
  ++calls_;
  const auto known = objects_.find(now.key());
  ASSERT_NE(known, objects_.end()) << at(now) << "updated and never added";
  EXPECT_TRUE(same_version(known->second, old)) << at(now) << "updated from a state that was never given";
  EXPECT_EQ(old.uid(), now.uid()) << at(now);
  EXPECT_LT(std::stoull(std::string(old.resource_version())), std::stoull(std::string(now.resource_version())))
      << at(now) << "went back";
  known->second = now;
}

void Mirror::remove(const Object& last)
{
  const std::lock_guard lock(mutex_);
  ++calls_;
  EXPECT_EQ(objects_.erase(last.key()), 1U) << at(last) << "deleted and not there";
}

void Mirror::set(const ObjectEvent& event)
{
  const std::lock_guard lock(mutex_);
  ++calls_;
  const Object& any = event.transitions.front().object;
  objects_.erase(any.key());
  if (const Object now = event.now()) objects_.emplace(now.key(), now);
}

EventHandler Mirror::handler()
{
  EventHandler handler;
  handler.name = name_;
  handler.on_add = [this](const Object& object, bool) { add(object); };
  handler.on_update = [this](const Object& old, const Object& now) { update(old, now); };
  handler.on_delete = [this](const Object& last, bool) { remove(last); };
  return handler;
}

std::string Mirror::text() const
{
  const std::lock_guard lock(mutex_);
  std::vector<Object> objects;
  objects.reserve(objects_.size());
  for (const auto& [key, object] : objects_) objects.push_back(object);
  return text_of(objects);
}

std::uint64_t Mirror::calls() const
{
  const std::lock_guard lock(mutex_);
  return calls_;
}

std::string Mirror::at(const Object& object) const
{
  return where_ + ", handler " + name_ + ", " + object.key().to_string() + ": ";
}

}  // namespace kubexx::informer_test
