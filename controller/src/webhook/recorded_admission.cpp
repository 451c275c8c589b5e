// SPDX-License-Identifier: Apache-2.0
#include "webhook/recorded_admission.hpp"

#include <utility>
#include <vector>

#include "kubexx/apimachinery/json_view.hpp"
#include "webhook/invalid_message.hpp"

namespace kubexx::detail {

namespace {

constexpr std::size_t kMostPaths = 16;

/// Of other names than those of controllers, which have no slash.
std::string name_of(std::string_view path)
{
  return "webhook " + std::string(path);
}

std::vector<std::string> paths_of(const std::string& json_patch)
{
  std::vector<std::string> paths;
  for (auto operation = JsonView(json_patch).children(); paths.size() < kMostPaths && operation.next();) {
    paths.push_back(operation.value().member("path").as_string().value_or(""));
  }
  return paths;
}

std::string resource_of(const AdmissionRequest& request)
{
  std::string text = request.resource.name;
  if (!request.resource.group.empty()) text += "." + request.resource.group;
  if (!request.subresource.empty()) text += "/" + request.subresource;
  return text;
}

Explanation::Reason last_outcome(const RecordedReconcile& last)
{
  const std::string_view result = last.result;
  if (result == to_string(AdmissionResult::allowed)) return {"admitted", "the last request was admitted"};
  const std::string why = last.error.empty() ? "" : ": " + last.error;
  if (result == to_string(AdmissionResult::denied)) return {"denied", "the last request was denied" + why};
  return {"webhook_failed", "the webhook failed for the last request (" + std::string(result) + ")" + why};
}

}  // namespace

void record_admission(FlightRecorder& recorder, std::string_view path, const EndedCall& call)
{
  RecordedReconcile record;
  record.began = call.began;
  record.took = call.took;
  record.id = call.request.uid;
  record.result = to_string(call.result);
  const Status& status = call.answer.verdict.status();
  const bool invalid = status.message.empty() && !status.causes.empty();
  record.error = invalid ? invalid_message(call.request, status.causes) : status.message;
  const ObjectKey key{call.request.namespace_, name_for_user(call.request)};
  if (!call.answer.json_patch.empty()) {
    RecordedCall patch;
    patch.verb = Verb::patch;
    patch.resource = resource_of(call.request);
    patch.key = key;
    patch.dry_run = call.request.dry_run;
    patch.took = call.took;
    patch.changed = paths_of(call.answer.json_patch);
    record.calls.push_back(std::move(patch));
  }
  recorder.add(name_of(path), Request(key), record);
}

std::optional<Explanation> explain_admission(const FlightRecorder& recorder, const std::string& path,
                                             const Request& key, WallTime now)
{
  auto history = recorder.history(name_of(path), key);
  if (history.reconciles.empty()) return std::nullopt;
  Explanation explanation;
  explanation.controller = path;
  explanation.is_webhook = true;
  explanation.key = key;
  explanation.at = now;
  explanation.now.push_back(last_outcome(history.reconciles.back()));
  explanation.total = history.total;
  for (auto record = history.reconciles.rbegin(); record != history.reconciles.rend(); ++record) {
    explanation.past.push_back({std::move(*record), {}});
  }
  return explanation;
}

}  // namespace kubexx::detail
