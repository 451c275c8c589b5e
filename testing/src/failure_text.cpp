// SPDX-License-Identifier: Apache-2.0
#include "failure_text.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <utility>

#include "kubexx/apimachinery/well_known_resources.hpp"

namespace kubexx::testing {

namespace {

constexpr std::size_t kLines = 80;   // of an object
constexpr std::size_t kEvents = 10;  // the last ones

std::string first_lines(const std::string& text)
{
  std::size_t at = 0;
  for (std::size_t line = 0; line < kLines; ++line) {
    at = text.find('\n', at);
    if (at == std::string::npos) return text;
    ++at;
  }
  return text.substr(0, at) + "…";
}

std::string text_at(const Object& object, const char* pointer)
{
  return std::string(object.at(pointer).as_string().value_or(""));
}

// When it happened last.
std::string time_of(const Object& event)
{
  for (const char* pointer : {"/series/lastObservedTime", "/eventTime", "/metadata/creationTimestamp"}) {
    if (auto time = text_at(event, pointer); !time.empty()) return time;
  }
  return {};
}

}  // namespace

std::string shown_object(const Object& object)
{
  if (!object) return "no such object";
  auto json = object.json();
  if (object.kind() == "Secret" && object.api_version() == "v1") {
    for (const char* member : {"data", "stringData"}) {
      if (!json.contains(member) || !json[member].is_object()) continue;
      for (auto& value : json[member]) value = "***";
    }
    json["metadata"].erase("annotations");
  }
  return first_lines(json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::string shown_events(const Client& user, const std::string& ns)
{
  std::vector<std::pair<std::string, std::string>> lines;
  try {
    ListOptions options;
    options.namespace_ = ns;
    for (const auto& event : user.list_all(resources::events, options).items) {
      const std::string regarding = text_at(event, "/regarding/kind") + "/" + text_at(event, "/regarding/name");
      const std::string time = time_of(event);
      lines.emplace_back(time, time + "  " + text_at(event, "/type") + " " + text_at(event, "/reason") + " " +
                                   regarding + ": " + text_at(event, "/note"));
    }
  } catch (const std::exception& error) {
    return std::string("cannot be read: ") + error.what() + "\n";
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  const std::size_t first = lines.size() > kEvents ? lines.size() - kEvents : 0;
  for (std::size_t index = first; index < lines.size(); ++index) text += lines[index].second + "\n";
  return text;
}

std::string shown_reasons(const Manager& manager, const std::vector<Request>& keys)
{
  std::string text;
  for (const auto& key : keys) {
    auto explanations = manager.why(key);
    std::erase_if(explanations, [](const Explanation& one) {
      return one.past.empty() && (one.has("unknown_key") || one.has("not_watched"));
    });
    text += to_text(explanations);
  }
  return text;
}

std::string shown_last_calls(const std::vector<OperatorCall>& calls, std::size_t most)
{
  std::string text;
  const std::size_t first = calls.size() > most ? calls.size() - most : 0;
  for (std::size_t index = first; index < calls.size(); ++index) text += calls[index].to_string() + "\n";
  return text;
}

std::map<std::string, ReconcileResults> reconcile_results(const std::string& metrics)
{
  static constexpr std::string_view kSeries = "controller_runtime_reconcile_total{";
  std::map<std::string, ReconcileResults> by_controller;
  const auto label = [](std::string_view line, std::string_view name) {
    const std::string before = std::string(name) + "=\"";
    const auto at = line.find(before);
    if (at == std::string_view::npos) return std::string_view();
    const auto value = line.substr(at + before.size());
    return value.substr(0, value.find('"'));
  };
  std::istringstream lines(metrics);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(kSeries)) continue;
    double value = 0;
    const std::string_view number = std::string_view(line).substr(line.rfind(' ') + 1);
    std::from_chars(number.data(), number.data() + number.size(), value);
    const auto count = static_cast<std::uint64_t>(value);
    const auto result = label(line, "result");
    auto& results = by_controller[std::string(label(line, "controller"))];
    if (result == "error") results.failed += count;
    if (result == "success" || result == "requeue" || result == "requeue_after") results.succeeded += count;
  }
  return by_controller;
}

std::string shown_part(const std::string& title, const std::string& text)
{
  if (text.empty()) return {};
  std::string part = title + ":\n";
  std::size_t at = 0;
  while (at < text.size()) {
    auto end = text.find('\n', at);
    if (end == std::string::npos) end = text.size();
    part += "  " + text.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return part;
}

}  // namespace kubexx::testing
