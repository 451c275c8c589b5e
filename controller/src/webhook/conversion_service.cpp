// SPDX-License-Identifier: Apache-2.0
#include "webhook/conversion_service.hpp"

#include <cstddef>
#include <optional>
#include <utility>

#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "kubexx/apimachinery/lossless_conversion.hpp"
#include "webhook/admission_review.hpp"

namespace kubexx::detail {

namespace {

constexpr unsigned kConverted = 200, kNoReview = 400;
/// After this time the executor does other work. In a simulation no time passes, so a review is answered in one step.
constexpr Duration kTurn = std::chrono::milliseconds(5);

HttpResponse conversion_response(unsigned status, const char* type, std::string body)
{
  HttpResponse response;
  response.status = status;
  response.headers.add("Content-Type", type);
  response.body = std::move(body);
  return response;
}

Object object_in(std::string_view body, ConversionReview::Place place)
{
  JsonScanner scanner(body.substr(place.begin, place.end - place.begin));
  return make_object(scan_object(scanner), {.keep_managed_fields = true, .type = nullptr});
}

std::string name_of_kind(const std::vector<DescribedKind>& versions)
{
  const ResourceInfo& first = *versions.front().resource;
  std::string text(first.kind);
  if (!first.group.empty()) text.append(".").append(first.group);
  text += " (";
  for (const auto& version : versions) {
    if (&version != &versions.front()) text += ", ";
    text += version.resource->version;
  }
  return text + ")";
}

}  // namespace

ConversionService::ConversionService(std::vector<ServedConversions> served, const Runtime& runtime)
    : served_(std::move(served)),
      clock_(runtime.clock),
      log_(runtime.log),
      panics_(runtime.metrics == nullptr
                  ? nullptr
                  : runtime.metrics->counter("controller_runtime_conversion_webhook_panics_total",
                                             "Number of exceptions of conversion functions", {}))
{
}

const ServedConversions* ConversionService::find(const Object& object) const
{
  for (const auto& one : served_) {
    if (one.conversions->find(object.kind(), object.api_version()) != nullptr) return &one;
  }
  return nullptr;
}

std::string ConversionService::unknown_kind(const Object& object) const
{
  std::string text = "there is no conversion of " + std::string(object.kind()) + " " +
                     std::string(object.api_version()) + "; this server converts ";
  bool first = true;
  for (const auto& one : served_) {
    for (const auto& versions : one.conversions->kinds()) {
      if (!first) text += ", ";
      first = false;
      text += name_of_kind(versions);
    }
  }
  return text;
}

ConversionService::Problem ConversionService::convert(std::string_view body, const ConversionReview& review,
                                                      std::size_t index, ConvertedObjects& to)
{
  const std::string& version = review.desired_api_version;
  try {
    const Object object = object_in(body, review.objects[index]);
    const ServedConversions* const served = find(object);
    if (served == nullptr) return {unknown_kind(object), false};
    if (!served->options.keeps_lost_members) {
      to.add(served->conversions->convert(object, version).bytes());
      return {};
    }
    const LosslessConversion converted = convert_lossless(*served->conversions, object, version);
    if (!converted.loss.empty()) note_loss(object, version, converted.loss);
    to.add(converted.object.bytes());
    return {};
  } catch (const ConversionError& error) {
    return {error.what(), error.is_mistake()};
  } catch (const std::exception& error) {
    return {"request.objects[" + std::to_string(index) + "]: " + error.what(), false};
  }
}

void ConversionService::note_loss(const Object& object, const std::string& to, const std::string& loss)
{
  const std::string kind(object.kind());
  {
    const std::lock_guard lock(mutex_);
    if (!noted_.insert(kind + " " + std::string(object.api_version()) + " " + to).second) return;
  }
  log_.warn("a conversion loses what the version cannot express; later ones of this kind are not logged",
            {{"kind", kind},
             {"object", object.key().to_string()},
             {"from", object.api_version()},
             {"to", to},
             {"error", loss}});
}

void ConversionService::note_problem(const ConversionReview& review, const Problem& problem)
{
  if (!problem.is_mistake) {
    log_.warn("conversion failed", {{"request", review.uid}, {"error", problem.text}});
    return;
  }
  if (panics_) panics_->increment();
  log_.error("conversion function threw an exception", {{"request", review.uid}, {"error", problem.text}});
}

awaitable<HttpResponse> ConversionService::answer(std::shared_ptr<ConversionService> self, std::string body,
                                                  CallLimits limits)
{
  ConversionReview review;
  std::string refusal;
  if (body.empty()) refusal = "the request body is empty";
  try {
    if (refusal.empty()) review = read_conversion_review(body);
  } catch (const BadReview& problem) {
    refusal = std::string("this is no ConversionReview: ") + problem.what();
    if (!problem.uid.empty()) refusal += " (request " + problem.uid + ")";
  }
  if (!refusal.empty()) co_return conversion_response(kNoReview, "text/plain; charset=utf-8", refusal + "\n");
  ConvertedObjects converted;
  Problem problem;
  SteadyTime turn = self->clock_->now();
  for (std::size_t index = 0; index < review.objects.size() && problem.text.empty(); ++index) {
    if (self->clock_->now() - turn >= kTurn) {
      co_await async_yield();
      turn = self->clock_->now();
    }
    if (limits.stop.stop_requested()) {
      problem.text = "the webhook server is stopping";
    } else if (limits.deadline && self->clock_->now() >= *limits.deadline) {
      problem.text = "the API server does not wait longer: " + std::to_string(index) + " of " +
                     std::to_string(review.objects.size()) + " objects were converted in time";
    } else {
      problem = self->convert(body, review, index, converted);
    }
  }
  std::string().swap(body);
  if (problem.text.empty())
    co_return conversion_response(kConverted, "application/json", converted.take_review(review));
  self->note_problem(review, problem);
  co_return conversion_response(kConverted, "application/json", write_conversion_failure(review, problem.text));
}

}  // namespace kubexx::detail
