// SPDX-License-Identifier: Apache-2.0
#include "exec_credential.hpp"

#include <nlohmann/json.hpp>

#include "config_files.hpp"
#include "kubexx/client/time.hpp"
#include "kubexx/client/value_error.hpp"
#include "yaml_place.hpp"

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
    return YamlPlace::parse("output", std::string(output)).json();
  } catch (const ConfigError&) {
    refuse("is neither JSON nor YAML: an ExecCredential was expected");
  }
}

std::string text_at(const json& object, const char* key)
{
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return {};
  if (!found->is_string()) refuse(std::string("has a ") + key + " that is no text");
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

}  // namespace

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
  if (!document.is_object()) refuse("is no ExecCredential");
  if (text_at(document, "kind") != "ExecCredential") refuse("is no ExecCredential: its kind says otherwise");
  if (text_at(document, "apiVersion") != api_version) {
    refuse("is of another apiVersion than " + api_version + ", which the kubeconfig asks for");
  }
  const auto status = document.find("status");
  if (status == document.end() || !status->is_object()) refuse("has no status");
  ExecAnswer answer;
  if (const std::string token = text_at(*status, "token"); !token.empty()) {
    answer.token = clean_token(token, "its output: status.token");
  }
  answer.cert_pem = text_at(*status, "clientCertificateData");
  answer.key_pem = text_at(*status, "clientKeyData");
  if (answer.cert_pem.empty() != answer.key_pem.empty()) {
    refuse("has only one of status.clientCertificateData and clientKeyData: both are needed");
  }
  if (answer.token.empty() && answer.cert_pem.empty()) refuse("has neither a token nor a client certificate");
  if (const std::string expires = text_at(*status, "expirationTimestamp"); !expires.empty()) {
    try {
      answer.expires = Time::parse(expires).wall_time();
    } catch (const ValueError&) {
      refuse("has a status.expirationTimestamp that is no RFC 3339 time");
    }
  }
  return answer;
}

}  // namespace kubexx::detail
