// SPDX-License-Identifier: Apache-2.0
// What looks into a temporary owns what it returns, or does not compile.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/field_selector.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/raw_json.hpp"

namespace kubexx {
namespace {

using ::testing::ElementsAre;

// Of what others hold, views: nothing is copied.
template <class T>
concept ViewsItsText = requires(T object) {
  { object.api_version() } -> std::same_as<std::string_view>;
  { object.kind() } -> std::same_as<std::string_view>;
  { object.name() } -> std::same_as<std::string_view>;
  { object.namespace_() } -> std::same_as<std::string_view>;
  { object.uid() } -> std::same_as<std::string_view>;
  { object.resource_version() } -> std::same_as<std::string_view>;
  { object.bytes() } -> std::same_as<std::string_view>;
  { object.at("/spec") } -> std::same_as<JsonView>;
  { object.owners() } -> std::same_as<std::vector<OwnerView>>;
  { object.controller_owner() } -> std::same_as<std::optional<OwnerView>>;
};
static_assert(ViewsItsText<Object> && ViewsItsText<const Object> && ViewsItsText<const Object&>);

// Of a temporary, what owns its text.
template <class T>
concept OwnsItsText = requires(T&& object) {
  { std::forward<T>(object).api_version() } -> std::same_as<std::string>;
  { std::forward<T>(object).kind() } -> std::same_as<std::string>;
  { std::forward<T>(object).name() } -> std::same_as<std::string>;
  { std::forward<T>(object).namespace_() } -> std::same_as<std::string>;
  { std::forward<T>(object).uid() } -> std::same_as<std::string>;
  { std::forward<T>(object).resource_version() } -> std::same_as<std::string>;
  { std::forward<T>(object).bytes() } -> std::same_as<std::string>;
  { std::forward<T>(object).at("/spec") } -> std::same_as<OwningJsonView>;
  { std::forward<T>(object).owners() } -> std::same_as<std::vector<Owner>>;
  { std::forward<T>(object).controller_owner() } -> std::same_as<std::optional<Owner>>;
};
static_assert(OwnsItsText<Object> && OwnsItsText<const Object>);

template <class T>
concept OwnsWhatIsBelow = requires(T&& view) {
  { std::forward<T>(view).at("/x") } -> std::same_as<OwningJsonView>;
  { std::forward<T>(view).member("x") } -> std::same_as<OwningJsonView>;
  { std::forward<T>(view).bytes() } -> std::same_as<std::string>;
  { std::forward<T>(view).children() } -> std::same_as<OwningJsonView::Children>;
  { std::forward<T>(view).children().value() } -> std::same_as<OwningJsonView>;
};
static_assert(OwnsWhatIsBelow<OwningJsonView>);
static_assert(!std::convertible_to<OwningJsonView, JsonView>);
static_assert(std::convertible_to<OwningJsonView&, JsonView>);

template <class T>
concept Viewable = requires(T&& json) { std::forward<T>(json).view(); };
static_assert(Viewable<RawJson&> && !Viewable<RawJson>);

static_assert(std::same_as<decltype(LabelSelector::parse("").requirements()), std::vector<LabelSelector::Requirement>>);
static_assert(std::same_as<decltype(FieldSelector::parse("").terms()), std::vector<FieldSelector::Term>>);

// The object of the text; the caller's copy is the only one.
Object read()
{
  return Object::parse(
      R"({"metadata":{"name":"a","uid":"u","ownerReferences":[{"name":"o","uid":"v","controller":true}]},
    "data":{"x":{"y":1},"z":"2"}})");
}

TEST(Temporaries, LeaveWhatWasReadOfThem)
{
  const auto name = read().name();
  EXPECT_EQ(name, "a");
  std::vector<std::string> keys;
  for (auto child = read().at("/data").children(); child.next();) keys.push_back(child.key());
  EXPECT_THAT(keys, ElementsAre("x", "z"));
  const auto data = read().at("/data");
  EXPECT_EQ(data.at("/x/y").as_int(), 1);
  EXPECT_EQ(data.member("z").as_string(), "2");
  const auto below = read().at("/data").at("/x").member("y");
  EXPECT_EQ(below.bytes(), "1");
  EXPECT_FALSE(read().at("/none"));
  for (const auto& owner : read().owners()) EXPECT_EQ(owner.name, "o");
  const auto uid = read().controller_owner()->uid;
  EXPECT_EQ(uid, "v");
}

}  // namespace
}  // namespace kubexx
