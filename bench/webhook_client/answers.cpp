// SPDX-License-Identifier: Apache-2.0
#include "answers.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "kubexx/base/base64.hpp"
#include "review.hpp"

namespace kubexx::bench {

namespace {

using nlohmann::json;

// Go also reads bytes from an array of numbers, which kube-rs sends.
std::string patch_text(const json& patch)
{
  if (patch.is_string()) return decode_base64(patch.get<std::string>()).value_or("");
  std::string text;
  for (const json& byte : patch) text += static_cast<char>(byte.get<int>());
  return text;
}

}  // namespace

bool is_right(std::string_view body, std::string_view uid)
{
  constexpr std::string_view before = R"("uid":")";
  const std::size_t at = body.find(before);
  return at != std::string_view::npos && body.substr(at + before.size(), uid.size()) == uid &&
         body.find(R"("allowed":true)") != std::string_view::npos &&
         body.find(R"("patch":)") != std::string_view::npos && body.find(kWarning) != std::string_view::npos;
}

void check_answer(std::string_view body, std::string_view uid)
{
  const auto require = [&](bool holds, const char* what) {
    if (!holds) throw std::runtime_error(std::string(what) + ": " + std::string(body));
  };
  const json review = json::parse(body);
  const json& response = review.at("response");
  require(review.at("apiVersion") == "admission.k8s.io/v1" && review.at("kind") == "AdmissionReview", "another kind");
  require(response.at("uid") == uid && response.at("allowed") == true, "not admitted");
  require(response.at("warnings") == json::array({kWarning}), "not this one warning");
  require(response.at("patchType") == "JSONPatch", "not a JSON patch");

  json expected = json::parse(created_pod());
  const json patched = expected.patch(json::parse(patch_text(response.at("patch"))));
  expected["metadata"]["labels"][kLabel] = kLabelValue;
  expected["spec"]["containers"][0]["env"].push_back({{"name", kVariable}, {"value", kVariableValue}});
  require(patched == expected, "another patch");
}

}  // namespace kubexx::bench
