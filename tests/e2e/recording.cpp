// SPDX-License-Identifier: Apache-2.0
#include "recording.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "kubexx/apimachinery/yaml.hpp"
#include "support/process.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

void allow_only(const json& object, const std::set<std::string>& names, const std::string& where)
{
  for (const auto& [name, value] : object.items()) {
    if (!names.contains(name)) throw std::runtime_error(where + ": unknown member " + name);
  }
}

std::string content_type_of(const std::string& method)
{
  return method == "PATCH" ? "application/merge-patch+json" : "application/json";
}

std::string body_of(const json& recording, const json& step, const std::string& method)
{
  if (step.contains("text")) return step.at("text").get<std::string>();
  json body = step.value("body", json());
  const bool changes = step.contains("set") || step.contains("remove");
  if (body.is_null() && (changes || method == "POST")) body = recording.value("base", json());
  if (body.is_null()) return {};
  const auto edits = step.value("set", json::object());
  for (const auto& [place, value] : edits.items()) body[json::json_pointer(place)] = value;
  const auto removed = step.value("remove", json::array());
  for (const auto& place : removed) {
    const json::json_pointer pointer(place.get<std::string>());
    auto& parent = body.at(pointer.parent_pointer());
    if (parent.is_array()) {
      parent.erase(std::stoul(pointer.back()));
    } else {
      parent.erase(pointer.back());
    }
  }
  return body.dump();
}

/// The bytes that the text says in hexadecimal, with spaces where it likes.
std::string bytes_of(const std::string& digits, const std::string& where)
{
  std::string hex;
  for (const char c : digits) {
    if (c != ' ') hex.push_back(c);
  }
  if (hex.size() % 2 != 0 || hex.find_first_not_of("0123456789abcdef") != std::string::npos) {
    throw std::runtime_error(where + ": not hexadecimal: " + digits);
  }
  std::string bytes;
  for (std::size_t at = 0; at < hex.size(); at += 2) {
    bytes.push_back(static_cast<char>(std::stoul(hex.substr(at, 2), nullptr, 16)));
  }
  return bytes;
}

/// One value of `repeat`.
std::string repeated(const json& given, const std::string& where)
{
  allow_only(given, {"times", "text", "between", "hex"}, where);
  const auto times = given.value("times", std::size_t{1});
  const auto once =
      given.contains("hex") ? bytes_of(given.at("hex").get<std::string>(), where) : given.at("text").get<std::string>();
  const auto between = given.value("between", std::string());
  const bool counts = once.find("{#}") != std::string::npos;
  std::string all;
  if (!counts) all.reserve(times * (once.size() + between.size()));
  for (std::size_t number = 1; number <= times; ++number) {
    all += counts ? fill_in(once, {{"#", std::to_string(number)}}) : once;
    if (number < times) all += between;
  }
  return all;
}

Step read_step(const json& recording, const json& given, const std::string& where)
{
  allow_only(given,
             {"request", "headers", "body", "text", "set", "remove", "save", "patient", "until", "awaits", "compare"},
             where);
  const auto request = given.value("request", recording.value("request", std::string()));
  const auto space = request.find(' ');
  if (space == std::string::npos) throw std::runtime_error(where + ": `request` is not METHOD /path");
  Step step;
  step.method = request.substr(0, space);
  step.target = request.substr(space + 1);
  step.body = body_of(recording, given, step.method);
  auto headers = recording.value("headers", json::object());
  headers.update(given.value("headers", json::object()));
  for (const auto& [name, value] : headers.items()) step.headers.add(name, value.get<std::string>());
  if (!step.body.empty() && !step.headers.find("Content-Type")) {
    step.headers.add("Content-Type", content_type_of(step.method));
  }
  const auto save = given.value("save", json::object());
  for (const auto& [name, place] : save.items()) step.save.emplace(name, place.get<std::string>());
  const auto awaits = given.value("awaits", json::object());
  for (const auto& [place, value] : awaits.items()) step.awaits.emplace_back(place, value);
  if (const auto compared = given.value("compare", std::string()); !compared.empty()) {
    if (compared != "head") throw std::runtime_error(where + ": `compare` is not \"head\"");
    step.head_only = true;
  }
  step.patient = given.value("patient", false);
  step.until = given.value("until", 0U);
  return step;
}

}  // namespace

std::vector<std::string> recording_topics(const fs::path& folder)
{
  std::vector<std::string> topics;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const auto& file = entry.path();
    const auto name = file.stem().string();
    const bool differences = name == "differences" || name.starts_with("kubernetes-");
    if (file.extension() == ".yaml" && !differences) topics.push_back(name);
  }
  std::sort(topics.begin(), topics.end());
  return topics;
}

std::vector<Recording> read_recordings(const fs::path& folder, const std::string& topic)
{
  std::vector<Recording> recordings;
  std::set<std::string> names;
  for (const auto& document : parse_yaml(support::read_file(folder / (topic + ".yaml")))) {
    if (document.is_null()) continue;
    Recording recording{
        topic, document.value("name", std::string()), {}, document.value("webhooks", json::object()), {}};
    if (recording.name.empty()) throw std::runtime_error(topic + ": a case has no name");
    if (!names.insert(recording.name).second) throw std::runtime_error(recording.id() + ": twice");
    allow_only(document, {"name", "request", "headers", "base", "steps", "webhooks", "repeat"}, recording.id());
    const auto repeat = document.value("repeat", json::object());
    for (const auto& [name, value] : repeat.items()) {
      recording.values.emplace(name, repeated(value, recording.id() + " repeat " + name));
    }
    for (const auto& step : document.at("steps")) {
      const auto where = recording.id() + " step " + std::to_string(recording.steps.size() + 1);
      recording.steps.push_back(read_step(document, step, where));
    }
    recordings.push_back(std::move(recording));
  }
  return recordings;
}

KnownDifferences read_differences(const fs::path& folder, const std::string& file)
{
  KnownDifferences known;
  for (const auto& document : parse_yaml(support::read_file(folder / file))) {
    for (const auto& entry : document) {
      allow_only(entry, {"case", "steps", "reason"}, file);
      const auto reason = entry.at("reason").get<std::string>();
      if (reason.empty()) throw std::runtime_error(file + ": an entry gives no reason");
      for (const auto& step : entry.at("steps")) {
        const auto key = std::pair(entry.at("case").get<std::string>(), step.get<std::size_t>());
        if (!known.emplace(key, reason).second) {
          throw std::runtime_error(file + ": " + key.first + " step " + std::to_string(key.second) + " twice");
        }
      }
    }
  }
  return known;
}

std::string fill_in(const std::string& text, const std::map<std::string, std::string>& values)
{
  std::string filled;
  std::size_t at = 0;
  while (at < text.size()) {
    const auto open = text.find('{', at);
    if (open == std::string::npos) break;
    filled.append(text, at, open - at);
    at = open;
    const auto close = text.find_first_of("{}", open + 1);
    const bool closed = close != std::string::npos && text[close] == '}';
    const auto value = closed ? values.find(text.substr(open + 1, close - open - 1)) : values.end();
    if (value == values.end()) {
      filled.push_back('{');
      ++at;
    } else {
      filled += value->second;
      at = close + 1;
    }
  }
  return filled.append(text, at);
}

}  // namespace kubexx::e2e
