// SPDX-License-Identifier: Apache-2.0
// TokenReviews and SubjectAccessReviews: what is accepted is answered with its version, whatever the decision;
// everything else is a BadReview.
#include <nlohmann/json.hpp>

#include "fuzz.hpp"
#include "webhook/access_review.hpp"
#include "webhook/review_reader.hpp"
#include "webhook/token_review.hpp"

namespace {

using namespace kubexx;
using fuzz::require;

nlohmann::json status_of(const std::string& text, const char* kind, const std::string& version)
{
  const auto answer = nlohmann::json::parse(text, nullptr, false);
  require(answer.is_object(), "an answer is JSON");
  require(answer.at("kind") == kind && answer.at("apiVersion") == version, "an answer has the version");
  return answer.at("status");
}

void check_token(std::string_view text)
{
  const auto review = detail::read_token_review(text);
  require(!review.request.token.empty(), "a review has a token");
  AdmissionUser user;
  user.name = review.request.token;
  user.groups = review.request.audiences;
  user.extra[user.name] = user.groups;
  const auto known = TokenVerdict::authenticated(user, review.request.audiences);
  const auto status =
      status_of(detail::write_token_review(review.api_version, known), "TokenReview", review.api_version);
  require(status.at("authenticated") == true && status.at("user").contains("username"), "a user is answered");
  const auto error = TokenVerdict::unauthenticated(std::string(text.substr(0, 20)));
  require(status_of(detail::write_token_review(review.api_version, error), "TokenReview", review.api_version)
                  .at("authenticated") == false,
          "an error is no user");
}

void check_access(std::string_view text)
{
  const auto review = detail::read_access_review(text);
  const auto denied = AccessVerdict::denied(std::string(text.substr(0, 20)));
  const auto status =
      status_of(detail::write_access_review(review.api_version, denied), "SubjectAccessReview", review.api_version);
  require(status.at("denied") == true && status.at("allowed") == false, "a denial is one");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto& check : {check_token, check_access}) {
    try {
      check(text);
    } catch (const detail::BadReview& error) {
      require(!std::string_view(error.what()).empty(), "a refusal has a text");
    }
  }
  return 0;
}
