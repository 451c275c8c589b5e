// SPDX-License-Identifier: Apache-2.0
#include "crd/conversion.hpp"

#include "schema/schema.hpp"
#include "validation/names.hpp"

namespace kubexx::apiserver {
namespace {

constexpr auto call_timeout = std::chrono::seconds(30);

/// What the conversion of one kind says when it fails.
class Problem {
public:
  Problem(const Kind& kind, const std::string& from)
      : start_("conversion webhook for " + described(kind.api_version(from), kind.kind))
  {
  }

  [[nodiscard]] Failure failed(const std::string& why) const { return {500, "", start_ + " failed: " + why}; }
  [[nodiscard]] Failure returned(const std::string& what) const { return {500, "", start_ + " returned " + what}; }

private:
  std::string start_;
};

std::string review_version_of(const ConversionWebhook& webhook)
{
  for (const auto& version : webhook.review_versions) {
    if (version == "v1" || version == "v1beta1") return version;
  }
  throw Failure(500, "", "no supported conversion review versions");
}

const Json& converted_objects(const Json& review, const std::string& version, const std::string& uid,
                              const Problem& problem)
{
  if (version == "v1") {
    const auto api_version = string_at(review, {"apiVersion"});
    const auto kind = string_at(review, {"kind"});
    if (api_version != "apiextensions.k8s.io/v1" || kind != "ConversionReview") {
      throw problem.failed("expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got " +
                           described(api_version, kind));
    }
  }
  const auto* response = find(review, {"response"});
  if (response == nullptr || !response->is_object()) throw problem.failed("no response provided");
  if (const auto given = string_at(*response, {"uid"}); version == "v1" && given != uid) {
    throw problem.failed("expected response.uid=" + go_quoted(uid) + ", got " + go_quoted(given));
  }
  const auto status = string_at(*response, {"result", "status"});
  if (status != "Success") {
    const auto message = string_at(*response, {"result", "message"});
    throw problem.failed(message.empty() ? "response.result.status was '" + status + "', not 'Success'" : message);
  }
  return array_at(*response, {"convertedObjects"});
}

/// Names, namespace and uid stay as they are.
void check_identity(const Json& before, const Json& after, const Problem& problem)
{
  for (const auto& [member, word] :
       {std::pair("name", "name"), std::pair("namespace", "namespace"), std::pair("uid", "UID")}) {
    const auto had = string_at(before, {"metadata", member});
    const auto has = string_at(after, {"metadata", member});
    if (had != has) {
      throw problem.returned(std::string("invalid object: must have the same ") + word + ": " + had + " != " + has);
    }
  }
}

std::string go_type_name(const Json& value)
{
  if (value.is_string()) return "string";
  if (value.is_boolean()) return "bool";
  if (value.is_array()) return "[]interface {}";
  if (value.is_number_integer()) return "int64";
  return value.is_number() ? "float64" : "map[string]interface {}";
}

/// Of the metadata, labels and annotations alone may be others.
void restore_metadata(const Json& before, Json& after, const Problem& problem)
{
  const auto* given = find(after, {"metadata"});
  const auto refuse = [&](const std::string& why) { return problem.returned("invalid metadata: " + why); };
  if (given == nullptr) throw refuse("missing metadata in converted object");
  if (!given->is_object()) throw refuse("invalid metadata of type " + go_type_name(*given) + " in converted object");
  auto meta = before.at("metadata");
  for (const char* member : {"labels", "annotations"}) {
    const auto* values = find(*given, {member});
    const std::string field = std::string("metadata.") + member;
    if (values == nullptr || values->is_null()) {
      meta.erase(member);
      continue;
    }
    if (!values->is_object()) {
      throw refuse("invalid " + field + " of type " + go_type_name(*values) + " in converted object");
    }
    for (const auto& [name, value] : values->items()) {
      if (!value.is_string()) {
        throw refuse(field + "[" + name + "] must be a string, but is " + go_type_name(value) + " in converted object");
      }
    }
    const bool changed = !meta.contains(member) || meta.at(member) != *values;
    if (values->empty()) {
      meta.erase(member);
    } else {
      meta[member] = *values;
    }
    if (!changed) continue;
    FieldErrors errors;
    if (std::string_view(member) == "labels") {
      validate_labels(*values, field, errors);
    } else {
      validate_annotations(*values, "metadata.annotation", errors);
    }
    if (!errors.empty()) throw refuse(errors.front().text());
  }
  after["metadata"] = std::move(meta);
}

/// An object that came back.
Json accepted(const Kind& kind, const VersionedObject& before, Json after, const std::string& to)
{
  const Problem problem(kind, before.version);
  const auto expected = kind.api_version(to);
  if (const auto got = string_at(after, {"apiVersion"}); got != expected) {
    throw problem.returned("invalid object at index 0: invalid groupVersion (expected " + expected + ", received " +
                           (got.find('/') == std::string::npos && !got.empty() ? "/" + got : got) + ")");
  }
  if (const auto got = string_at(after, {"kind"}); got != kind.kind) {
    throw problem.returned("invalid object at index 0: invalid kind (expected " + kind.kind + ", received " + got +
                           ")");
  }
  check_identity(before.object, after, problem);
  restore_metadata(before.object, after, problem);
  after.erase("apiVersion");
  after.erase("kind");
  make_numbers_plain(after);
  if (const auto* version = kind.version(to); version != nullptr && version->schema) {
    std::vector<std::string> unknown;
    prune(*version->schema, after, unknown);
    apply_defaults(*version->schema, after);
  }
  return after;
}

}  // namespace

const ConversionWebhook* conversion_of(const Kind& kind)
{
  return kind.custom ? static_cast<const CustomKind&>(kind).conversion.get() : nullptr;
}

std::shared_ptr<const ConversionWebhook> ConversionWebhook::parse(const Json& definition_spec)
{
  if (string_at(definition_spec, {"conversion", "strategy"}) != "Webhook") return nullptr;
  auto webhook = std::make_shared<ConversionWebhook>();
  if (const auto* config = find(definition_spec, {"conversion", "webhook", "clientConfig"})) {
    webhook->target = WebhookTarget::parse(*config);
  }
  webhook->review_versions = strings_at(definition_spec, {"conversion", "webhook", "conversionReviewVersions"});
  return webhook;
}

awaitable<std::vector<Json>> convert_objects(std::shared_ptr<Server> server, KindPtr kind,
                                             std::vector<VersionedObject> objects, std::string to)
{
  const auto* webhook = conversion_of(*kind);
  Json sent = Json::array();
  std::string from;
  for (const auto& [version, object] : objects) {
    if (webhook == nullptr || version == to) continue;
    from = version;
    sent.push_back(object);
    sent.back()["apiVersion"] = kind->api_version(version);
    sent.back()["kind"] = kind->kind;
  }
  Json answer;
  const Json* converted = nullptr;
  if (!sent.empty()) {
    const Problem problem(*kind, from);
    const auto version = review_version_of(*webhook);
    const auto uid = server->options.random->uuid();
    const auto count = sent.size();
    const Json request{{"uid", uid}, {"desiredAPIVersion", kind->api_version(to)}, {"objects", std::move(sent)}};
    auto body = dump(
        Json{{"kind", "ConversionReview"}, {"apiVersion", "apiextensions.k8s.io/" + version}, {"request", request}});
    const ReviewKind review{"apiextensions.k8s.io", version, "ConversionReview"};
    try {
      answer = co_await post_review(server, webhook->target, review, std::move(body), call_timeout, true);
    } catch (const WebhookProblem& failed) {
      throw problem.failed(failed.what());
    }
    converted = &converted_objects(answer, version, uid, problem);
    if (converted->size() != count) {
      throw problem.returned(std::to_string(converted->size()) + " objects, expected " + std::to_string(count));
    }
  }
  std::vector<Json> result;
  std::size_t next = 0;
  for (auto& object : objects) {
    const bool was_sent = webhook != nullptr && object.version != to;
    result.push_back(was_sent ? accepted(*kind, object, converted->at(next++), to) : std::move(object.object));
  }
  co_return result;
}

awaitable<Json> convert_object(std::shared_ptr<Server> server, KindPtr kind, VersionedObject object, std::string to)
{
  std::vector<VersionedObject> one;
  one.push_back(std::move(object));
  auto converted = co_await convert_objects(std::move(server), std::move(kind), std::move(one), std::move(to));
  co_return std::move(converted.front());
}

}  // namespace kubexx::apiserver
