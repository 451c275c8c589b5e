// SPDX-License-Identifier: Apache-2.0
// Described structs over objects: a value that was read and is written back changes nothing; one that is written over
// another object is read back, and what its type does not know survives.
#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>
#include <nlohmann/json.hpp>

#include "fuzz.hpp"
#include "json_names.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "support/partial_deployment.hpp"

// Not in an unnamed namespace, where clang sees that some of their operators are not needed.
namespace kubexx::fuzz {

enum class Mode { fast, slow };
BOOST_DESCRIBE_ENUM(Mode, fast, slow)

struct Part {
  std::string name;
  Quantity amount;
  std::optional<IntOrString> port;

  friend bool operator==(const Part&, const Part&) = default;
};
BOOST_DESCRIBE_STRUCT(Part, (), (name, amount, port))

struct GadgetSpec {
  bool on = false;
  std::uint8_t small = 0;
  double ratio = 0;
  Mode mode = Mode::fast;
  MetaDuration period;
  std::optional<MicroTime> renewed;
  std::vector<Part> parts;
  std::map<std::string, std::vector<Part>> groups;
  std::vector<std::vector<std::string>> words;
  nlohmann::json anything;

  friend bool operator==(const GadgetSpec&, const GadgetSpec&) = default;
};
BOOST_DESCRIBE_STRUCT(GadgetSpec, (), (on, small, ratio, mode, period, renewed, parts, groups, words, anything))

struct Gadget {
  static constexpr ResourceInfo kubexx_resource{"example.com", "v1", "Gadget", "gadgets"};
  ObjectMeta metadata;
  GadgetSpec spec;

  friend bool operator==(const Gadget&, const Gadget&) = default;
};
BOOST_DESCRIBE_STRUCT(Gadget, (), (metadata, spec))

}  // namespace kubexx::fuzz

namespace {

using namespace kubexx;
using fuzz::Gadget;
using fuzz::require;

template <class T>
void check(const Object& original, std::string_view other)
{
  try {
    const auto read = original.as<T>();
    require(same_content(original.with(read), original), "writing back what was read changes nothing");
  } catch (const ObjectError&) {
  }
  try {
    const auto value = decode_text<T>(other);
    // A time's fraction, for one, is read and not written: what counts is what is written.
    const auto text = encode(value);
    require(encode(decode_text<T>(text)) == text, "what was written is read");
    const auto over = original.with(value);
    require(encode(over.template as<T>()) == text, "what was written over an object is read");
    require(same_content(over.with(value), over), "writing twice is writing once");
    const auto before = original.json();
    const auto after = over.json();
    for (const auto& [name, member] : before.items()) {
      if (name == "metadata" || name == "spec" || name == "status") continue;
      require(after.contains(name) && after[name] == member, "unknown members survive");
    }
  } catch (const ObjectError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  fuzz::Input input(data, size);
  const bool gadget = input.byte() % 2 == 1;
  const auto first = input.line();
  const auto second = input.rest();
  Object original;
  try {
    original = Object::parse(first, {.keep_managed_fields = true, .type = nullptr});
  } catch (const ObjectError&) {
    return 0;
  }
  if (fuzz::has_a_name_twice(first) || fuzz::has_a_name_twice(second)) return 0;
  if (gadget) {
    check<Gadget>(original, second);
  } else {
    check<test::Deployment>(original, second);
  }
  return 0;
}
