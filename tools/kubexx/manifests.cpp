// SPDX-License-Identifier: Apache-2.0
#include "manifests.hpp"

#include <glob.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "errors.hpp"
#include "kubexx/client/yaml.hpp"

namespace kubexx::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::array<std::string_view, 3> extensions{".json", ".yaml", ".yml"};

bool is_json(std::string_view text)
{
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

/// One JSON value in which no object has a member twice: which of the two would be meant?
json parse_json(std::string::const_iterator begin, std::string::const_iterator end)
{
  std::vector<std::set<std::string>> members;
  return json::parse(begin, end, [&](int /*depth*/, json::parse_event_t event, const json& parsed) {
    if (event == json::parse_event_t::object_start) members.emplace_back();
    if (event == json::parse_event_t::object_end) members.pop_back();
    if (event == json::parse_event_t::key && !members.back().insert(parsed.get<std::string>()).second) {
      throw CommandError("key " + parsed.dump() + " already set in map");
    }
    return true;
  });
}

/// JSON documents one after the other.
std::vector<json> json_documents(const std::string& text)
{
  std::vector<json> documents;
  auto at = text.begin();
  for (;;) {
    while (at != text.end() && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) ++at;
    if (at == text.end()) return documents;
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
    documents.push_back(parse_json(at, end));
    at = end;
  }
}

std::string text_or_empty(const json& object, const char* name)
{
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

void add_object(json object, const std::string& source, std::vector<Manifest>& to)
{
  if (object.is_null()) return;
  Manifest manifest{std::move(object), source, nullptr};
  const auto refuse = [&](const std::string& why) {
    const std::string shown = manifest.object.dump(-1, ' ', false, json::error_handler_t::replace);
    const std::string text = "unable to decode \"" + source + "\": " + why + " '" + shown + "'";
    manifest.problem = std::make_exception_ptr(CommandError(text));
    to.push_back(std::move(manifest));
  };
  if (!manifest.object.is_object()) {
    manifest.problem = std::make_exception_ptr(
        CommandError("unable to decode \"" + source + "\": json: cannot unmarshal " +
                     (manifest.object.is_array()    ? "array"
                      : manifest.object.is_string() ? "string"
                                                    : "number") +
                     " into Go value of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind "
                     "string \"json:\\\"kind,omitempty\\\"\" }"));
    to.push_back(std::move(manifest));
    return;
  }
  if (text_or_empty(manifest.object, "kind").empty()) return refuse("Object 'Kind' is missing in");
  if (text_or_empty(manifest.object, "apiVersion").empty()) return refuse("Object 'apiVersion' is missing in");
  const auto items = manifest.object.find("items");
  if (items != manifest.object.end() && items->is_array()) {
    for (const auto& item : *items) add_object(item, source, to);
    return;
  }
  to.push_back(std::move(manifest));
}

std::string read_stream(std::istream& in)
{
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void add_file(const fs::path& path, std::vector<Manifest>& to)
{
  std::ifstream in(path, std::ios::binary);
  if (!in) throw CommandError("open " + path.string() + ": permission denied");
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

}  // namespace

std::vector<Manifest> parse_manifests(const std::string& text, const std::string& source)
{
  std::vector<Manifest> manifests;
  try {
    if (is_json(text)) {
      for (auto& document : json_documents(text)) add_object(std::move(document), source, manifests);
    } else {
      for (auto& document : parse_yaml(text)) add_object(std::move(document), source, manifests);
    }
  } catch (const json::exception& error) {
    throw CommandError("error parsing " + source + ": " + error.what());
  } catch (const CommandError& error) {
    throw CommandError("error parsing " + source + ": " + error.what());
  } catch (const std::exception& error) {
    throw CommandError("error parsing " + source + ": error converting YAML to JSON: " + error.what());
  }
  return manifests;
}

ManifestFiles read_manifests(const std::vector<std::string>& names, bool recursive)
{
  ManifestFiles files;
  std::vector<std::string> expanded;
  bool folder = false;
  bool stream = false;
  for (const auto& name : names) {
    if (name == "-") {
      if (stream) throw CommandError("standard input cannot be used for multiple arguments");
      stream = true;
    }
    if (name.starts_with("http://") || name.starts_with("https://")) {
      throw CommandError("the URL " + name + " is not fetched: download it first, or pipe it into -f -");
    }
    const auto paths = name == "-" ? std::vector<std::string>{name} : expand(name);
    if (name != "-" && paths.size() == 1 && !recursive) files.single = true;
    expanded.insert(expanded.end(), paths.begin(), paths.end());
  }
  std::vector<fs::path> paths;
  for (const auto& name : expanded) {
    if (name != "-" && fs::is_directory(name)) {
      const auto before = paths.size();
      add_folder(name, recursive, paths);
      folder = folder || paths.size() > before + 1;
    } else {
      paths.emplace_back(name);
    }
  }
  if (paths.empty() && !names.empty()) {
    std::string all;
    for (const auto& name : expanded) all += (all.empty() ? "" : " ") + name;
    throw CommandError("error reading [" + all + "]: recognized file extensions are [.json .yaml .yml]");
  }
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
