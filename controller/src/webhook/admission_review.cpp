// SPDX-License-Identifier: Apache-2.0
#include "webhook/admission_review.hpp"

#include <optional>
#include <utility>

#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "kubexx/apimachinery/json_writer.hpp"
#include "kubexx/apimachinery/utf8.hpp"
#include "kubexx/base/base64.hpp"
#include "webhook/invalid_message.hpp"
#include "webhook/user_info.hpp"

namespace kubexx::detail {

namespace {

// As controller-runtime, which reads a review without a type.
constexpr ReviewType kAdmission{"AdmissionReview", "admission.k8s.io/v1", "admission.k8s.io/v1beta1", true};

class AdmissionReviewReader final : private ReviewReader {
public:
  explicit AdmissionReviewReader(std::string_view body) : ReviewReader(body, kAdmission) {}

  AdmissionReview run()
  {
    read();
    review_.api_version = api_version();
    review_.request.uid = uid();
    check_operation();
    return std::move(review_);
  }

private:
  void begin_request() override
  {
    review_.request = {};
    operation_.clear();
  }

  void member(std::string_view key) override
  {
    AdmissionRequest& request = review_.request;
    if (key == "kind") {
      request.kind = kind("kind");
    } else if (key == "resource") {
      request.resource = kind("resource");
    } else if (key == "subResource") {
      request.subresource = text("request.subResource");
    } else if (key == "requestKind") {
      request.request_kind = kind("kind");
    } else if (key == "requestResource") {
      request.request_resource = kind("resource");
    } else if (key == "requestSubResource") {
      request.request_subresource = text("request.requestSubResource");
    } else if (key == "name") {
      request.name = text("request.name");
    } else if (key == "namespace") {
      request.namespace_ = text("request.namespace");
    } else if (key == "operation") {
      operation_ = text("request.operation");
    } else if (key == "userInfo") {
      request.user = user(JsonView(scanner().value()));
    } else if (key == "object") {
      object(request.object, "request.object");
    } else if (key == "oldObject") {
      object(request.old_object, "request.oldObject");
    } else if (key == "dryRun") {
      request.dry_run = JsonView(scanner().value()).as_bool().value_or(false);
    } else if (key == "options") {
      const auto bytes = scanner().value();
      request.options = bytes == "null" ? RawJson() : RawJson::parse(bytes);
    } else {
      scanner().value();
    }
  }

  AdmissionKind kind(std::string_view name)
  {
    const JsonView value(scanner().value());
    AdmissionKind kind;
    kind.group = value.member("group").as_string().value_or("");
    kind.version = value.member("version").as_string().value_or("");
    kind.name = value.member(name).as_string().value_or("");
    return kind;
  }

  static AdmissionUser user(JsonView value)
  {
    AdmissionUser user;
    user.name = value.member("username").as_string().value_or("");
    user.uid = value.member("uid").as_string().value_or("");
    user.groups = texts_in(value.member("groups"), "request.userInfo.groups");
    user.extra = extra_in(value.member("extra"), "request.userInfo.extra");
    return user;
  }

  void object(Object& to, const char* path)
  {
    to = {};
    if (scanner().peek() != '{') {
      if (scanner().value() != "null") throw ObjectError(std::string(path) + ": expected an object");
      return;
    }
    try {
      pass_object([&to](JsonScanner& inside) { to = make_object(scan_object(inside), {}); });
    } catch (const ObjectError& error) {
      throw ObjectError(std::string(path) + ": " + error.what());
    }
  }

  void check_operation()
  {
    AdmissionRequest& request = review_.request;
    if (operation_ == "CREATE") {
      request.operation = AdmissionOperation::create;
    } else if (operation_ == "UPDATE") {
      request.operation = AdmissionOperation::update;
    } else if (operation_ == "DELETE") {
      request.operation = AdmissionOperation::remove;
    } else if (operation_ == "CONNECT") {
      request.operation = AdmissionOperation::connect;
    } else {
      throw BadReview("request.operation \"" + operation_ + "\" is not CREATE, UPDATE, DELETE or CONNECT", uid());
    }
  }

  AdmissionReview review_;
  std::string operation_;
};

void write_status(JsonWriter& to, const Status& status, const AdmissionRequest& request)
{
  to.key("status");
  to.begin_object();
  to.key("status");
  to.string("Failure");
  to.key("message");
  const bool invalid = status.message.empty() && !status.causes.empty();
  to.string(valid_utf8(invalid ? invalid_message(request, status.causes) : status.message));
  if (!status.reason.empty()) {
    to.key("reason");
    to.string(valid_utf8(status.reason));
  }
  const auto text = [&](const char* key, const std::string& value, const std::string& otherwise) {
    const std::string& shown = value.empty() ? otherwise : value;
    if (shown.empty()) return;
    to.key(key);
    to.string(valid_utf8(shown));
  };
  if (!status.causes.empty() || !status.name.empty() || status.retry_after) {
    to.key("details");
    to.begin_object();
    text("name", status.name, name_for_user(request));
    text("group", status.group, request.kind.group);
    text("kind", status.kind, request.kind.name);
    if (!status.causes.empty()) {
      to.key("causes");
      to.begin_array();
      for (const auto& cause : status.causes) {
        to.begin_object();
        text("reason", cause.reason, {});
        text("message", cause.message, {});
        text("field", cause.field, {});
        to.end_object();
      }
      to.end_array();
    }
    if (status.retry_after) {
      to.key("retryAfterSeconds");
      to.integer(std::chrono::duration_cast<std::chrono::seconds>(*status.retry_after).count());
    }
    to.end_object();
  }
  to.key("code");
  to.unsigned_integer(status.code);
  to.end_object();
}

void write_notes(JsonWriter& to, const AdmissionContext& context)
{
  if (!context.warnings().empty()) {
    to.key("warnings");
    write_texts(to, context.warnings());
  }
  if (!context.audit_annotations().empty()) {
    to.key("auditAnnotations");
    to.begin_object();
    for (const auto& [key, value] : context.audit_annotations()) {
      to.key(valid_utf8(key));
      to.string(valid_utf8(value));
    }
    to.end_object();
  }
}

}  // namespace

AdmissionReview read_admission_review(std::string_view body)
{
  return AdmissionReviewReader(body).run();
}

std::string write_admission_review(std::string_view api_version, const AdmissionContext& context,
                                   const AdmissionAnswer& answer)
{
  JsonWriter to;
  to.begin_object();
  to.key("kind");
  to.string("AdmissionReview");
  to.key("apiVersion");
  to.string(api_version);
  to.key("response");
  to.begin_object();
  to.key("uid");
  to.string(context.request().uid);
  to.key("allowed");
  to.boolean(answer.verdict.allowed());
  if (!answer.verdict.allowed()) write_status(to, answer.verdict.status(), context.request());
  if (answer.verdict.allowed() && !answer.json_patch.empty()) {
    to.key("patch");
    to.string(encode_base64(answer.json_patch));
    to.key("patchType");
    to.string("JSONPatch");
  }
  write_notes(to, context);
  to.end_object();
  to.end_object();
  return to.take();
}

}  // namespace kubexx::detail
