// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <sstream>

#include "columns/builtin_columns.hpp"

namespace kubexx::apiserver {
namespace {

std::string with_line_breaks(std::string text)
{
  for (auto at = text.find("\\n"); at != std::string::npos; at = text.find("\\n", at + 1)) text.replace(at, 2, "\n");
  return text;
}

std::map<std::string, std::vector<Column>> read_columns()
{
  std::map<std::string, std::vector<Column>> kinds;
  std::map<std::string, std::string> common;
  std::vector<Column>* current = nullptr;
  for (const auto part : builtin_column_text()) {
    std::istringstream lines{std::string(part)};
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line.substr(line.front() == ' ' || line.front() == '=' ? 1 : 0));
      const auto next = [&words] {
        std::string word;
        std::getline(words, word, '|');
        return word;
      };
      if (line.front() == '=') {
        const auto name = next();
        std::string text;
        std::getline(words, text);
        common[name] = with_line_breaks(text);
      } else if (line.front() == ' ') {
        Column column;
        column.name = next();
        column.type = next();
        column.format = next();
        column.priority = std::stoi(next());
        std::getline(words, column.description);
        const auto known = common.find(column.description);
        column.description = known == common.end() ? with_line_breaks(column.description) : known->second;
        current->push_back(std::move(column));
      } else {
        current = &kinds[line];
      }
    }
  }
  return kinds;
}

}  // namespace

std::vector<Column> builtin_columns(const std::string& group, const std::string& version, const std::string& plural)
{
  static const auto kinds = read_columns();
  const auto found = kinds.find(group + "/" + version + "/" + plural);
  return found == kinds.end() ? std::vector<Column>() : found->second;
}

}  // namespace kubexx::apiserver
