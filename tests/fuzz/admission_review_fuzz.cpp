// SPDX-License-Identifier: Apache-2.0
// AdmissionReviews: what is accepted is answered with its uid and version, whatever the decision; everything else is a
// BadReview.
#include <boost/asio/io_context.hpp>
#include <nlohmann/json.hpp>

#include "context/controller_services.hpp"
#include "fuzz.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "webhook/admission_review.hpp"

namespace {

using namespace kubexx;
using fuzz::require;

Client idle_client()
{
  static asio::io_context io;
  static ManualClock clock;
  Runtime runtime;
  runtime.clock = &clock;
  runtime.executor = io.get_executor();
  return Client(runtime, nullptr);
}

void check_answer(const std::string& text, const std::string& version, const std::string& uid, bool allowed)
{
  const auto answer = nlohmann::json::parse(text, nullptr, false);
  require(answer.is_object(), "an answer is JSON");
  require(answer.at("kind") == "AdmissionReview" && answer.at("apiVersion") == version, "an answer has the version");
  require(answer.at("response").at("uid") == uid, "an answer has the uid");
  require(answer.at("response").at("allowed") == allowed, "an answer has the decision");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  detail::AdmissionReview review;
  try {
    review = detail::read_admission_review(text);
  } catch (const detail::BadReview& error) {
    require(!std::string_view(error.what()).empty(), "a refusal has a text");
    return 0;
  }
  const std::string uid = review.request.uid;
  require(!uid.empty(), "a review has a uid");
  for (const Object* object : {&review.request.object, &review.request.old_object}) {
    if (*object) (void)Object::parse(object->bytes());
  }
  static const Client client = idle_client();
  const AdmissionContext context(nullptr, {"/validate", client, Log(), {}, std::nullopt}, review.request);
  detail::AdmissionAnswer answer;
  check_answer(detail::write_admission_review(review.api_version, context, answer), review.api_version, uid, true);
  StatusCause cause;
  cause.reason = "FieldValueInvalid";
  cause.message = std::string(text.substr(0, 20));
  cause.field = "spec";
  answer.verdict = AdmissionVerdict(std::vector<StatusCause>{cause});
  check_answer(detail::write_admission_review(review.api_version, context, answer), review.api_version, uid, false);
  return 0;
}
