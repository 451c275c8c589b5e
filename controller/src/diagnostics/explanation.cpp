// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/explanation.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/detail/shown_duration.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx {

namespace {

using nlohmann::ordered_json;

double in_seconds(Duration duration)
{
  return std::chrono::duration<double>(duration).count();
}

std::string joined(const std::vector<std::string>& parts)
{
  std::string text;
  for (const auto& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

ordered_json json_of(const RecordedCall& call)
{
  ordered_json written{{"verb", to_string(call.verb)}, {"resource", call.resource}, {"key", call.key.to_string()}};
  if (call.dry_run) written["dryRun"] = true;
  if (call.status != 0) written["status"] = call.status;
  if (!call.error.empty()) written["error"] = call.error;
  written["seconds"] = in_seconds(call.took);
  if (!call.changed.empty()) written["changed"] = call.changed;
  return written;
}

ordered_json json_of(const Explanation::Past& past)
{
  const RecordedReconcile& record = past.record;
  ordered_json written{{"began", MicroTime(record.began).to_string()}, {"triggers", past.triggers}};
  if (record.queued_for) written["queuedSeconds"] = in_seconds(*record.queued_for);
  written["seconds"] = in_seconds(record.took);
  written["result"] = record.result;
  if (!record.error.empty()) written["error"] = record.error;
  if (record.failures > 0) written["failures"] = record.failures;
  if (record.final) written["final"] = true;
  if (record.next) written["next"] = MicroTime(*record.next).to_string();
  if (!record.id.empty()) written["reconcileId"] = record.id;
  if (!record.calls.empty()) {
    ordered_json& calls = written["calls"] = ordered_json::array();
    for (const auto& call : record.calls) calls.push_back(json_of(call));
  }
  if (record.calls_left_out > 0) written["callsLeftOut"] = record.calls_left_out;
  return written;
}

std::string text_of(const RecordedCall& call)
{
  std::string text = std::string(to_string(call.verb)) + " " + call.resource + " " + call.key.to_string();
  if (call.dry_run) text += " (dry run)";
  if (call.status != 0) text += ": " + std::to_string(call.status);
  text += " after " + detail::shown_duration(call.took);
  if (!call.changed.empty()) text += ", changes " + joined(call.changed);
  if (!call.error.empty()) text += ": " + call.error;
  return text;
}

std::string text_of(const Explanation::Past& past)
{
  const RecordedReconcile& record = past.record;
  std::string text = "  " + MicroTime(record.began).to_string() + "  " + record.result;
  if (record.failures > 0) text += " (" + std::to_string(record.failures) + " in a row)";
  text += " after " + detail::shown_duration(record.took);
  if (record.queued_for) text += ", queued for " + detail::shown_duration(*record.queued_for);
  if (!past.triggers.empty()) text += "; because: " + joined(past.triggers);
  if (!record.id.empty()) text += "; reconcile_id " + record.id;
  text += "\n";
  if (!record.error.empty()) text += "    " + record.error + "\n";
  for (const auto& call : record.calls) text += "    " + text_of(call) + "\n";
  if (record.calls_left_out > 0) text += "    and " + std::to_string(record.calls_left_out) + " more calls\n";
  return text;
}

}  // namespace

bool Explanation::has(std::string_view code) const
{
  return std::any_of(now.begin(), now.end(), [&](const Reason& reason) { return reason.code == code; });
}

std::string to_text(const std::vector<Explanation>& explanations)
{
  std::string text;
  for (const auto& one : explanations) {
    text += (text.empty() ? "" : "\n") + one.key.to_string() + (one.is_webhook ? " in webhook " : " in controller ") +
            one.controller + ":\n";
    for (const auto& reason : one.now) text += "  " + reason.text + "\n";
    if (one.past.empty()) continue;
    text += (one.is_webhook ? "called " : "reconciled ") + std::to_string(one.total) +
            (one.total == 1 ? " time" : " times");
    text += one.total > one.past.size() ? "; the last " + std::to_string(one.past.size()) + ":\n" : ":\n";
    for (const auto& past : one.past) text += text_of(past);
  }
  return text;
}

std::string to_json(const std::vector<Explanation>& explanations)
{
  ordered_json json{{"key", explanations.empty() ? "" : explanations.front().key.to_string()}};
  ordered_json& controllers = json["controllers"] = ordered_json::array();
  for (const auto& one : explanations) {
    ordered_json entry{{one.is_webhook ? "webhook" : "controller", one.controller},
                       {"at", MicroTime(one.at).to_string()}};
    ordered_json& now = entry["now"] = ordered_json::array();
    for (const auto& reason : one.now) now.push_back({{"code", reason.code}, {"text", reason.text}});
    entry["total"] = one.total;
    ordered_json& past = entry["past"] = ordered_json::array();
    for (const auto& reconcile : one.past) past.push_back(json_of(reconcile));
    controllers.push_back(std::move(entry));
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace kubexx
