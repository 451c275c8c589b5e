// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/own_pod.hpp"

#include <string_view>
#include <utility>

#include "config/config_files.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/apimachinery/utf8.hpp"

namespace kubexx {

namespace {

constexpr std::size_t kLongestLabel = 63;

bool names_a_pod(std::string_view text)
{
  return dns_subdomain_problems(text).empty();
}
bool names_a_namespace(std::string_view text)
{
  return names_a_pod(text) && text.size() <= kLongestLabel && text.find('.') == std::string_view::npos;
}

/// What a message shows of a value that can be anything.
std::string shown(std::string_view value)
{
  constexpr std::size_t most = 80;
  std::string text = valid_utf8(value.substr(0, most));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return "'" + text + (value.size() > most ? "…'" : "'");
}

[[noreturn]] void refuse(const std::string& where, std::string_view value, const char* remedy)
{
  throw ConfigError(where + ": " + shown(value) + " is not " + remedy);
}

std::string_view trimmed(std::string_view text)
{
  constexpr std::string_view space = " \n\r\t";
  const auto begin = text.find_first_not_of(space);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

}  // namespace

std::optional<std::string> own_namespace(const Environment& environment, const std::string& root)
{
  std::string name = detail::variable(environment, "POD_NAMESPACE");
  if (!name.empty()) {
    if (!names_a_namespace(name)) {
      refuse("POD_NAMESPACE", name, "the name of a namespace: set it with fieldPath metadata.namespace");
    }
    return name;
  }
  const std::string path = root + "/namespace";
  const std::optional<std::string> content = detail::read_file(path);
  if (!content || trimmed(*content).empty()) return std::nullopt;
  name = trimmed(*content);
  if (!names_a_namespace(name)) refuse(path, name, "the name of a namespace; set POD_NAMESPACE to override it");
  return name;
}

std::optional<ObjectKey> own_pod(const Environment& environment, const std::string& root)
{
  std::string name = detail::variable(environment, "POD_NAME");
  if (name.empty()) {
    name = detail::variable(environment, "HOSTNAME");
    if (!names_a_pod(name)) return std::nullopt;
  } else if (!names_a_pod(name)) {
    refuse("POD_NAME", name, "the name of a pod: set it with fieldPath metadata.name");
  }
  std::optional<std::string> space = own_namespace(environment, root);
  if (!space) return std::nullopt;
  return ObjectKey{std::move(*space), std::move(name)};
}

}  // namespace kubexx
