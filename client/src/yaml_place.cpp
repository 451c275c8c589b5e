// SPDX-License-Identifier: Apache-2.0
#include "yaml_place.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "kubexx/client/client_config.hpp"

namespace kubexx::detail {

namespace {

/// How deep a kubeconfig may be nested; far more than any is.
constexpr int deepest = 64;
/// How much larger its aliases may make it.
constexpr std::size_t most_by_aliases = std::size_t{1} << 20U;

bool is_plain(const YAML::Node& node)
{
  return node.Tag() == "?" || node.Tag().empty();
}

/// The booleans of YAML 1.1, as kubectl's reader knows them.
std::optional<bool> as_boolean(std::string_view text)
{
  constexpr std::array<std::string_view, 11> yes = {"y",  "Y",  "yes",  "Yes",  "YES", "on",
                                                    "On", "ON", "true", "True", "TRUE"};
  constexpr std::array<std::string_view, 11> no = {"n",   "N",   "no",    "No",    "NO",   "off",
                                                   "Off", "OFF", "false", "False", "FALSE"};
  if (std::find(yes.begin(), yes.end(), text) != yes.end()) return true;
  if (std::find(no.begin(), no.end(), text) != no.end()) return false;
  return std::nullopt;
}

/// The value when the text without its sign is an integer: decimal, octal (0, 0o), hexadecimal (0x) or binary (0b).
std::optional<std::int64_t> as_integer(std::string_view text)
{
  std::string digits;
  for (const char c : text) {
    if (c != '_') digits += c;
  }
  std::string_view rest = digits;
  const bool negative = !rest.empty() && rest.front() == '-';
  if (!rest.empty() && (rest.front() == '-' || rest.front() == '+')) rest.remove_prefix(1);
  int base = 10;
  if (rest.size() > 1 && rest.front() == '0') {
    const char letter = rest[1];
    base = letter == 'x' || letter == 'X' ? 16 : letter == 'b' || letter == 'B' ? 2 : 8;
    rest.remove_prefix(base != 8 || letter == 'o' || letter == 'O' ? 2 : 1);
  }
  std::int64_t value = 0;
  const auto end = rest.data() + rest.size();
  const auto parsed = std::from_chars(rest.data(), end, value, base);
  if (rest.empty() || rest.front() == '-' || parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  return negative ? -value : value;
}

std::optional<double> as_real(std::string_view text)
{
  std::string_view rest = text;
  if (!rest.empty() && (rest.front() == '-' || rest.front() == '+')) rest.remove_prefix(1);
  if (rest.empty() || (rest.front() != '.' && (rest.front() < '0' || rest.front() > '9'))) return std::nullopt;
  double value = 0;
  const auto end = rest.data() + rest.size();
  const auto parsed = std::from_chars(rest.data(), end, value);
  if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  return text.front() == '-' ? -value : value;
}

/// Takes the size of `node`, aliases written out, off `left`: ten aliases of ten aliases of ten … would fill all
/// memory.
void check_size(const YAML::Node& node, std::size_t& left, int depth)
{
  if (depth > deepest) throw ConfigError("is nested too deeply");
  const std::size_t size = 1 + (node.IsScalar() ? node.Scalar().size() : 0);
  if (size > left) throw ConfigError("its aliases make it more than a mebibyte larger than it is written");
  left -= size;
  if (!node.IsSequence() && !node.IsMap()) return;
  for (const auto& entry : node) {
    if (node.IsMap()) check_size(entry.first, left, depth + 1);
    check_size(node.IsMap() ? entry.second : static_cast<const YAML::Node&>(entry), left, depth + 1);
  }
}

nlohmann::json json_of(const YAML::Node& node)
{
  if (!node.IsDefined() || node.IsNull()) return nullptr;
  if (node.IsSequence()) {
    auto list = nlohmann::json::array();
    for (const auto& element : node) list.push_back(json_of(element));
    return list;
  }
  if (node.IsMap()) {
    auto map = nlohmann::json::object();
    for (const auto& entry : node) {
      if (!entry.first.IsScalar()) throw ConfigError("has a key that is no text");
      map[entry.first.Scalar()] = json_of(entry.second);
    }
    return map;
  }
  const std::string& text = node.Scalar();
  if (!is_plain(node)) return text;
  if (const auto value = as_boolean(text)) return *value;
  if (const auto value = as_integer(text)) return *value;
  if (const auto value = as_real(text)) return *value;
  return text;
}

}  // namespace

YamlPlace YamlPlace::parse(const std::string& file, const std::string& content)
{
  try {
    YamlPlace top(file, "", YAML::Load(content));
    std::size_t left = content.size() + most_by_aliases;
    check_size(top.node_, left, 0);
    return top;
  } catch (const ConfigError& error) {
    throw ConfigError("kubeconfig " + file + ": " + error.what());
  } catch (const YAML::Exception& error) {
    // A password that begins with '*' is an alias to YAML, and would be quoted.
    const std::string_view unknown_alias = YAML::ErrorMsg::UNKNOWN_ANCHOR;
    const std::string why = error.msg.starts_with(unknown_alias)
                                ? "a text that begins with * must be in quotes (or it refers to what is not there)"
                                : error.msg;
    throw ConfigError("kubeconfig " + file + ": line " + std::to_string(error.mark.line + 1) + ", column " +
                      std::to_string(error.mark.column + 1) + ": not valid YAML: " + why);
  }
}

void YamlPlace::fail(const std::string& why) const
{
  throw ConfigError("kubeconfig " + name() + ": " + why);
}

YamlPlace YamlPlace::member(const std::string& key) const
{
  // Only the const operator of a Node leaves the tree as it is.
  const YAML::Node& node = node_;
  return {file_, path_.empty() ? key : path_ + "." + key, present() && node.IsMap() ? node[key] : YAML::Node()};
}

std::vector<YamlPlace> YamlPlace::elements() const
{
  std::vector<YamlPlace> all;
  if (!present()) return all;
  if (!node_.IsSequence()) fail("expected a list");
  for (std::size_t index = 0; index < node_.size(); ++index) {
    YamlPlace element(file_, path_ + "[" + std::to_string(index) + "]", node_[index]);
    if (!element.present()) continue;
    element.need_mapping();
    all.push_back(std::move(element));
  }
  return all;
}

void YamlPlace::need_mapping() const
{
  if (present() && !node_.IsMap()) fail("expected a mapping");
}

std::string YamlPlace::own_text() const
{
  if (!present()) return {};
  if (!node_.IsScalar()) fail("expected a text");
  const std::string& text = node_.Scalar();
  if (is_plain(node_) && (as_boolean(text) || as_integer(text) || as_real(text))) {
    fail("expected a text, but without quotes this is a number or a boolean: put it in quotes");
  }
  return text;
}

std::vector<std::string> YamlPlace::own_texts() const
{
  std::vector<std::string> all;
  if (!present()) return all;
  if (!node_.IsSequence()) fail("expected a list of texts");
  for (std::size_t index = 0; index < node_.size(); ++index) {
    all.push_back(YamlPlace(file_, path_ + "[" + std::to_string(index) + "]", node_[index]).own_text());
  }
  return all;
}

std::string YamlPlace::text(const std::string& key) const
{
  return member(key).own_text();
}

std::vector<std::string> YamlPlace::texts(const std::string& key) const
{
  return member(key).own_texts();
}

bool YamlPlace::flag(const std::string& key) const
{
  const YamlPlace place = member(key);
  if (!place.present()) return false;
  const auto value =
      place.node_.IsScalar() && is_plain(place.node_) ? as_boolean(place.node_.Scalar()) : std::optional<bool>();
  if (!value) place.fail("expected true or false, without quotes");
  return *value;
}

std::vector<std::pair<std::string, std::vector<std::string>>> YamlPlace::text_lists() const
{
  std::vector<std::pair<std::string, std::vector<std::string>>> all;
  if (!present()) return all;
  need_mapping();
  for (const auto& entry : node_) {
    if (!entry.first.IsScalar()) fail("has a key that is no text");
    const std::string& key = entry.first.Scalar();
    all.emplace_back(key, YamlPlace(file_, path_ + "." + key, entry.second).own_texts());
  }
  return all;
}

nlohmann::json YamlPlace::json() const
{
  try {
    return json_of(node_);
  } catch (const ConfigError& error) {
    fail(error.what());
  }
}

}  // namespace kubexx::detail
