// SPDX-License-Identifier: Apache-2.0
#include "webhook/access_review.hpp"

#include <utility>

#include "kubexx/apimachinery/json_writer.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/utf8.hpp"
#include "webhook/review_reader.hpp"
#include "webhook/user_info.hpp"

namespace kubexx {

AccessVerdict::AccessVerdict(Decision decision, std::string reason) : decision_(decision), reason_(std::move(reason)) {}

AccessVerdict AccessVerdict::allowed(std::string reason)
{
  return {Decision::allowed, std::move(reason)};
}
AccessVerdict AccessVerdict::denied(std::string reason)
{
  return {Decision::denied, std::move(reason)};
}
AccessVerdict AccessVerdict::no_opinion(std::string reason)
{
  return {Decision::no_opinion, std::move(reason)};
}

namespace detail {

namespace {

constexpr ReviewType kAccess{
    "SubjectAccessReview", "authorization.k8s.io/v1", "authorization.k8s.io/v1beta1", false, "spec", false};

class AccessReviewReader final : private ReviewReader {
public:
  explicit AccessReviewReader(std::string_view body) : ReviewReader(body, kAccess) {}

  ReadReview<AccessReviewRequest> run()
  {
    read();
    if (has_resource_ == has_path_)
      throw BadReview("spec has not one of resourceAttributes and nonResourceAttributes", {});
    return {api_version(), std::move(request_)};
  }

private:
  void begin_request() override
  {
    request_ = {};
    has_resource_ = has_path_ = false;
  }

  void member(std::string_view key) override
  {
    AdmissionUser& user = request_.user;
    if (key == "user") {
      user.name = text("spec.user");
    } else if (key == "uid") {
      user.uid = text("spec.uid");
    } else if (key == "groups" || key == "group") {  // v1 and v1beta1
      user.groups = texts_in(JsonView(scanner().value()), "spec.groups");
    } else if (key == "extra") {
      user.extra = extra_in(JsonView(scanner().value()), "spec.extra");
    } else if (key == "resourceAttributes") {
      resource(JsonView(scanner().value()));
    } else if (key == "nonResourceAttributes") {
      path(JsonView(scanner().value()));
    } else {
      scanner().value();
    }
  }

  void resource(JsonView value)
  {
    has_resource_ = is_given(value, "spec.resourceAttributes");
    if (!has_resource_) return;
    const auto member = [&](const char* name) { return value.member(name).as_string().value_or(""); };
    request_.verb = member("verb");
    request_.namespace_ = member("namespace");
    request_.group = member("group");
    request_.version = member("version");
    request_.resource = member("resource");
    request_.subresource = member("subresource");
    request_.name = member("name");
  }

  void path(JsonView value)
  {
    has_path_ = is_given(value, "spec.nonResourceAttributes");
    if (!has_path_) return;
    request_.verb = value.member("verb").as_string().value_or("");
    request_.path = value.member("path").as_string().value_or("");
  }

  static bool is_given(JsonView value, const char* path)
  {
    if (value.type() == JsonView::Type::object) return true;
    if (value.type() == JsonView::Type::null) return false;
    throw ObjectError(std::string(path) + ": expected an object");
  }

  AccessReviewRequest request_;
  bool has_resource_ = false, has_path_ = false;
};

}  // namespace

ReadReview<AccessReviewRequest> read_access_review(std::string_view body)
{
  return AccessReviewReader(body).run();
}

std::string write_access_review(std::string_view api_version, const AccessVerdict& verdict)
{
  JsonWriter to;
  begin_review_status(to, kAccess, api_version);
  to.key("allowed");
  to.boolean(verdict.is_allowed());
  if (verdict.is_denied()) {
    to.key("denied");
    to.boolean(true);
  }
  if (!verdict.reason().empty()) {
    to.key("reason");
    to.string(valid_utf8(verdict.reason()));
  }
  return end_review_status(to);
}

}  // namespace detail
}  // namespace kubexx
