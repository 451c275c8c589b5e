// SPDX-License-Identifier: Apache-2.0
#include "manifests.hpp"

#include <glob.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "errors.hpp"
#include "kubexx/apimachinery/yaml.hpp"
#include "manifest_shape.hpp"
#include "words.hpp"

namespace kubexx::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Of JSON, as of objects that a server sends.
constexpr int deepest = 256;

constexpr std::array<std::string_view, 3> extensions{".json", ".yaml", ".yml"};

constexpr std::string_view blanks = " \t\r\n";

bool is_json(std::string_view text)
{
  const auto first = text.find_first_not_of(blanks);
  return first != std::string_view::npos && text[first] == '{';
}

/// Whether a line that separates YAML documents begins at `at`.
bool is_separator(const std::string& text, std::string::const_iterator at)
{
  if (at != text.begin() && *std::prev(at) != '\n') return false;
  const std::string_view rest(&*at, static_cast<std::size_t>(text.end() - at));
  return rest.starts_with("---") && (rest.size() == 3 || blanks.find(rest[3]) != std::string_view::npos);
}

/// One JSON value in which no object has a member twice: which of the two would be meant?
json parse_json(std::string::const_iterator begin, std::string::const_iterator end)
{
  std::vector<std::set<std::string>> members;
  return json::parse(begin, end, [&](int depth, json::parse_event_t event, const json& parsed) {
    if (depth > deepest) throw CommandError("nested more than " + std::to_string(deepest) + " levels deep");
    if (event == json::parse_event_t::object_start) members.emplace_back();
    if (event == json::parse_event_t::object_end) members.pop_back();
    if (event == json::parse_event_t::key && !members.back().insert(parsed.get<std::string>()).second) {
      throw CommandError("key " + parsed.dump() + " already set in map");
    }
    return true;
  });
}

/// JSON documents one after the other, with or without `---` between them; what stands before a broken one is in `to`.
/// Returns the YAML that follows a `---`.
std::string add_json_documents(const std::string& text, std::vector<json>& to)
{
  const auto skip_blanks = [&](std::string::const_iterator from) {
    return std::find_if(from, text.end(), [](char c) { return blanks.find(c) == std::string_view::npos; });
  };
  auto at = text.begin();
  for (;;) {
    at = skip_blanks(at);
    if (at == text.end()) return {};
    if (is_separator(text, at)) {
      at = skip_blanks(at + 3);
      if (at != text.end() && *at != '{' && !is_separator(text, at)) return {at, text.end()};
      continue;
    }
    // The parser reads up to the end of one value when it is told where that is.
    int depth = 0;
    bool quoted = false;
    auto end = at;
    for (; end != text.end(); ++end) {
      if (quoted) {
        if (*end == '\\' && std::next(end) != text.end()) {
          ++end;
        } else if (*end == '"') {
          quoted = false;
        }
        continue;
      }
      if (*end == '"') quoted = true;
      if (*end == '{' || *end == '[') ++depth;
      if ((*end == '}' || *end == ']') && --depth == 0) {
        ++end;
        break;
      }
    }
    to.push_back(parse_json(at, end));
    at = end;
  }
}

/// The documents of a YAML text before the first that is broken.
void add_sound_yaml(const std::string& text, std::vector<json>& to)
{
  constexpr std::string_view separator = "\n---";
  try {
    for (std::size_t begin = 0; begin < text.size();) {
      auto end = text.find(separator, begin);
      const auto ends = [&](std::size_t at) {
        return at >= text.size() || std::isspace(static_cast<unsigned char>(text[at])) != 0;
      };
      while (end != std::string::npos && !ends(end + separator.size())) end = text.find(separator, end + 1);
      end = std::min(end, text.size());
      auto documents = parse_yaml(text.substr(begin, end - begin));
      std::move(documents.begin(), documents.end(), std::back_inserter(to));
      begin = end + 1;
    }
  } catch (const std::exception&) {
    // The caller knows what is wrong.
  }
}

/// Adds the documents of `text` before the first that is broken; what is wrong with that, or an empty text.
std::string read_documents(std::string text, std::vector<json>& to)
{
  try {
    if (is_json(text)) text = add_json_documents(text, to);
    auto documents = parse_yaml(text);
    std::move(documents.begin(), documents.end(), std::back_inserter(to));
    return {};
  } catch (const json::exception& error) {
    return words_of(error);
  } catch (const CommandError& error) {
    return error.what();
  } catch (const std::exception& error) {
    add_sound_yaml(text, to);
    return std::string("error converting YAML to JSON: ") + error.what();
  }
}

std::exception_ptr command_error(const std::string& text)
{
  return std::make_exception_ptr(CommandError(text));
}

void add_object(json object, const std::string& source, std::vector<Manifest>& to)
{
  if (object.is_null()) return;
  if (const auto problem = shape_problem(object)) {
    to.push_back({{}, source, command_error("unable to decode \"" + source + "\": " + *problem)});
    return;
  }
  const auto items = object.find("items");
  if (items == object.end()) return to.push_back({std::move(object), source, nullptr});
  for (const auto& item : *items) add_object(item, source, to);
}

std::string read_stream(std::istream& in)
{
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void add_file(const fs::path& path, std::vector<Manifest>& to)
{
  std::ifstream in(path, std::ios::binary);
  if (!in) return to.push_back({{}, path.string(), command_error("open " + path.string() + ": permission denied")});
  auto parsed = parse_manifests(read_stream(in), path.string());
  std::move(parsed.begin(), parsed.end(), std::back_inserter(to));
}

bool is_manifest(const fs::path& path)
{
  return std::find(extensions.begin(), extensions.end(), path.extension().string()) != extensions.end();
}

/// The files of a folder in lexical order, as Go's filepath.Walk goes through them.
void add_folder(const fs::path& folder, bool recursive, std::vector<fs::path>& to)
{
  std::vector<fs::path> entries;
  for (const auto& entry : fs::directory_iterator(folder)) entries.push_back(entry.path());
  std::sort(entries.begin(), entries.end());
  for (const auto& entry : entries) {
    if (fs::is_directory(fs::symlink_status(entry))) {
      if (recursive) add_folder(entry, recursive, to);
    } else if (is_manifest(entry)) {
      to.push_back(entry);
    }
  }
}

std::vector<std::string> expand(const std::string& name)
{
  if (fs::exists(name)) return {name};
  glob_t found{};
  const int failed = ::glob(name.c_str(), 0, nullptr, &found);
  std::vector<std::string> names;
  if (failed == 0) names.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  if (names.empty()) throw CommandError("the path \"" + name + "\" does not exist");
  return names;
}

/// Adds the files that a name of -f means; true: it is a folder, or a pattern, of several.
bool add_paths(const std::string& name, bool recursive, std::vector<fs::path>& to)
{
  if (name.starts_with("http://") || name.starts_with("https://")) {
    throw CommandError("the URL " + name + " is not fetched: download it first, or pipe it into -f -");
  }
  bool several = false;
  std::string all;
  for (const auto& path : expand(name)) {
    const auto before = to.size();
    if (fs::is_directory(path)) {
      add_folder(path, recursive, to);
    } else {
      to.emplace_back(path);
    }
    several = several || to.size() > before + 1;
    all += (all.empty() ? "" : " ") + path;
  }
  if (to.empty()) {
    throw CommandError("error reading [" + all + "]: recognized file extensions are [.json .yaml .yml]");
  }
  return several;
}

}  // namespace

std::vector<Manifest> parse_manifests(const std::string& text, const std::string& source)
{
  std::vector<Manifest> manifests;
  std::vector<json> documents;
  const std::string problem = read_documents(text, documents);
  for (auto& document : documents) add_object(std::move(document), source, manifests);
  if (!problem.empty()) manifests.push_back({{}, source, command_error("error parsing " + source + ": " + problem)});
  return manifests;
}

ManifestFiles read_manifests(const std::vector<std::string>& names, bool recursive)
{
  std::vector<fs::path> paths;
  std::vector<std::exception_ptr> errors;
  bool folder = false;
  bool stream = false;
  for (const auto& name : names) {
    try {
      if (name == "-") {
        if (std::exchange(stream, true)) throw CommandError("standard input cannot be used for multiple arguments");
        paths.emplace_back(name);
      } else {
        folder = add_paths(name, recursive, paths) || folder;
      }
    } catch (const CommandError&) {
      errors.push_back(std::current_exception());
    }
  }
  throw_collected(std::move(errors));
  ManifestFiles files;
  for (const auto& path : paths) {
    if (path == "-") {
      auto parsed = parse_manifests(read_stream(std::cin), "STDIN");
      std::move(parsed.begin(), parsed.end(), std::back_inserter(files.manifests));
    } else {
      add_file(path, files.manifests);
    }
  }
  files.single = !folder && !stream && paths.size() == 1;
  return files;
}

}  // namespace kubexx::cli
