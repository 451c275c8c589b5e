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

constexpr std::string_view kConversionV1 = "apiextensions.k8s.io/v1";
constexpr std::string_view kConversionV1Beta1 = "apiextensions.k8s.io/v1beta1";
constexpr std::size_t kChunk = std::size_t{256} << 10U;

/// Reads the members of a ConversionReview while a scanner passes them. Members with one name: the last one counts.
class ConversionReviewReader {
public:
  explicit ConversionReviewReader(std::string_view body) : scanner_(body) {}

  ConversionReview run()
  {
    try {
      scanner_.skip_space();
      JsonScanner::Walk walk(scanner_, '{');
      while (walk.next()) top_level(walk.key());
      scanner_.skip_space();
      if (!scanner_.at_end()) scanner_.fail("text after the ConversionReview");
    } catch (const ObjectError& error) {
      throw BadReview(error.what(), review_.uid);
    }
    check();
    return std::move(review_);
  }

private:
  void top_level(std::string_view key)
  {
    if (key == "apiVersion") {
      review_.api_version = text("apiVersion");
    } else if (key == "kind") {
      kind_ = text("kind");
    } else if (key == "request") {
      review_.uid.clear();
      review_.desired_api_version.clear();
      review_.objects.clear();
      has_request_ = scanner_.peek() == '{';
      if (!has_request_) {
        scanner_.value();
        return;
      }
      JsonScanner::Walk walk(scanner_, '{');
      while (walk.next()) member(walk.key());
    } else {
      scanner_.value();
    }
  }

  void member(std::string_view key)
  {
    if (key == "uid") {
      review_.uid = text("request.uid");
    } else if (key == "desiredAPIVersion") {
      review_.desired_api_version = text("request.desiredAPIVersion");
    } else if (key == "objects") {
      objects();
    } else {
      scanner_.value();
    }
  }

  std::string text(const char* path)
  {
    const auto bytes = scanner_.value();
    if (bytes == "null") return {};
    auto value = JsonView(bytes).as_string();
    if (!value) throw ObjectError(std::string(path) + ": expected a string");
    return std::move(*value);
  }

  void objects()
  {
    review_.objects.clear();
    if (scanner_.peek() != '[') {
      if (scanner_.value() != "null") throw ObjectError("request.objects: expected an array");
      return;
    }
    JsonScanner::Walk walk(scanner_, '[');
    while (walk.next()) {
      if (scanner_.peek() != '{') {
        throw ObjectError("request.objects[" + std::to_string(review_.objects.size()) + "]: expected an object");
      }
      // An object may be nested as deep as it may be in the API server.
      JsonScanner inside(scanner_.text(), scanner_.position());
      inside.value();
      review_.objects.push_back({scanner_.position(), inside.position()});
      scanner_.pass_to(inside.position());
    }
  }

  void check() const
  {
    const std::string& version = review_.api_version;
    if (version != kConversionV1 && version != kConversionV1Beta1) {
      throw BadReview("apiVersion \"" + version + "\" is not " + std::string(kConversionV1) + " or " +
                          std::string(kConversionV1Beta1),
                      review_.uid);
    }
    if (kind_ != "ConversionReview") throw BadReview("kind \"" + kind_ + "\" is not ConversionReview", review_.uid);
    if (!has_request_) throw BadReview("the ConversionReview has no request", review_.uid);
    if (review_.uid.empty()) throw BadReview("request.uid is missing", review_.uid);
    if (review_.desired_api_version.empty()) throw BadReview("request.desiredAPIVersion is missing", review_.uid);
  }

  JsonScanner scanner_;
  ConversionReview review_;
  std::string kind_;
  bool has_request_ = false;
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
