// SPDX-License-Identifier: Apache-2.0
// Selectors as the options of a list or watch take them.
#include <gtest/gtest.h>

#include "kubexx/apimachinery/field_selector.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "kubexx/client/options.hpp"

namespace kubexx {
namespace {

TEST(FieldSelector, IsBuiltByCallsAndGoesIntoOptionsLikeItsText)
{
  WatchOptions options;
  options.field_selector = FieldSelector().eq("metadata.name", "a,b").ne("status.phase", "Failed");
  EXPECT_EQ(options.field_selector, R"(metadata.name=a\,b,status.phase!=Failed)");
  EXPECT_TRUE(FieldSelector().everything());
}

TEST(LabelSelector, GoesIntoOptionsLikeItsText)
{
  ListOptions options;
  options.label_selector = LabelSelector().eq("app", "web").exists("x");
  EXPECT_EQ(options.label_selector, "app=web,x");
  options.label_selector = "app=web";
  EXPECT_EQ(options.label_selector, "app=web");
}

}  // namespace
}  // namespace kubexx
