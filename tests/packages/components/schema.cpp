// SPDX-License-Identifier: Apache-2.0
#include <kubexx/schema/structural_schema.hpp>
#include <nlohmann/json.hpp>

int main()
{
  try {
    const kubexx::schema::StructuralSchema wrong(nlohmann::json::array());
    return 1;
  } catch (const kubexx::schema::SchemaError&) {
    // What the library throws reaches the program.
  }
  const kubexx::schema::StructuralSchema schema(nlohmann::json::parse(R"({
    "type": "object",
    "properties": {"spec": {"type": "object", "properties": {"size": {"type": "integer", "default": 3}}}},
    "x-kubernetes-validations": [{"rule": "self.spec.size < 9"}]
  })"));
  nlohmann::json object{{"apiVersion", "example.com/v1"}, {"kind", "Window"}, {"spec", nlohmann::json::object()}};
  schema.apply_defaults(object);
  if (object["spec"]["size"] != 3 || !schema.validate(object).empty()) return 1;
  object["spec"]["size"] = 9;
  return schema.validate(object).size() == 1 ? 0 : 1;
}
