// SPDX-License-Identifier: Apache-2.0
#include "tokens.hpp"

#include <sstream>
#include <stdexcept>
#include <vector>

namespace kubexx::tool {
namespace {

std::vector<std::string> split(const std::string& text)
{
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// The fields of a CSV line; false when a quote is not closed.
bool read_fields(const std::string& line, std::vector<std::string>& fields)
{
  fields.assign(1, {});
  bool quoted = false;
  for (std::size_t index = 0; index < line.size(); ++index) {
    const char c = line[index];
    if (quoted && c == '"' && index + 1 < line.size() && line[index + 1] == '"') {
      fields.back() += line[++index];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return !quoted;
}

}  // namespace

std::map<std::string, ApiServer::TokenUser> read_tokens(const std::string& file, const std::string& text)
{
  std::map<std::string, ApiServer::TokenUser> tokens;
  std::istringstream lines(text);
  std::size_t number = 0;
  std::vector<std::string> fields;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) continue;
    if (!read_fields(line, fields) || fields.size() < 3) {
      throw std::runtime_error("token file " + file + ", line " + std::to_string(number) +
                               ": at least 3 columns are needed (token, user name, user uid)");
    }
    if (fields[0].empty()) continue;
    tokens[fields[0]] = {fields[1], fields[2], fields.size() > 3 ? split(fields[3]) : std::vector<std::string>()};
  }
  return tokens;
}

}  // namespace kubexx::tool
