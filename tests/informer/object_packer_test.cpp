// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/detail/object_packer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "random_objects.hpp"
#include "support.hpp"

namespace kubexx::informer_test {
namespace {

using detail::ObjectPacker;

Object numbered(Random& dice, std::size_t number, std::size_t words)
{
  const std::string text = std::to_string(number);
  return random_object(dice, {"ns", "name-" + text, "uid-" + text, text}, words);
}

std::vector<Object> samples(Random& dice)
{
  std::vector<Object> objects;
  for (std::size_t number = 0; number < 50; ++number) objects.push_back(numbered(dice, number, 20));
  return objects;
}

// Of everything that an Object says.
bool share_bytes(const Object& one, const Object& other)
{
  return one.bytes().data() == other.bytes().data();
}

void expect_equal(const Object& got, const Object& wanted)
{
  ASSERT_EQ(got.bytes(), wanted.bytes());
  EXPECT_EQ(got.key(), wanted.key());
  EXPECT_EQ(got.uid(), wanted.uid());
  EXPECT_EQ(got.resource_version(), wanted.resource_version());
  EXPECT_EQ(got.api_version(), wanted.api_version());
  EXPECT_EQ(got.kind(), wanted.kind());
  EXPECT_EQ(got.generation(), wanted.generation());
  EXPECT_EQ(got.is_deleting(), wanted.is_deleting());
  EXPECT_EQ(got.labels(), wanted.labels());
  EXPECT_EQ(got.finalizers(), wanted.finalizers());
  ASSERT_EQ(got.owners().size(), wanted.owners().size());
  for (std::size_t number = 0; number < got.owners().size(); ++number) {
    EXPECT_EQ(got.owners()[number].name, wanted.owners()[number].name);
  }
  EXPECT_EQ(got.at("/data/text").bytes(), wanted.at("/data/text").bytes());
  EXPECT_EQ(got.memory(), wanted.memory());
}

TEST(ObjectPacker, GivesBackWhatItPackedByteForByte)
{
  SeededRandom dice(1);
  ObjectPacker packer(1);
  packer.learn(samples(dice));
  ASSERT_TRUE(packer.ready());
  std::size_t packed = 0;
  for (std::size_t number = 0; number < 2000; ++number) {
    const Object object = numbered(dice, number, dice.below(number % 100 == 0 ? 30000 : 60));
    const Object kept = packer.packed(object);
    EXPECT_EQ(kept.key(), object.key());
    EXPECT_TRUE(same_version(kept, object));
    EXPECT_LE(kept.memory(), object.memory());
    if (kept.memory() < object.memory()) ++packed;
    EXPECT_TRUE(share_bytes(packer.packed(kept), kept)) << "packed once";
    expect_equal(packer.whole(kept), object);
  }
  EXPECT_GT(packed, 1500U);
}

TEST(ObjectPacker, TakesWhatHasEscapesInItsNamesOrNoNamesAtAll)
{
  SeededRandom dice(2);
  ObjectPacker packer(1);
  packer.learn(samples(dice));
  const std::string data = R"(,"data":{"text":")" + random_text(dice, 200) + R"("}})";
  for (const std::string metadata :
       {R"({"metadata":{"name":"\u0061\n\"b","namespace":"n\u00e9","uid":"\\u","resourceVersion":"\u0031"})",
        R"({"metadata":{"name":"n","ownerReferences":[{"name":"\u0061","uid":"u"}],"managedFields":[1]})",
        R"({"metadata":null)", R"({"kind":"K")"}) {
    const Object object = Object::parse(metadata + data, {.keep_managed_fields = true});
    const Object kept = packer.packed(object);
    EXPECT_LT(kept.memory(), object.memory());
    EXPECT_EQ(kept.key(), object.key());
    EXPECT_TRUE(same_version(kept, object));
    expect_equal(packer.whole(kept), object);
  }
  EXPECT_FALSE(packer.packed(Object()));
  EXPECT_FALSE(packer.whole(Object()));
}

TEST(ObjectPacker, KeepsObjectsAsTheyAreBeforeThereAreEnoughOfThem)
{
  SeededRandom dice(3);
  const std::vector<Object> objects = samples(dice);
  ObjectPacker packer(objects.front().memory() + objects.back().memory());
  packer.learn({objects.front()});
  EXPECT_FALSE(packer.ready());
  EXPECT_EQ(packer.memory(), 0U);
  EXPECT_TRUE(share_bytes(packer.packed(objects[1]), objects[1]));
  EXPECT_TRUE(share_bytes(packer.packed_item(objects.front()), objects.front()));
  packer.forget_items();
  EXPECT_TRUE(share_bytes(packer.packed_item(objects.front()), objects.front()));
  EXPECT_FALSE(packer.ready()) << "the items of the list that broke off count no more";
  expect_equal(packer.whole(packer.packed_item(objects.back())), objects.back());
  EXPECT_TRUE(packer.ready());
  EXPECT_GT(packer.memory(), 1000U);
}

TEST(ObjectPacker, KeepsAnObjectAsItIsThatWouldNotBecomeSmaller)
{
  SeededRandom dice(4);
  ObjectPacker packer(1);
  packer.learn(samples(dice));
  const Object tiny = Object::parse(R"({"metadata":{"name":"a-name-of-its-own","uid":"8Jq0"}})");
  EXPECT_TRUE(share_bytes(packer.packed(tiny), tiny));
  std::string noise;
  while (noise.size() < 3000) noise += static_cast<char>('!' + dice.below(90));
  std::erase_if(noise, [](char c) { return c == '"' || c == '\\'; });
  const Object random = Object::parse(R"({"x":")" + noise + "\"}");
  EXPECT_LE(packer.packed(random).memory(), random.memory());
  expect_equal(packer.whole(packer.packed(random)), random);
}

// zstd makes no statistics of such samples.
TEST(ObjectPacker, LearnsFromSamplesThatAreAllTheSame)
{
  SeededRandom dice(5);
  for (const std::size_t words : {0U, 300U}) {
    ObjectPacker packer(1);
    const Object object = numbered(dice, 1, words);
    packer.learn(std::vector<Object>(200, object));
    ASSERT_TRUE(packer.ready());
    EXPECT_LT(packer.packed(object).memory(), object.memory());
    expect_equal(packer.whole(packer.packed(object)), object);
  }
  ObjectPacker packer(1);
  packer.learn({Object::parse("{}")});
  ASSERT_TRUE(packer.ready());
  const Object object = numbered(dice, 1, 100);
  expect_equal(packer.whole(packer.packed(object)), object);
}

TEST(ObjectPacker, SaysWhyItCannotGiveAnObjectBack)
{
  SeededRandom dice(6);
  ObjectPacker packer(1);
  packer.learn(samples(dice));
  const Object object = numbered(dice, 1, 100);
  const std::string packed(packer.packed(object).bytes());
  const auto begin = packed.find("name-1");
  ASSERT_EQ(begin, 1U);
  const auto cut = [&](std::string_view bytes) {
    detail::ScannedObject parts;
    parts.bytes = bytes;
    parts.header.name = {1, 7};
    parts.header.namespace_ = {7, 9};
    parts.header.uid = {9, 14};
    parts.header.resource_version = {14, 15};
    return detail::make_object(parts, {});
  };
  expect_equal(packer.whole(cut(packed)), object);
  const auto error_of = [&](std::string_view bytes) -> std::string {
    try {
      (void)packer.whole(cut(bytes));
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_THAT(error_of(std::string_view(packed).substr(0, packed.size() - 5)),
              ::testing::StartsWith("a compressed object cannot be read: zstd: "));
  EXPECT_EQ(error_of(std::string_view(packed).substr(0, 15)),
            "a compressed object cannot be read: it has no zstd header");
}

}  // namespace
}  // namespace kubexx::informer_test
