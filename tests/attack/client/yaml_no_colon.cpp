// SPDX-License-Identifier: Apache-2.0
// Expected: parse_yaml/load_kubeconfig refuse what sigs.k8s.io/yaml refuses ("as kubectl turns them into JSON";
// yaml.hpp). kubectl
//   1.32: "error loading config file: yaml: line 14: could not find expected ':'".
// Observed: a last line of a mapping without its colon becomes a key with value null; two sequences/mappings without
// `---` become
//   two documents. A kubeconfig with `token abc` (colon forgotten) loads without an error or a warning: an anonymous
//   client.
// Exit 0: holds, 1: broken.
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include "kubexx/apimachinery/yaml.hpp"
#include "kubexx/client/client_config.hpp"
#include "kubexx/client/config.hpp"
using namespace kubexx;
int main()
{
  int bad = 0;
  for (const char* text : {"spec:\n  image: a\n  replicas 3\n", "a: 1\nb", "a:\n- b\n-c", "- a\n-b", "- a\nb: 1",
                           "a: [a,,b]", "%a\n---\na: 1"}) {
    try {
      nlohmann::json all = parse_yaml(text);
      ++bad;
      std::printf("BROKEN: accepted %s as %s\n", nlohmann::json(text).dump().c_str(), all.dump().c_str());
    } catch (const YamlError& e) {
      std::printf("holds: %s\n", e.what());
    }
  }
  std::ofstream("/tmp/attack/client/kc/nocolon")
      << "apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters:\n- name: k\n  cluster:\n    server: "
         "https://127.0.0.1:1\ncontexts:\n- name: c\n  context:\n    cluster: k\n    user: u\nusers:\n- name: u\n  "
         "user:\n    token abc\n";
  std::ofstream("/tmp/attack/client/kc/nocolon2")
      << "apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters:\n- name: k\n  cluster:\n    server: "
         "https://127.0.0.1:1\ncontexts:\n- name: c\n  context:\n    cluster: k\n    user: u\nusers:\n- name: u\n  "
         "user:\n    username: bob\n    password hunter2\n";
  for (const char* path : {"/tmp/attack/client/kc/nocolon", "/tmp/attack/client/kc/nocolon2"}) try {
      const ClientConfig config = load_kubeconfig(path);
      ++bad;
      std::printf("BROKEN: %s loads: token=\"%s\" username=\"%s\" password=\"%s\" warnings=%zu\n", path,
                  config.token.c_str(), config.username.c_str(), config.password.c_str(), config.warnings.size());
    } catch (const ConfigError& e) {
      std::printf("holds: %s\n", e.what());
    }
  // to_yaml_text: "text quoted only where a reader would take it for something else": it must be read back as it was
  for (const char* json : {R"({"a":"\u0085"})", R"({"<<":{"b":1}})", R"({"<<":"x"})"}) {
    const auto value = nlohmann::json::parse(json);
    std::string back = "unreadable";
    try {
      back = parse_yaml(to_yaml_text(value)).at(0).dump(-1, ' ', true);
    } catch (const std::exception&) {
    }
    const bool ok = back == value.dump(-1, ' ', true);
    bad += !ok;
    std::printf("%s: %s written as YAML is read back as %s\n", ok ? "holds" : "BROKEN",
                value.dump(-1, ' ', true).c_str(), back.c_str());
  }
  return bad != 0;
}
