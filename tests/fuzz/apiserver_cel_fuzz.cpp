// SPDX-License-Identifier: Apache-2.0
// CEL rules: any source is compiled or refused, and what compiles ends within its cost limit.
#include <array>
#include <nlohmann/json.hpp>

#include "fuzz.hpp"
#include "kubexx/cel/detail/program.hpp"
#include "kubexx/cel/detail/show.hpp"
#include "kubexx/schema/detail/rules.hpp"

namespace {

using namespace kubexx::schema::detail;

const Json& self_value()
{
  static const auto self = Json::parse(R"({"n": 5, "d": 2.5, "s": "hello", "b": true, "list": [1, 2, 3],
    "set": ["a", "b"], "keyed": [{"k": "x", "v": 1}, {"k": "y"}], "map": {"a": "b"}, "port": 80,
    "t": "2024-02-29T12:30:45Z", "u": "1m30s", "raw": "YWJj"})");
  return self;
}

const cel::TypePtr& self_type()
{
  static const auto type = [] {
    FieldErrors errors;
    return schema_type(parse_schema(Json::parse(R"({"type": "object", "properties": {
          "n": {"type": "integer"}, "d": {"type": "number"}, "s": {"type": "string"}, "b": {"type": "boolean"},
          "list": {"type": "array", "items": {"type": "integer"}},
          "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
          "keyed": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
            "items": {"type": "object", "properties": {"k": {"type": "string"}, "v": {"type": "integer"}}}},
          "map": {"type": "object", "additionalProperties": {"type": "string"}},
          "port": {"x-kubernetes-int-or-string": true}, "t": {"type": "string", "format": "date-time"},
          "u": {"type": "string", "format": "duration"}, "raw": {"type": "string", "format": "byte"}}})"),
                                    "", errors),
                       false);
  }();
  return type;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string source(reinterpret_cast<const char*>(data), size);
  std::string problem;
  const auto program = cel::Program::compile(source, {{"self", self_type()}, {"oldSelf", self_type()}}, problem);
  if (!program) {
    if (problem.empty()) __builtin_trap();
    return 0;
  }
  const auto self = cel::from_json(self_value(), self_type());
  const std::array<cel::Value, 2> values{self, self};
  constexpr std::uint64_t limit = 20'000;
  const auto outcome = program->run(values, limit);
  if (!outcome.exceeded && outcome.cost > limit) __builtin_trap();
  if (!outcome.value.is_error()) (void)cel::show(outcome.value);
  return 0;
}
