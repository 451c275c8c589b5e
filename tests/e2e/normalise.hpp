// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

namespace kubexx::e2e {

/// What two servers answer to the same request, with what must differ replaced: uids, resourceVersions and addresses by
/// the step and the order of their first appearance (so that the same one twice stays visible), the present time,
/// generated names, node ports, tokens and ages in tables by a word. metadata.managedFields is sorted, without its
/// times; storageVersionHash is left out. One for each server and case.
class Normaliser {
public:
  Normaliser();
  /// What appears from now on is numbered as of this step.
  void begin_step(std::size_t number);

  /// A JSON body, or several, one a line; another text as it is.
  [[nodiscard]] nlohmann::json body(const std::string& text);
  /// A text such as a header's value.
  [[nodiscard]] std::string text(std::string text);

private:
  void learn(const nlohmann::json& value, int depth);
  void replace(nlohmann::json& value, int depth);
  void replace_metadata(nlohmann::json& meta, bool of_list);
  [[nodiscard]] bool is_now(const std::string& text) const;
  std::string numbered(std::string text, const std::regex& what, const std::string& word);

  std::vector<std::string> days_;  // today and its neighbours
  std::map<std::string, std::string> names_, seen_;
  std::map<std::string, int> counts_;
  std::size_t step_ = 0;
};

/// Where two normalised values differ, one line each: "path: real …, embedded …".
[[nodiscard]] std::vector<std::string> value_differences(const nlohmann::json& real, const nlohmann::json& embedded);

}  // namespace kubexx::e2e
