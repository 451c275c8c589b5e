// SPDX-License-Identifier: Apache-2.0
#include "kubectl_lines.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>

#include "kubexx/apimachinery/yaml.hpp"
#include "support/process.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;

KubectlLine read_kubectl_line(const json& given)
{
  if (given.is_string()) {
    const auto text = given.get<std::string>();
    return {text.substr(0, text.find(' ')), "kubectl " + text, text, std::nullopt};
  }
  KubectlLine line{given.at("of"), given.at("sh"), given.at("sh"), std::nullopt};
  if (given.contains("until")) line.until = given.at("until").get<int>();
  return line;
}

}  // namespace

KubectlTopic read_kubectl_topic(const std::filesystem::path& folder, const std::string& topic)
{
  const auto documents = parse_yaml(support::read_file(folder / (topic + ".yaml")));
  if (documents.size() != 1) throw std::runtime_error(topic + ": not one document");
  KubectlTopic read;
  for (const auto& [name, value] : documents.front().items()) {
    if (name == "files") {
      read.files = value.get<std::map<std::string, std::string>>();
    } else if (name == "setup") {
      read.setup = value.get<std::vector<std::string>>();
    } else if (name == "lines") {
      for (const auto& line : value) read.lines.push_back(read_kubectl_line(line));
    } else {
      throw std::runtime_error(topic + ": unknown member " + name);
    }
  }
  return read;
}

KubectlDifferences read_kubectl_differences(const std::filesystem::path& folder)
{
  KubectlDifferences known;
  for (const auto& document : parse_yaml(support::read_file(folder / "differences.yaml"))) {
    for (const auto& entry : document) {
      const auto reason = entry.at("reason").get<std::string>();
      if (reason.empty()) throw std::runtime_error("differences.yaml: an entry gives no reason");
      for (const auto& line : entry.at("lines")) {
        const std::pair key(entry.at("topic").get<std::string>(), line.get<std::string>());
        if (!known.emplace(key, reason).second) throw std::runtime_error("differences.yaml: twice: " + key.second);
      }
    }
  }
  return known;
}

std::string comparable_output(const std::string& text)
{
  struct Rule {
    std::regex pattern;
    const char* replacement;
  };
  static const std::array rules{
      // What the tests of recordings/ left on the same server.
      Rule{std::regex("[^\\n]*\\brec-[0-9a-f]{8}[.]example[.]com[^\\n]*\\n"), ""},
      Rule{std::regex("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "UID"},
      Rule{std::regex("eyJ[-_A-Za-z0-9]+[.][-_A-Za-z0-9]+[.][-_A-Za-z0-9]+"), "TOKEN"},
      Rule{std::regex("20[0-9]{2}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+(Z| [+]0000)?"), "TIME"},
      Rule{std::regex("[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} 20[0-9]{2} [0-9:]{8} [+]0000"), "TIME"},
      Rule{std::regex("[EWIF][0-9]{4} [0-9:.]+ +[0-9]+ "), "LOG "},
      Rule{std::regex("(resourceVersion\": ?|resourceVersion: |Resource Version: +)\"?[0-9]+\"?"), "$1VERSION"},
      Rule{std::regex("(resource version to be [0-9]+, was) [0-9]+"), "$1 VERSION"},
      Rule{std::regex("https://127[.]0[.]0[.]1:[0-9]+"), "SERVER"},
      Rule{std::regex("127[.]0[.]0[.]1:[0-9]+"), "SERVER"},
      Rule{std::regex("\\b10[.](0[.]0|9[6-9][.][0-9]+|1[01][0-9][.][0-9]+)[.][0-9]+\\b"), "ADDRESS"},
      Rule{std::regex("\\b3[0-2][0-9]{3}\\b"), "PORT"},
      Rule{std::regex("(LIVE|MERGED)-[0-9]+"), "$1"},
      Rule{std::regex("kubectl-edit-[0-9]+"), "kubectl-edit"},
      Rule{std::regex("(debugger|node-debugger-[-a-z0-9]+)-[a-z0-9]{5}\\b"), "$1-NAME"},
      // The width of a column follows the longest age and address.
      Rule{std::regex("(^|\\s)[0-9]+(s|m|m[0-9]+s)( ago)?(?=\\s|$|\\))"), "$1AGE$3"},
      Rule{std::regex("(\\S)  +"), "$1  "},
      Rule{std::regex(" +\n"), "\n"},
  };
  // How long kubectl waited for its own rate, or a watch lasted.
  static const std::regex of_time("^[EWIF][0-9]{4} [0-9:.]+ +[0-9]+ (reflector|request)[.]go");
  // std::regex is recursive in a match's length: lines keep that small.
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size() - 1) + 1;
    auto line = text.substr(at, end - at);
    at = end;
    if (std::regex_search(line, of_time)) continue;
    for (const auto& [pattern, replacement] : rules) line = std::regex_replace(line, pattern, replacement);
    result += line;
  }
  return result;
}

}  // namespace kubexx::e2e
