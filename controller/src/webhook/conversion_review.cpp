// SPDX-License-Identifier: Apache-2.0
#include "webhook/conversion_review.hpp"

#include <utility>

#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/json_writer.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/utf8.hpp"
#include "webhook/admission_review.hpp"

namespace kubexx::detail {

namespace {

constexpr ReviewType kConversion{"ConversionReview", "apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1", false};
constexpr std::size_t kChunk = std::size_t{256} << 10U;

class ConversionReviewReader final : private ReviewReader {
public:
  explicit ConversionReviewReader(std::string_view body) : ReviewReader(body, kConversion) {}

  ConversionReview run()
  {
    read();
    review_.api_version = api_version();
    review_.uid = uid();
    if (review_.desired_api_version.empty()) throw BadReview("request.desiredAPIVersion is missing", uid());
    return std::move(review_);
  }

private:
  void begin_request() override { review_ = {}; }

  void member(std::string_view key) override
  {
    if (key == "desiredAPIVersion") {
      review_.desired_api_version = text("request.desiredAPIVersion");
    } else if (key == "objects") {
      objects();
    } else {
      scanner().value();
    }
  }

  void objects()
  {
    review_.objects.clear();
    if (scanner().peek() != '[') {
      if (scanner().value() != "null") throw ObjectError("request.objects: expected an array");
      return;
    }
    JsonScanner::Walk walk(scanner(), '[');
    while (walk.next()) {
      if (scanner().peek() != '{') {
        throw ObjectError("request.objects[" + std::to_string(review_.objects.size()) + "]: expected an object");
      }
      const std::size_t begin = scanner().position();
      pass_object([](JsonScanner& inside) { inside.value(); });
      review_.objects.push_back({begin, scanner().position()});
    }
  }

  ConversionReview review_;
};

/// Writes the review up to the members of its response behind the uid.
void begin_conversion_review(JsonWriter& to, const ConversionReview& request)
{
  to.begin_object();
  to.key("kind");
  to.string("ConversionReview");
  to.key("apiVersion");
  to.string(request.api_version);
  to.key("response");
  to.begin_object();
  to.key("uid");
  to.string(request.uid);
}

}  // namespace

ConversionReview read_conversion_review(std::string_view body)
{
  return ConversionReviewReader(body).run();
}

void ConvertedObjects::add(std::string_view object)
{
  if (chunks_.empty() || chunks_.back().size() + object.size() + 1 > kChunk) {
    chunks_.emplace_back();
    chunks_.back().reserve(object.size() < kChunk ? kChunk : object.size() + 1);
  }
  if (size_ > 0) chunks_.back() += ',';
  chunks_.back() += object;
  size_ += object.size() + 1;
}

std::string ConvertedObjects::take_review(const ConversionReview& request)
{
  JsonWriter head;
  begin_conversion_review(head, request);
  constexpr std::string_view objects = R"(,"convertedObjects":[)";
  constexpr std::string_view end = R"(],"result":{"status":"Success"}}})";
  std::string text = head.take();
  text.reserve(text.size() + objects.size() + size_ + end.size());
  text += objects;
  for (std::string& chunk : chunks_) {
    text += chunk;
    std::string().swap(chunk);
  }
  chunks_.clear();
  size_ = 0;
  return text += end;
}

std::string write_conversion_failure(const ConversionReview& request, std::string_view message)
{
  JsonWriter to;
  begin_conversion_review(to, request);
  to.key("convertedObjects");
  to.begin_array();
  to.end_array();
  to.key("result");
  to.begin_object();
  to.key("status");
  to.string("Failure");
  to.key("message");
  to.string(valid_utf8(message));
  to.end_object();
  to.end_object();
  to.end_object();
  return to.take();
}

}  // namespace kubexx::detail
