// SPDX-License-Identifier: Apache-2.0
// ConversionReviews: what is accepted is answered with its uid and version, and the objects are those of the body;
// everything else is a BadReview.
#include <nlohmann/json.hpp>

#include "fuzz.hpp"
#include "kubexx/apimachinery/utf8.hpp"
#include "webhook/admission_review.hpp"
#include "webhook/conversion_review.hpp"

namespace {

using namespace kubexx;
using fuzz::require;

nlohmann::json response_of(const std::string& text, const detail::ConversionReview& review)
{
  auto answer = nlohmann::json::parse(valid_utf8(text), nullptr, false);
  if (answer.is_discarded()) return nullptr;  // half of a surrogate pair in an object
  require(answer.at("kind") == "ConversionReview" && answer.at("apiVersion") == review.api_version,
          "an answer has the version");
  require(answer.at("response").at("uid") == review.uid, "an answer has the uid");
  return answer["response"];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  detail::ConversionReview review;
  try {
    review = detail::read_conversion_review(text);
  } catch (const detail::BadReview& error) {
    require(!std::string_view(error.what()).empty(), "a refusal has a text");
    return 0;
  }
  require(!review.uid.empty() && !review.desired_api_version.empty(), "a review has a uid and a version");
  detail::ConvertedObjects objects;
  std::size_t end = 0;
  for (const auto& place : review.objects) {
    require(place.begin >= end && place.end > place.begin && place.end <= text.size(), "objects are in the body");
    end = place.end;
    objects.add(text.substr(place.begin, place.end - place.begin));
  }
  const auto failure = response_of(detail::write_conversion_failure(review, text.substr(0, 20)), review);
  require(failure.at("result").at("status") == "Failure" && failure.at("convertedObjects").empty(),
          "a failure has no objects");
  const auto success = response_of(objects.take_review(review), review);
  if (success.is_null()) return 0;
  require(success.at("result").at("status") == "Success", "a success is one");
  require(success.at("convertedObjects").size() == review.objects.size(), "as many objects as were asked for");
  return 0;
}
