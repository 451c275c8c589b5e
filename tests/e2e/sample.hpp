// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "real_server.hpp"

namespace kubexx::e2e {

/// A ServiceAccount of the sample controller, and tokens for it as the kubelet gets them.
class Identity {
public:
  /// That of manifests/, with the roles applied there.
  explicit Identity(const Client& admin);
  /// A new one in `namespace_`, bound to a ClusterRole of its own with `rules`.
  Identity(const Client& admin, const std::string& namespace_, const nlohmann::json& rules);
  Identity(const Identity&) = delete;
  Identity& operator=(const Identity&) = delete;
  ~Identity();

  /// A token bound to a Pod made for it, as a mounted one is: it ends with that Pod.
  [[nodiscard]] std::string token(const std::string& pod) const;
  void delete_pod(const std::string& pod) const;
  /// "system:serviceaccount:<namespace>:<name>"
  [[nodiscard]] std::string user() const;
  [[nodiscard]] const std::string& namespace_() const { return account_namespace_; }

private:
  const Client& admin_;
  std::string account_namespace_, name_, role_;
};

/// The rules of the ClusterRole in manifests/rbac.yaml.
[[nodiscard]] nlohmann::json manifest_rules();

/// The sample controller as a process that believes to be in a Pod: its configuration is the in-cluster one, below a
/// root path of the test.
class Sample {
public:
  struct Options {
    PlaneFiles plane;
    std::filesystem::path folder;
    std::string token;
    std::string namespace_ = "sample-controller";  ///< of its Pod
    std::vector<std::string> flags = {};
  };
  explicit Sample(Options options);

  /// Replaces the mounted token, as the kubelet does.
  void rotate_token(const std::string& token) const;
  void start();
  [[nodiscard]] Process& process() { return process_; }
  [[nodiscard]] const Process& process() const { return process_; }

  /// GET of a path of the health or metrics address; the body, empty when it does not answer with 200.
  [[nodiscard]] std::string health(const std::string& path);
  [[nodiscard]] std::string metrics();
  [[nodiscard]] std::string metrics_address() const { return "127.0.0.1:" + std::to_string(metrics_port_); }
  [[nodiscard]] std::string debug_address() const { return "127.0.0.1:" + std::to_string(debug_port_); }
  [[nodiscard]] bool ready() { return !health("/readyz").empty(); }
  [[nodiscard]] std::string output() const { return process_.output(); }
  /// The JSON log lines that hold `text`.
  [[nodiscard]] std::vector<std::string> lines_with(const std::string& text) const;

private:
  [[nodiscard]] std::filesystem::path mount() const;

  Options options_;
  int health_port_ = 0, metrics_port_ = 0, debug_port_ = 0, starts_ = 0;
  Process process_;
};

/// One request that the API server's audit log has of a user.
struct Audited {
  std::string verb, resource, subresource, name, namespace_;
  int code = 0;
  std::string token_id;  ///< of the token that it came with
};
/// What `user` has asked of the server until now.
[[nodiscard]] std::vector<Audited> audit_of(const std::string& user, const PlaneFiles& files);

}  // namespace kubexx::e2e
