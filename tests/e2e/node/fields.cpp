// SPDX-License-Identifier: Apache-2.0
#include "fields.hpp"

#include <stdexcept>

#include "kubexx/client/typed.hpp"
#include "kubexx/types/core/v1/config_map.hpp"
#include "kubexx/types/core/v1/secret.hpp"

namespace kubexx::e2e::node {
namespace {

using Variables = std::map<std::string, std::string>;

std::string expanded(const std::string& text, const Variables& variables)
{
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = text.find(')', at);
    if (text.compare(at, 2, "$$") == 0) {
      result += '$';
      at += 2;
    } else if (text.compare(at, 2, "$(") == 0 && end != std::string::npos) {
      const auto found = variables.find(text.substr(at + 2, end - at - 2));
      result += found != variables.end() ? found->second : text.substr(at, end + 1 - at);
      at = end + 1;
    } else {
      result += text[at++];
    }
  }
  return result;
}

// The key in "metadata.labels['key']"; empty when the path is another one.
std::string key_in(const std::string& path, const std::string& map)
{
  const auto begin = "metadata." + map + "['";
  if (!path.starts_with(begin) || !path.ends_with("']")) return {};
  return path.substr(begin.size(), path.size() - begin.size() - 2);
}

std::string value_at(const Variables& map, const std::string& key)
{
  const auto found = map.find(key);
  return found != map.end() ? found->second : "";
}

std::string variable_of(const PodFacts& facts, const corev1::EnvVar& variable, const Client& client)
{
  const auto& from = *variable.valueFrom;
  const auto& namespace_ = facts.pod.metadata.namespace_;
  if (from.fieldRef) return field_of(facts, from.fieldRef->fieldPath);
  if (from.configMapKeyRef) {
    const auto map = api<corev1::ConfigMap>(client).get({namespace_, from.configMapKeyRef->name});
    return map->data.at(from.configMapKeyRef->key);
  }
  if (from.secretKeyRef) {
    const auto secret = api<corev1::Secret>(client).get({namespace_, from.secretKeyRef->name});
    return secret->data.at(from.secretKeyRef->key).str();
  }
  throw std::runtime_error("the source of the variable " + variable.name + " is not one that this node knows");
}

}  // namespace

std::string field_of(const PodFacts& facts, const std::string& path)
{
  const auto& metadata = facts.pod.metadata;
  if (path == "metadata.name") return metadata.name;
  if (path == "metadata.namespace") return metadata.namespace_;
  if (path == "metadata.uid") return metadata.uid;
  if (path == "spec.nodeName") return facts.pod.spec.nodeName;
  if (path == "spec.serviceAccountName") return facts.pod.spec.serviceAccountName;
  if (path == "status.hostIP" || path == "status.hostIPs") return facts.node_address;
  if (path == "status.podIP" || path == "status.podIPs") return facts.address;
  if (const auto label = key_in(path, "labels"); !label.empty()) return value_at(metadata.labels, label);
  if (const auto key = key_in(path, "annotations"); !key.empty()) return value_at(metadata.annotations, key);
  throw std::runtime_error("the field " + path + " is not one that this node knows");
}

Variables environment_of(const PodFacts& facts, const corev1::Container& container, const OciImage& image,
                         const Client& client)
{
  if (!container.envFrom.empty()) throw std::runtime_error("this node does not know envFrom");
  Variables variables;
  for (const auto& one : image.environment) {
    const auto equals = one.find('=');
    variables[one.substr(0, equals)] = equals == std::string::npos ? "" : one.substr(equals + 1);
  }
  variables["HOSTNAME"] = facts.pod.metadata.name;
  variables["KUBERNETES_SERVICE_HOST"] = facts.api_host;
  variables["KUBERNETES_SERVICE_PORT"] = facts.api_port;
  for (const auto& one : container.env) {
    variables[one.name] = one.valueFrom ? variable_of(facts, one, client) : expanded(one.value, variables);
  }
  return variables;
}

std::vector<std::string> argv_of(const corev1::Container& container, const OciImage& image,
                                 const Variables& environment)
{
  std::vector<std::string> argv;
  const bool own = !container.command.empty();
  for (const auto& word : own ? container.command : image.entrypoint) argv.push_back(expanded(word, environment));
  // A command replaces the arguments of the image as well.
  const auto& args = own || !container.args.empty() ? container.args : image.command;
  for (const auto& word : args) argv.push_back(expanded(word, environment));
  if (argv.empty()) throw std::runtime_error("neither the container nor its image has a command");
  return argv;
}

}  // namespace kubexx::e2e::node
