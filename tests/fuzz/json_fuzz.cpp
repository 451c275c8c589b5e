// SPDX-License-Identifier: Apache-2.0
// JSON in place: the scanner accepts what a JSON parser accepts, pointers and walks find what its tree holds, and a
// list is split into its items.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "fuzz.hpp"
#include "json_names.hpp"
#include "kubexx/apimachinery/detail/list_decoder.hpp"
#include "kubexx/apimachinery/detail/object_scan.hpp"

namespace {

using namespace kubexx;
using fuzz::require;
using nlohmann::json;

std::optional<JsonView> scanned(std::string_view text)
{
  // What nlohmann's parser takes: what Go takes beyond that has tests of its own.
  detail::JsonScanner scanner(text, detail::JsonScanner::Rules{.strict = true});
  try {
    scanner.skip_space();
    const auto value = scanner.value();
    scanner.skip_space();
    if (!scanner.at_end()) return std::nullopt;
    return JsonView(value);
  } catch (const ObjectError&) {
    return std::nullopt;
  }
}

bool deep(std::string_view text)
{
  return std::count_if(text.begin(), text.end(), [](char c) { return c == '{' || c == '['; }) > Object::max_tree_depth;
}

void compare(JsonView view, const json& tree)
{
  require(json::parse(view.bytes()) == tree, "a view's bytes are its value");
  require(view.as_bool().has_value() == tree.is_boolean(), "booleans");
  require(view.as_string().has_value() == tree.is_string(), "strings");
  if (tree.is_string()) {
    const auto& text = tree.get_ref<const std::string&>();
    require(*view.as_string() == text && view.equals(text), "a string's text");
    std::string quoted;
    detail::append_quoted(quoted, text);
    require(json::parse(quoted) == tree, "a string that was quoted again");
  }
  require(!tree.is_number() || view.as_double() == tree.get<double>(), "numbers");
  const bool fits =
      tree.is_number_integer() && (!tree.is_number_unsigned() || tree.get<std::uint64_t>() <= std::uint64_t{INT64_MAX});
  require(view.as_int().has_value() == fits && (!fits || *view.as_int() == tree.get<std::int64_t>()), "integers");
  std::size_t count = 0;
  for (auto child = view.children(); child.next(); ++count) {
    const auto expected = tree.is_object() ? tree.find(child.key()) : tree.begin() + static_cast<std::ptrdiff_t>(count);
    require(expected != tree.end(), "a child is in the tree");
    compare(child.value(), *expected);
  }
  require(!tree.is_structured() || count == tree.size(), "each child is walked");
}

void point(JsonView view, const json& tree, const std::string& pointer)
{
  const auto found = view.at(pointer);
  bool exists = false;
  try {
    const json::json_pointer place(pointer);
    exists = tree.contains(place);
    if (exists) require(found && json::parse(found.bytes()) == tree.at(place), "a pointer finds its value");
  } catch (const json::exception&) {
  }
  require(exists || !found, "a pointer finds nothing else");
}

// As far as it has one.
json tree_of(const Object& item)
{
  try {
    return item.json();
  } catch (const ObjectError&) {
    return {};
  }
}

// The same in pieces, whose length the text says; nothing when it is refused.
std::optional<std::vector<json>> split_in_pieces(std::string_view text, const Object::ParseOptions& options,
                                                 std::size_t& unreadable)
{
  std::vector<json> items;
  detail::ListDecoder decoder(options);
  const std::size_t length = 1 + text.size() % 37;
  try {
    for (std::size_t at = 0; at <= text.size(); at += length) {
      decoder.feed(text.substr(at, length));
      if (at + length > text.size()) decoder.finish();
      while (auto item = decoder.next()) items.push_back(tree_of(*item));
    }
  } catch (const ObjectError&) {
    return std::nullopt;
  }
  unreadable = decoder.take_unreadable().size();
  require(decoder.ended(), "a list that is not refused ends");
  return items;
}

void split(std::string_view text, const json* tree)
{
  std::vector<json> items;
  const Object::ParseOptions options{.keep_managed_fields = true, .type = nullptr};
  std::size_t unreadable = 0, unreadable_in_pieces = 0;
  const auto pieces = split_in_pieces(text, options, unreadable_in_pieces);
  try {
    detail::scan_list(
        text, [&](const detail::ScannedObject& item) { items.push_back(tree_of(detail::make_object(item, options))); },
        [&](std::string_view, const std::string&) { ++unreadable; });
  } catch (const ObjectError&) {
    require(!pieces, "what is refused whole is refused in pieces");
    return;
  }
  require(pieces == items && unreadable == unreadable_in_pieces, "a list in pieces has the same items");
  if (unreadable > 0 || tree == nullptr) return;
  const auto& expected = tree->at("items");
  require(expected.is_null() ? items.empty() : json(items) == expected, "a list has its items");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  fuzz::Input input(data, size);
  const std::string pointer(input.line());
  const auto text = input.rest();
  // Views of bytes that nobody checked may say nonsense, but stay inside them.
  (void)JsonView(text).at(pointer);
  for (auto child = JsonView(text).children(); child.next();) (void)child.key();

  const auto view = scanned(text);
  const bool accepted = json::accept(text);
  require(!view || accepted, "what is accepted is JSON");
  // That parser ends at a NUL and skips a byte order mark.
  const bool lenient = text.find(char(0)) != text.npos || text.starts_with("\xEF\xBB\xBF");
  require(view || !accepted || deep(text) || lenient, "JSON is accepted");
  if (!view) {
    split(text, nullptr);
    return 0;
  }
  const json tree = json::parse(text);
  split(text, &tree);
  if (fuzz::has_a_name_twice(text)) return 0;
  compare(*view, tree);
  point(*view, tree, pointer);
  return 0;
}
