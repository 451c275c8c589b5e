// SPDX-License-Identifier: Apache-2.0
// fifty_crds --print-crd: an operator of fifty kinds, each with fifty members, three facts each and two CEL rules.
// `time build/release/bench/fifty_crds --print-crd` is what printing and checking its CRDs costs.
#include <boost/preprocessor/repetition/repeat.hpp>
#include <boost/preprocessor/repetition/repeat_from_to.hpp>
#include <cstdint>
#include <kubexx/controller.hpp>
#include <kubexx/schema/crds.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace {

using kubexx::ResourceInfo;

/// Five members.
#define MEMBERS(z, n, data)          \
  std::string name##n;               \
  std::int64_t count##n = 0;         \
  std::optional<bool> enabled##n;    \
  std::vector<std::string> hosts##n; \
  std::map<std::string, std::string> tags##n;
#define FACTS(z, n, data)                                                    \
  , (name##n, min_length(1), max_length(63), pattern("^[a-z0-9-]*$")),       \
      (count##n, minimum(1), maximum(100), description("A number.")),        \
      (enabled##n, default_value(true), nullable, description("A switch.")), \
      (hosts##n, list_set, max_items(9), items, max_length(253)), (tags##n, max_properties(9), items, max_length(63))

struct Spec {
  std::string first;
  BOOST_PP_REPEAT(10, MEMBERS, ~)
};
KUBEXX_DESCRIBE(Spec, first BOOST_PP_REPEAT(10, FACTS, ~));
KUBEXX_SCHEMA(Spec, rule("self.count0 < self.count1", {.message = "must grow"}),
              rule("!has(self.first) || self.first == oldSelf.first", {.message = "is immutable"}));

#define KIND(z, n, data)                                                                          \
  struct Kind##n {                                                                                \
    static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Kind" #n, "kind" #n "s"}; \
    Spec spec;                                                                                    \
  };                                                                                              \
  KUBEXX_DESCRIBE(Kind##n, (spec, required));
BOOST_PP_REPEAT(50, KIND, ~)

#define NAME(z, n, data) , Kind##n

}  // namespace

int main(int argc, char** argv)
{
  kubexx::OperatorOptions options;
  options.name = "fifty-crds";
  options.crds = kubexx::schema::crds<Kind0 BOOST_PP_REPEAT_FROM_TO(1, 50, NAME, ~)>();
  return kubexx::run_operator(argc, argv, options, [](kubexx::Manager& /*manager*/) {});
}
