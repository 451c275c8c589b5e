// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/typed_schema.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/schema/crd_validation.hpp"

namespace typed_schema_test {

using namespace kubexx;

enum class Colour { red, green };
BOOST_DESCRIBE_ENUM(Colour, red, green)

struct Limits {
  std::optional<int> most;
};
KUBEXX_DESCRIBE(Limits, (most, default_value(7)));

struct Pane {
  std::string id;
  std::optional<int> weight;
};
KUBEXX_DESCRIBE(Pane, id, (weight, default_value(1), maximum(5)));

struct WindowSpec {
  int size = 1;
  std::optional<Colour> colour;
  std::string shape;
  double ratio = 0;
  std::optional<Limits> limits;
  std::vector<Pane> panes;
};
KUBEXX_DESCRIBE(WindowSpec, (size, minimum(1), rule("self >= oldSelf", "may not shrink")),
                (colour, default_value(Colour::red)), (shape, enum_value("round"), enum_value("square")), ratio,
                (limits, default_json("{}")), (panes, list_map_key("id"), max_items(4)));

struct Window {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Window", "windows"};
  ObjectMeta metadata;
  WindowSpec spec;
};
KUBEXX_DESCRIBE(Window, metadata, (spec, required));
KUBEXX_SCHEMA(Window, rule("self.kind == 'Window' && self.apiVersion == 'example.org/v1' && self.metadata.name != 'w'",
                           "the name is taken"));

struct BadRule {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "BadRule", "badrules"};
  ObjectMeta metadata;
  int size = 0;
};
KUBEXX_DESCRIBE(BadRule, metadata, (size, rule("self.weight > 0")));

struct BadShape {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "BadShape", "badshapes"};
  ObjectMeta metadata;
  int size = 0;
};
KUBEXX_DESCRIBE(BadShape, metadata, (size, keywords("[1]")));

Window window_of(int size)
{
  Window window;
  window.metadata.name = "a";
  window.spec.size = size;
  return window;
}

std::vector<std::string> causes(const std::vector<StatusCause>& found)
{
  std::vector<std::string> result;
  for (const auto& cause : found) result.push_back(cause.field + " " + cause.reason + ": " + cause.message);
  return result;
}

using schema::TypedSchema;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(TypedSchema, SetsTheDefaultsOfAServer)
{
  const TypedSchema<Window> schema;
  auto window = window_of(2);
  window.spec.panes.push_back({.id = "x", .weight = {}});
  window.spec.panes.push_back({.id = "y", .weight = 4});
  const auto full = schema.defaulted(window);
  EXPECT_EQ(full.spec.colour, Colour::red);
  ASSERT_TRUE(full.spec.limits) << "its default is {}";
  EXPECT_EQ(full.spec.limits->most, 7) << "the default inside of a default";
  EXPECT_EQ(full.spec.panes.at(0).weight, 1);
  EXPECT_EQ(full.spec.panes.at(1).weight, 4);
  EXPECT_EQ(full.spec.size, 2);
  EXPECT_EQ(full.metadata.name, "a");
  window.spec.colour = Colour::green;
  EXPECT_EQ(schema.defaulted(window).spec.colour, Colour::green);
}

TEST(TypedSchema, ValidatesANewObject)
{
  const TypedSchema<Window> schema;
  auto window = window_of(2);
  EXPECT_THAT(causes(schema.validate(window)), IsEmpty());
  window.spec.size = 0;
  window.spec.shape = "flat";
  EXPECT_THAT(
      causes(schema.validate(window)),
      ElementsAre(
          "spec.shape FieldValueNotSupported: Unsupported value: \"flat\": supported values: \"round\", "
          "\"square\"",
          "spec.size FieldValueInvalid: Invalid value: 0: spec.size in body should be greater than or equal to 1",
          "<nil> FieldValueInvalid: Invalid value: null: some validation rules were not checked because the "
          "object was invalid; correct the existing errors to complete validation"));
  window = window_of(2);
  window.metadata.name = "w";
  EXPECT_THAT(causes(schema.validate(window)),
              ElementsAre("<nil> FieldValueInvalid: Invalid value: the name is taken"));
}

TEST(TypedSchema, ValidatesAnUpdate)
{
  const TypedSchema<Window> schema;
  EXPECT_THAT(causes(schema.validate(window_of(2), window_of(3))), IsEmpty());
  EXPECT_THAT(causes(schema.validate(window_of(3), window_of(2))),
              ElementsAre("spec.size FieldValueInvalid: Invalid value: 2: may not shrink"));
}

TEST(TypedSchema, AcceptsAnOldMistakeThatStays)
{
  const TypedSchema<Window> schema;
  auto old = window_of(2);
  old.spec.shape = "flat";
  auto changed = old;
  changed.spec.size = 3;
  EXPECT_THAT(causes(schema.validate(old, changed)), IsEmpty());
  changed.spec.shape = "flatter";
  EXPECT_EQ(schema.validate(old, changed).size(), 2U);
}

TEST(TypedSchema, RefusesWhatIsNoSchemaAndNoJson)
{
  EXPECT_THROW(TypedSchema<BadRule>(), schema::SchemaError);
  EXPECT_THROW(TypedSchema<BadShape>(), CrdError);
  auto window = window_of(2);
  window.spec.ratio = std::nan("");
  const TypedSchema<Window> schema;
  EXPECT_THROW((void)schema.validate(window), ObjectError);
  EXPECT_THROW((void)schema.defaulted(window), ObjectError);
}

TEST(TypedSchema, TheCrdOfAKindIsValid)
{
  EXPECT_THAT(causes(schema::validate_crd(crd_of(described_kind<Window>()))), IsEmpty());
  EXPECT_THAT(causes(schema::validate_crd(crd_of(described_kind<BadRule>()))),
              ElementsAre(testing::HasSubstr("type 'int' does not support field selection")));
}

}  // namespace typed_schema_test
