// SPDX-License-Identifier: Apache-2.0
// kubexx::schema checks a CRD without a server. It must give the answer that the server gives.
#include "kubexx/schema/crd_validation.hpp"

#include "../schema/gadget_crd.hpp"
#include "fixture.hpp"

namespace kubexx::testing {
namespace {

struct CrdValidation : ApiServerTest {
  /// The causes in the server's answer; the message of a 400, which has none.
  std::vector<std::string> answered(const Json& crd)
  {
    const auto answer = call("POST", std::string(definitions) + "?dryRun=All", crd);
    warned = !answer.header("Warning").empty();
    if (answer.status == 201) return {};
    if (answer.status == 400) return {" " + answer.message()};
    EXPECT_EQ(answer.status, 422U) << answer.body;
    std::vector<std::string> causes;
    for (const auto& cause : answer.json.at("details").at("causes")) {
      causes.push_back(cause.value("field", "") + " " + cause.value("message", ""));
    }
    return causes;
  }

  static std::vector<std::string> checked(const Json& crd)
  {
    std::vector<std::string> causes;
    for (const auto& cause : schema::validate_crd(crd)) causes.push_back(cause.field + " " + cause.message);
    return causes;
  }

  bool warned = false;
};

TEST_F(CrdValidation, IsThatOfTheServer)
{
  std::vector<std::string> places;
  schema::collect_places(schema::gadget_crd(), "", places);
  const Json odd = Json::parse(R"([null, true, -1, 1.5, "", "a b", ".spec.size", [], {}, [null], [1, "a"],
      {"type": "string"}, {"type": "array", "default": {"a": 1}}])");
  std::size_t refused = 0;
  for (const auto& place : places) {
    if (place.empty() || place == "/apiVersion" || place == "/kind") continue;
    for (const auto& value : odd) {
      auto crd = schema::gadget_crd();
      crd[Json::json_pointer(place)] = value;
      const auto expected = answered(crd);
      EXPECT_EQ(checked(crd), expected) << place << " " << value;
      if (expected.empty()) {
        EXPECT_EQ(!schema::crd_warnings(crd).empty(), warned) << place << " " << value;
      } else {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 500U);
}

TEST_F(CrdValidation, EndsWhereMembersAreMissing)
{
  std::vector<std::string> places;
  schema::collect_places(schema::gadget_crd(), "", places);
  for (const auto& place : places) {
    const Json::json_pointer pointer(place);
    if (place.empty() || place == "/apiVersion" || place == "/kind") continue;
    auto crd = schema::gadget_crd();
    auto& parent = crd[pointer.parent_pointer()];
    if (parent.is_object()) parent.erase(pointer.back());
    if (parent.is_array()) parent.erase(std::stoul(pointer.back()));
    EXPECT_EQ(checked(crd), answered(crd)) << place;
  }
}

}  // namespace
}  // namespace kubexx::testing
