// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/detail/new_object.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/object.hpp"

namespace new_object_test {

struct Spec {
  int replicas = 1;
  std::string text;
};
BOOST_DESCRIBE_STRUCT(Spec, (), (replicas, text))

struct Thing {
  static constexpr kubexx::ResourceInfo kubexx_resource{"example.org", "v1", "Thing", "things"};
  kubexx::ObjectMeta metadata;
  Spec spec;
};
BOOST_DESCRIBE_STRUCT(Thing, (), (metadata, spec))

/// Says its kind itself.
struct Spoken {
  static constexpr kubexx::ResourceInfo kubexx_resource{"example.org", "v1", "Spoken", "spokens"};
  std::string kind;
  kubexx::ObjectMeta metadata;
};
BOOST_DESCRIBE_STRUCT(Spoken, (), (kind, metadata))

/// Names its objects in a way of its own.
struct Odd {
  static constexpr kubexx::ResourceInfo kubexx_resource{"example.org", "v1", "Odd", "odds"};
  nlohmann::json metadata;
};
BOOST_DESCRIBE_STRUCT(Odd, (), (metadata))

namespace {

template <class T>
std::optional<kubexx::detail::NewObject> written(const T& value)
{
  return kubexx::detail::write_new_object(&value, kubexx::detail::codec_of<T>, kubexx::resource_of<T>());
}

TEST(NewObject, HasTheBytesAndTheKeyOfTheObject)
{
  Thing thing;
  thing.metadata.name = "a";
  for (const char* namespace_ : {"", "default"}) {
    thing.metadata.namespace_ = namespace_;
    const kubexx::Object object = kubexx::Object::from(thing);
    const auto text = written(thing);
    ASSERT_TRUE(text);
    EXPECT_EQ(text->text, object.bytes());
    EXPECT_EQ(text->key, object.key());
    thing.spec = {.replicas = 5, .text = "\"quoted\""};
  }
}

TEST(NewObject, IsNoneWhereOnlyTheObjectCanTell)
{
  Thing thing;
  thing.metadata.generateName = "a-";
  EXPECT_FALSE(written(thing));
  Spoken spoken;
  spoken.metadata.name = "a";
  EXPECT_FALSE(written(spoken));
  EXPECT_FALSE(written(Odd{.metadata = {{"name", "a"}}}));
}

TEST(NewObject, SaysWhatCannotBeWrittenAsTheObjectDoes)
{
  Thing thing;
  thing.metadata.name = "a";
  thing.spec.text = "\xff";
  const auto error_of = [](auto work) -> std::string {
    try {
      (void)work();
    } catch (const kubexx::ObjectError& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(error_of([&] { return written(thing); }), error_of([&] { return kubexx::Object::from(thing); }));
  EXPECT_NE(error_of([&] { return written(thing); }), "");
}

}  // namespace
}  // namespace new_object_test
