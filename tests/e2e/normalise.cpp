// SPDX-License-Identifier: Apache-2.0
#include "normalise.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include "kubexx/apimachinery/time.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;

constexpr int max_depth = 200;

const std::regex& uid_pattern()
{
  static const std::regex pattern("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  return pattern;
}

/// Of --service-cluster-ip-range, and of what the embedded server gives to Services.
const std::regex& address_pattern()
{
  static const std::regex pattern(R"(\b10\.(0\.0|9[6-9]\.[0-9]+|1[01][0-9]\.[0-9]+)\.[0-9]+\b)");
  return pattern;
}

const std::regex& time_pattern()
{
  static const std::regex pattern(R"(([0-9]{4}-[0-9]{2}-[0-9]{2})T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})?Z)");
  return pattern;
}

const std::regex& age_pattern()
{
  static const std::regex pattern("([0-9]+[sm])+");
  return pattern;
}

void replace_all(std::string& text, const std::string& what, const std::string& with)
{
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

/// A long run of one character becomes its length: it is quick to search, and short in what a failed test prints.
std::string with_short_runs(const std::string& text)
{
  constexpr std::size_t longest = 1000;
  std::string result;
  std::size_t at = 0;
  while (at < text.size()) {
    const auto end = std::min(text.find_first_not_of(text[at], at), text.size());
    if (end - at > longest) {
      result += "<" + std::to_string(end - at) + " times " + text[at] + ">";
    } else {
      result.append(text, at, end - at);
    }
    at = end;
  }
  return result;
}

bool is_list(const json& value)
{
  return value.contains("items") || value.contains("rows");
}

/// Of any bytes: answers may be no text.
std::string text_of(const json& value)
{
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

void compare(const json& real, const json& embedded, const std::string& path, int depth,
             std::vector<std::string>& lines)
{
  if (real == embedded) return;
  if (depth < max_depth && real.is_object() && embedded.is_object()) {
    std::set<std::string> names;
    for (const auto& [name, value] : real.items()) names.insert(name);
    for (const auto& [name, value] : embedded.items()) names.insert(name);
    for (const auto& name : names) {
      const auto here = path + "/" + name;
      if (!real.contains(name)) {
        lines.push_back(here + ": real nothing, embedded " + text_of(embedded.at(name)));
      } else if (!embedded.contains(name)) {
        lines.push_back(here + ": real " + text_of(real.at(name)) + ", embedded nothing");
      } else {
        compare(real.at(name), embedded.at(name), here, depth + 1, lines);
      }
    }
  } else if (depth < max_depth && real.is_array() && embedded.is_array() && real.size() == embedded.size()) {
    for (std::size_t index = 0; index < real.size(); ++index) {
      compare(real[index], embedded[index], path + "/" + std::to_string(index), depth + 1, lines);
    }
  } else {
    lines.push_back(path + ":\n    real     " + text_of(real) + "\n    embedded " + text_of(embedded));
  }
}

}  // namespace

Normaliser::Normaliser()
{
  const auto now = std::chrono::system_clock::now();
  for (const int days : {-1, 0, 1}) days_.push_back(Time(now + std::chrono::days(days)).to_string().substr(0, 10));
}

void Normaliser::begin_step(std::size_t number)
{
  step_ = number;
  counts_.clear();
}

bool Normaliser::is_now(const std::string& text) const
{
  std::smatch parts;
  if (!std::regex_match(text, parts, time_pattern())) return false;
  for (const auto& day : days_) {
    if (parts[1] == day) return true;
  }
  return false;
}

std::string Normaliser::numbered(std::string text, const std::regex& what, const std::string& word)
{
  std::string result;
  std::smatch match;
  while (std::regex_search(text, match, what)) {
    auto& known = seen_[word + match.str()];
    if (known.empty()) {
      known = "<" + word + "-" + std::to_string(step_) + "." + std::to_string(++counts_[word]) + ">";
    }
    result += match.prefix().str() + known;
    text = match.suffix().str();
  }
  return result + text;
}

std::string Normaliser::text(std::string text)
{
  text = with_short_runs(text);
  for (const auto& [name, word] : names_) replace_all(text, name, word);
  // Resource versions that messages name.
  static const std::regex in_record(R"(ResourceVersion in record \([0-9]+\))");
  static const std::regex current(R"(resource version: ([0-9]+), current: [0-9]+)");
  static const std::regex revision(R"(not decodable revision=[0-9]+)");
  static const std::regex hash("hash=[0-9A-F]{16,}");
  text = std::regex_replace(text, hash, "hash=<hash>");
  static const std::regex message_size(R"(message larger than max \([0-9]+ vs)");
  text = std::regex_replace(text, message_size, "message larger than max (<bytes> vs");
  text = std::regex_replace(text, revision, "not decodable revision=<version>");
  text = std::regex_replace(text, in_record, "ResourceVersion in record (<version>)");
  text = std::regex_replace(text, current, "resource version: $1, current: <version>");
  if (is_now(text)) return text.find('.') == std::string::npos ? "<time>" : "<time in microseconds>";
  return numbered(numbered(std::move(text), uid_pattern(), "uid"), address_pattern(), "address");
}

void Normaliser::learn(const json& value, int depth)
{
  if (!value.is_structured() || depth > max_depth) return;
  if (const auto meta = value.find("metadata"); value.is_object() && meta != value.end() && meta->is_object()) {
    const auto base = meta->value("generateName", "");
    const auto name = meta->value("name", "");
    // A server makes a name of at most 63 characters.
    const auto kept = base.substr(0, 58);
    if (!base.empty() && name.starts_with(kept) && name.size() == kept.size() + 5) names_[name] = kept + "<generated>";
  }
  for (const auto& inner : value) learn(inner, depth + 1);
}

void Normaliser::replace_metadata(json& meta, bool of_list)
{
  if (const auto entries = meta.find("managedFields"); entries != meta.end() && entries->is_array()) {
    // Sorted by times, of which each server has its own.
    const auto id = [](json entry) {
      if (entry.is_object()) entry.erase("time");
      return entry.dump();
    };
    std::sort(entries->begin(), entries->end(), [&](const json& a, const json& b) { return id(a) < id(b); });
  }
  if (meta.contains("continue") && meta.at("continue") != "") meta["continue"] = "<token>";
  const auto version = meta.value("resourceVersion", "");
  if (version.empty()) return;
  static const std::regex digits("[0-9]+");
  meta["resourceVersion"] = of_list ? "<version>" : numbered(version, digits, "version");
}

void Normaliser::replace(json& value, int depth)
{
  if (depth > max_depth) return;
  if (value.is_string()) {
    value = text(value.get<std::string>());
    return;
  }
  if (!value.is_structured()) return;
  if (value.is_object()) {
    if (const auto meta = value.find("metadata"); meta != value.end() && meta->is_object()) {
      // Whatever else is written in a cluster moves the version of a bookmark, as it does that of a list.
      const bool bookmark = meta->value("annotations", json::object()).contains("k8s.io/initial-events-end");
      replace_metadata(*meta, bookmark || is_list(value));
    }
    for (const char* port : {"nodePort", "healthCheckNodePort"}) {
      if (value.contains(port) && value.at(port).is_number()) value[port] = "<port>";
    }
    value.erase("storageVersionHash");
    // In the order in which a real server's cache happens to have the bindings.
    for (const char* rules : {"resourceRules", "nonResourceRules"}) {
      if (value.contains(rules) && value.at(rules).is_array()) std::sort(value[rules].begin(), value[rules].end());
    }
    if (value.contains("token") && value.at("token").is_string()) value["token"] = "<token>";
    if (value.contains("cells") && value.at("cells").is_array()) {
      for (auto& cell : value["cells"]) {
        if (cell.is_string() && std::regex_match(cell.get<std::string>(), age_pattern())) cell = "<age>";
      }
    }
  }
  for (auto& inner : value) replace(inner, depth + 1);
}

json Normaliser::body(const std::string& text)
{
  auto value = json::parse(text, nullptr, false);
  if (value.is_discarded() && text.starts_with("{")) {
    value = json::array();
    std::size_t at = 0;
    while (at < text.size()) {
      const auto end = std::min(text.find('\n', at), text.size());
      auto line = json::parse(text.substr(at, end - at), nullptr, false);
      if (line.is_discarded()) return this->text(text);
      value.push_back(std::move(line));
      at = end + 1;
    }
  }
  if (value.is_discarded()) return this->text(text);
  learn(value, 0);
  replace(value, 0);
  return value;
}

std::vector<std::string> value_differences(const json& real, const json& embedded)
{
  std::vector<std::string> lines;
  compare(real, embedded, "", 0, lines);
  return lines;
}

}  // namespace kubexx::e2e
