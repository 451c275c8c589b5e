// SPDX-License-Identifier: Apache-2.0
#include "credentials/exec_protocol.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "config/config_files.hpp"
#include "credentials/redactor.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/apimachinery/value_error.hpp"
#include "kubexx/apimachinery/yaml.hpp"
#include "kubexx/base/base64.hpp"

namespace kubexx::detail {

namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& why)
{
  throw ConfigError("its output " + why);
}

json document_of(std::string_view output)
{
  const auto first = output.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) refuse("is empty: an ExecCredential was expected");
  if (output[first] == '{') {
    auto parsed = json::parse(output, nullptr, false);
    if (!parsed.is_discarded()) return parsed;
  }
  try {
    auto documents = parse_yaml(std::string(output));
    return documents.empty() ? json() : std::move(documents.front());
  } catch (const std::runtime_error&) {
    refuse("is neither JSON nor YAML: an ExecCredential was expected");
  }
}

std::string text_member(const json& object, const char* key)
{
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return {};
  if (!found->is_string()) refuse(std::string("has a ") + key + " that is not a string");
  return found->get<std::string>();
}

json cluster_of(const ExecConfig& exec, const ClientConfig& config)
{
  json cluster = {{"server", config.server}};
  if (!config.tls_server_name.empty()) cluster["tls-server-name"] = config.tls_server_name;
  if (config.insecure) cluster["insecure-skip-tls-verify"] = true;
  if (!config.ca_pem.empty()) cluster["certificate-authority-data"] = encode_base64(config.ca_pem);
  if (!config.proxy_url.empty()) cluster["proxy-url"] = config.proxy_url;
  if (config.disable_compression) cluster["disable-compression"] = true;
  cluster["config"] = exec.cluster_config_json.empty() ? json() : json::parse(exec.cluster_config_json);
  return cluster;
}

constexpr std::string_view between_words = " \t\r\n\"'`=:;,&|<>(){}[]";

/// Blots out the parts of `of` that are at least `shortest` long: a script holds a secret among its words, an option
/// behind its '='.
void blot_out_words(std::string& text, std::string_view of, std::size_t shortest)
{
  while (!of.empty()) {
    const auto word = of.substr(0, of.find_first_of(between_words));
    if (word.size() >= shortest) blot_out(text, word);
    of.remove_prefix(std::min(of.size(), word.size() + 1));
  }
}

/// JSON web tokens, whosever they are.
void blot_out_tokens(std::string& text)
{
  constexpr std::string_view start = "eyJ";
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/";
  constexpr std::size_t shortest_token = 20;
  for (auto at = text.find(start); at != std::string::npos; at = text.find(start, at + 1)) {
    const auto end = std::min(text.find_first_not_of(letters, at), text.size());
    if (end - at >= shortest_token) text.replace(at, end - at, "***");
  }
}

}  // namespace

std::string one_line(std::string text)
{
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  }
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

std::string shown_command(std::string_view command)
{
  const auto space = command.find_first_of(" \t\r\n");
  return std::string(command.substr(0, space)) + (space == std::string_view::npos ? "" : " …");
}

std::string plugin_complaint(const ExecConfig& exec, std::string_view out, std::string_view header, std::string text)
{
  constexpr std::size_t shortest_word = 8;
  constexpr std::size_t shortest_answer = 16;
  constexpr std::size_t longest_text = 512;
  std::vector<std::string> given = exec.args;
  for (const auto& [name, value] : exec.env) given.push_back(value);
  for (const std::string& one : given) blot_out(text, one);
  for (const std::string& one : given) {
    if (const auto equals = one.find('='); equals != std::string::npos) blot_out(text, one.substr(equals + 1));
    blot_out_words(text, one, shortest_word);
  }
  blot_out_words(text, out, shortest_answer);
  blot_out_words(text, header, shortest_word);
  blot_out_tokens(text);
  text = one_line(std::move(text));
  if (text.size() > longest_text) text.erase(0, text.size() - longest_text);
  return text.empty() ? "" : ": " + text;
}

std::string exec_info(const ExecConfig& exec, const ClientConfig& config, bool interactive)
{
  json spec = {{"interactive", interactive}};
  if (exec.provide_cluster_info) spec["cluster"] = cluster_of(exec, config);
  const json info = {{"apiVersion", exec.api_version}, {"kind", "ExecCredential"}, {"spec", std::move(spec)}};
  return info.dump(-1, ' ', false, json::error_handler_t::replace);
}

ExecAnswer parse_exec_credential(std::string_view output, const std::string& api_version)
{
  const json document = document_of(output);
  if (!document.is_object()) refuse("is not an ExecCredential");
  if (text_member(document, "kind") != "ExecCredential") refuse("is not an ExecCredential: it has another kind");
  if (text_member(document, "apiVersion") != api_version) {
    refuse("has another apiVersion than " + api_version + ", which the kubeconfig specifies");
  }
  const auto status = document.find("status");
  if (status == document.end() || !status->is_object()) refuse("has no status");
  ExecAnswer answer;
  if (const std::string token = text_member(*status, "token"); !token.empty()) {
    answer.token = clean_token(token, "its output: status.token");
  }
  answer.cert_pem = text_member(*status, "clientCertificateData");
  answer.key_pem = text_member(*status, "clientKeyData");
  if (answer.cert_pem.empty() != answer.key_pem.empty()) {
    refuse("has only one of status.clientCertificateData and clientKeyData: both are needed");
  }
  if (answer.token.empty() && answer.cert_pem.empty()) refuse("has neither a token nor a client certificate");
  if (const std::string expires = text_member(*status, "expirationTimestamp"); !expires.empty()) {
    try {
      answer.expires = Time::parse(expires).wall_time();
    } catch (const ValueError&) {
      refuse("has a status.expirationTimestamp that is not an RFC 3339 time");
    }
  }
  return answer;
}

}  // namespace kubexx::detail
