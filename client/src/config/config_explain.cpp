// SPDX-License-Identifier: Apache-2.0
// What may be printed of a configuration.
#include <algorithm>
#include <stdexcept>

#include "credentials/exec_protocol.hpp"
#include "kubexx/client/client_config.hpp"
#include "kubexx/http/proxy.hpp"

namespace kubexx {

namespace {

std::string credentials_of(const ClientConfig& config)
{
  std::string kinds;
  const auto add = [&](bool present, const std::string& kind) {
    if (present) kinds += (kinds.empty() ? "" : " and ") + kind;
  };
  add(!config.cert_pem.empty(), "client certificate");
  add(!config.token_file.empty(), "token file " + config.token_file);
  add(config.token_file.empty() && !config.token.empty(), "token");
  add(!config.username.empty(), "basic authentication");
  if (config.exec) add(true, "credential plugin " + detail::shown_command(config.exec->command));
  return kinds.empty() ? "none" : kinds;
}

std::string shown_proxy(const std::string& url)
{
  try {
    return parse_proxy_url(url).str();
  } catch (const std::invalid_argument&) {
    return "an unreadable URL";
  }
}

/// One line, whatever stands in the files.
std::string printable(std::string text)
{
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  }
  return text;
}

}  // namespace

std::string ClientConfig::summary() const
{
  std::string text = server + ", namespace " + (namespace_.empty() ? "default" : namespace_) +
                     ", credentials: " + credentials_of(*this);
  if (!impersonate.user.empty()) text += ", as " + impersonate.user;
  if (!proxy_url.empty()) text += ", through " + shown_proxy(proxy_url);
  if (insecure) text += ", server certificate NOT verified";
  if (!source.empty()) text += ", from " + source;
  return printable(std::move(text));
}

std::string ClientConfig::explain() const
{
  std::size_t name_width = 0;
  std::size_t value_width = 0;
  for (const ConfigField& field : fields) {
    name_width = std::max(name_width, field.name.size());
    value_width = std::max(value_width, std::min<std::size_t>(field.value.size(), 60));
  }
  std::string text;
  const auto append = [&](const std::string& part, std::size_t width) {
    text += printable(part);
    text.append(2 + (part.size() < width ? width - part.size() : 0), ' ');
  };
  for (const ConfigField& field : fields) {
    append(field.name, name_width);
    append(field.value, value_width);
    text += printable(field.origin) + "\n";
  }
  for (const std::string& warning : warnings) text += "warning: " + printable(warning) + "\n";
  return text;
}

}  // namespace kubexx
