// SPDX-License-Identifier: Apache-2.0
// Answers questions about values line by line, for the program in Go that compares the answers with apimachinery's
// (peer/values_test.go). Texts come and go in hexadecimal after an x.
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "kubexx/apimachinery/apply_patch.hpp"
#include "kubexx/apimachinery/field_selector.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/apimachinery/value_error.hpp"

namespace {

using namespace kubexx;

std::string text_of(const std::string& hex)
{
  std::string text;
  for (std::size_t at = 1; at + 1 < hex.size(); at += 2) {
    text.push_back(static_cast<char>(std::stoi(hex.substr(at, 2), nullptr, 16)));
  }
  return text;
}

std::string hex_of(const std::string& text)
{
  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex = "x";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    hex += digits[byte / 16];
    hex += digits[byte % 16];
  }
  return hex;
}

std::string name_of(Quantity::Format format)
{
  switch (format) {
    case Quantity::Format::decimal_si:
      return "DecimalSI";
    case Quantity::Format::binary_si:
      return "BinarySI";
    case Quantity::Format::decimal_exponent:
      break;
  }
  return "DecimalExponent";
}

std::string instant(const Instant& at, const std::string& text)
{
  return std::to_string(at.unix_seconds()) + " " + std::to_string(at.nanosecond()) + " " + text;
}

std::string quantity(const std::vector<std::string>& words)
{
  const auto parsed = Quantity::parse(text_of(words.at(1)));
  if (words[0] == "quantity") {
    return parsed.to_string() + " " + name_of(parsed.format()) + " " + std::to_string(parsed.sign()) + " " +
           std::to_string(parsed.value());
  }
  if (words[0] == "sum") {
    const auto other = Quantity::parse(text_of(words.at(2)));
    const auto order = parsed <=> other;
    return (parsed + other).to_string() + " " + (parsed - other).to_string() + " " +
           name_of((parsed + other).format()) + " " +
           (order < 0   ? "-1"
            : order > 0 ? "1"
                        : "0");
  }
  if (words[0] == "product") return (parsed * std::stoll(words.at(2))).to_string();
  auto rounded = parsed;
  const bool exact = rounded.round_up(std::stoi(words.at(2)));
  return rounded.to_string() + (exact ? " true" : " false");
}

std::string selector(const std::vector<std::string>& words)
{
  const std::string text = text_of(words.at(1));
  try {
    if (words[0] == "fields") return hex_of(FieldSelector::parse(text).to_string());
    const auto parsed = LabelSelector::parse(text);
    if (words[0] == "labels") return hex_of(parsed.to_string());
    std::map<std::string, std::string> labels;
    std::istringstream lines(text_of(words.at(2)));
    for (std::string line; std::getline(lines, line);) {
      const auto equals = line.find('=');
      labels[line.substr(0, equals)] = line.substr(equals + 1);
    }
    return parsed.matches(labels) ? "true" : "false";
  } catch (const SelectorError& error) {
    return "error " + hex_of(error.problem());
  }
}

/// Patches, by the schema that a question before gave.
std::string patch(const std::vector<std::string>& words)
{
  using Json = nlohmann::json;
  static std::shared_ptr<const MergeSchema> schema;
  if (words[0] == "schema") {
    schema = OpenApiDocument::parse(text_of(words.at(1))).merge_schema({"test.kubexx.dev", "v1", "Item", "items"});
    return schema ? "true" : "false";
  }
  std::vector<Json> documents;
  for (std::size_t index = 1; index < words.size() && words[index].starts_with("x"); ++index) {
    documents.push_back(Json::parse(text_of(words[index])));
  }
  if (words[0] == "text") return hex_of(go_json(documents.at(0)));
  try {
    if (words[0] == "three-way") {
      return hex_of(go_json(three_way_merge_patch(documents.at(0), documents.at(1), documents.at(2))));
    }
    if (words[0] == "patched") {
      return hex_of(go_json(apply_strategic_patch(documents.at(0), documents.at(1), schema.get())));
    }
    const auto overwrite = words.at(4) == "true" ? Overwrite::yes : Overwrite::no;
    return hex_of(
        go_json(three_way_strategic_patch(documents.at(0), documents.at(1), documents.at(2), schema.get(), overwrite)));
  } catch (const PatchError&) {
    return "error";
  }
}

std::string answer(const std::vector<std::string>& words)
{
  const std::string& kind = words.at(0);
  if (kind == "schema" || kind == "text" || kind == "strategic" || kind == "patched" || kind == "three-way") {
    return patch(words);
  }
  if (kind == "quantity" || kind == "sum" || kind == "product" || kind == "round") return quantity(words);
  if (kind == "labels" || kind == "match" || kind == "fields") return selector(words);
  if (kind == "print-duration") return MetaDuration(Duration(std::stoll(words.at(1)))).to_string();
  const std::string text = text_of(words.at(1));
  if (kind == "time") {
    const auto at = Time::parse(text);
    return instant(at, at.to_string());
  }
  if (kind == "microtime") {
    const auto at = MicroTime::parse(text);
    return instant(at, at.to_string());
  }
  if (kind == "duration") {
    const auto span = MetaDuration::parse(text);
    return std::to_string(span.count()) + " " + span.to_string();
  }
  if (kind == "scaled") {
    const auto rounding = words.at(3) == "true" ? IntOrString::Rounding::up : IntOrString::Rounding::down;
    return std::to_string(IntOrString(text).scaled(std::stoll(words.at(2)), rounding));
  }
  const auto made = IntOrString::parse(text);
  return std::string(made.is_string() ? "true " : "false ") + std::to_string(made.int_value()) + " " +
         hex_of(made.to_string());
}

}  // namespace

int main()
{
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    const std::vector<std::string> all(std::istream_iterator<std::string>(words), {});
    try {
      std::cout << answer(all) << '\n';
    } catch (const ValueError&) {
      std::cout << "error\n";
    }
  }
}
