// SPDX-License-Identifier: Apache-2.0
#include "webhook/review_reader.hpp"

#include <utility>

#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/object.hpp"

namespace kubexx::detail {

BadReview::BadReview(const std::string& problem, std::string request_uid)
    : std::runtime_error(problem), uid(std::move(request_uid))
{
}

void begin_review_status(JsonWriter& to, const ReviewType& type, std::string_view api_version)
{
  to.begin_object();
  to.key("kind");
  to.string(type.kind);
  to.key("apiVersion");
  to.string(api_version);
  to.key("status");
  to.begin_object();
}

std::string end_review_status(JsonWriter& to)
{
  to.end_object();
  to.end_object();
  return to.take();
}

void ReviewReader::read()
{
  try {
    scanner_.skip_space();
    JsonScanner::Walk walk(scanner_, '{');
    while (walk.next()) top_level(walk.key());
    scanner_.skip_space();
    if (!scanner_.at_end()) scanner_.fail("text after the review");
  } catch (const ObjectError& error) {
    throw BadReview(error.what(), uid_);
  }
  check();
}

void ReviewReader::top_level(std::string_view key)
{
  if (key == "apiVersion") {
    api_version_ = text("apiVersion");
  } else if (key == "kind") {
    kind_ = text("kind");
  } else if (key == type_.request) {
    request();
  } else {
    scanner_.value();
  }
}

void ReviewReader::request()
{
  uid_.clear();
  begin_request();
  has_request_ = scanner_.peek() == '{';
  if (!has_request_) {
    scanner_.value();
    return;
  }
  JsonScanner::Walk walk(scanner_, '{');
  while (walk.next()) {
    if (type_.has_uid && walk.key() == "uid") {
      uid_ = text("request.uid");
    } else {
      member(walk.key());
    }
  }
}

std::string ReviewReader::text(const char* path)
{
  const auto bytes = scanner_.value();
  if (bytes == "null") return {};
  auto value = JsonView(bytes).as_string();
  if (!value) throw ObjectError(std::string(path) + ": expected a string");
  return std::move(*value);
}

void ReviewReader::check()
{
  const std::string kind(type_.kind);
  if (type_.may_lack_type && api_version_.empty() && kind_.empty()) {
    api_version_ = type_.v1;
    kind_ = kind;
  }
  if (api_version_ != type_.v1 && api_version_ != type_.v1beta1) {
    throw BadReview(
        "apiVersion \"" + api_version_ + "\" is not " + std::string(type_.v1) + " or " + std::string(type_.v1beta1),
        uid_);
  }
  if (kind_ != kind) throw BadReview("kind \"" + kind_ + "\" is not " + kind, uid_);
  if (!has_request_) throw BadReview("the " + kind + " has no " + std::string(type_.request), uid_);
  if (type_.has_uid && uid_.empty()) throw BadReview("request.uid is missing", uid_);
}

}  // namespace kubexx::detail
