// SPDX-License-Identifier: Apache-2.0
// FieldsV1 of managedFields: what was decoded is written and decoded to the same set, and the operations on two sets
// agree with each other.
#include <nlohmann/json.hpp>

#include "apply/fields_v1.hpp"
#include "core/request.hpp"
#include "core/status.hpp"
#include "fuzz.hpp"

namespace {

using namespace kubexx;
using namespace kubexx::apiserver;
using fuzz::require;

apply::FieldSet read(std::string_view text)
{
  return apply::decode_fields(parse_json(text, "fields"));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  fuzz::Input input(data, size);
  try {
    const auto a = read(input.line());
    const auto b = read(input.rest());
    const auto text = apply::fields_text(a);
    require(read(text) == a, "what was written is read");
    require(apply::fields_text(read(text)) == text, "writing is the same again");
    require(apply::decode_fields(apply::encode_fields(a)) == a, "the value is the text");
    std::size_t members = 0;
    a.each([&](const apply::Path& path) {
      require(a.has(path), "a member is found");
      ++members;
    });
    require(members == a.size() && (members == 0) == a.empty(), "the size is the number of members");
    const auto all = apply::unite(a, b);
    const auto both = apply::intersection(a, b);
    require(all == apply::unite(b, a), "the order of a union does not matter");
    require(all.size() == a.size() + b.size() - both.size(), "sizes add up");
    require(apply::difference(a, b).size() == a.size() - both.size(), "a difference has what is not in both");
    require(apply::difference(both, b).empty(), "what is in both is in each");
    require(apply::leaves(a).size() <= a.size(), "leaves are members");
  } catch (const Failure&) {
  } catch (const apply::FieldsError&) {
  }
  return 0;
}
