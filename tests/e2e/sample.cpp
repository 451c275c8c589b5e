// SPDX-License-Identifier: Apache-2.0
#include "sample.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

namespace kubexx::e2e {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

}  // namespace

Identity::Identity(const Client& admin)
    : admin_(admin), account_namespace_("sample-controller"), name_("sample-controller")
{
}

Identity::Identity(const Client& admin, const std::string& namespace_, const json& rules)
    : admin_(admin),
      account_namespace_(namespace_),
      name_("sample-controller"),
      role_("sample-controller-" + namespace_)
{
  admin_.create(service_accounts(), Object::from_json({{"apiVersion", "v1"},
                                                       {"kind", "ServiceAccount"},
                                                       {"metadata", {{"namespace", namespace_}, {"name", name_}}}}));
  admin_.create(cluster_roles(), Object::from_json({{"apiVersion", "rbac.authorization.k8s.io/v1"},
                                                    {"kind", "ClusterRole"},
                                                    {"metadata", {{"name", role_}}},
                                                    {"rules", rules}}));
  const json subject = {{"kind", "ServiceAccount"}, {"name", name_}, {"namespace", namespace_}};
  admin_.create(cluster_role_bindings(),
                Object::from_json(
                    {{"apiVersion", "rbac.authorization.k8s.io/v1"},
                     {"kind", "ClusterRoleBinding"},
                     {"metadata", {{"name", role_}}},
                     {"roleRef", {{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", "ClusterRole"}, {"name", role_}}},
                     {"subjects", json::array({subject})}}));
}

Identity::~Identity()
{
  if (role_.empty()) return;
  try {
    admin_.delete_(cluster_role_bindings(), {"", role_});
    admin_.delete_(cluster_roles(), {"", role_});
  } catch (const std::exception& error) {
    ADD_FAILURE() << "cleaning up: " << error.what();
  }
}

std::string Identity::token(const std::string& pod) const
{
  // What the namespace of manifests/ demands of a Pod.
  const json container = {
      {"name", "sample-controller"},
      {"image", "sample-controller"},
      {"securityContext", {{"allowPrivilegeEscalation", false}, {"capabilities", {{"drop", json::array({"ALL"})}}}}}};
  const json security = {{"runAsNonRoot", true}, {"seccompProfile", {{"type", "RuntimeDefault"}}}};
  const auto created =
      admin_.create(pods(), Object::from_json({{"apiVersion", "v1"},
                                               {"kind", "Pod"},
                                               {"metadata", {{"namespace", account_namespace_}, {"name", pod}}},
                                               {"spec",
                                                {{"serviceAccountName", name_},
                                                 {"securityContext", security},
                                                 {"containers", json::array({container})}}}}));
  const json request = {
      {"apiVersion", "authentication.k8s.io/v1"},
      {"kind", "TokenRequest"},
      {"spec",
       {{"expirationSeconds", 600},
        {"boundObjectRef",
         {{"apiVersion", "v1"}, {"kind", "Pod"}, {"name", pod}, {"uid", std::string(created.uid())}}}}}};
  const auto answer =
      admin_.create_subresource(service_accounts(), {account_namespace_, name_}, "token", Object::from_json(request));
  return answer.at("/status/token").as_string().value();
}

void Identity::delete_pod(const std::string& pod) const
{
  DeleteOptions now;
  now.grace_period_seconds = 0;
  admin_.delete_(pods(), {account_namespace_, pod}, now);
}

std::string Identity::user() const
{
  return "system:serviceaccount:" + account_namespace_ + ":" + name_;
}

json manifest_rules()
{
  for (const auto& document : read_yaml(manifests() / "rbac.yaml")) {
    if (document.at("kind") == "ClusterRole") return document.at("rules");
  }
  throw std::runtime_error("manifests/rbac.yaml has no ClusterRole");
}

Sample::Sample(Options options) : options_(std::move(options))
{
  fs::create_directories(mount());
  fs::copy_file(options_.plane.ca(), mount() / "ca.crt", fs::copy_options::overwrite_existing);
  write_file(mount() / "namespace", options_.namespace_);
  rotate_token(options_.token);
}

fs::path Sample::mount() const
{
  return options_.folder / "serviceaccount";
}

void Sample::rotate_token(const std::string& token) const
{
  // As the kubelet: the file is replaced, never seen half written.
  write_file(mount() / "token.new", token);
  fs::rename(mount() / "token.new", mount() / "token");
}

void Sample::start()
{
  const auto server = admin_config(options_.plane).server;
  health_port_ = free_port();
  metrics_port_ = free_port();
  debug_port_ = free_port();
  fs::create_directories(options_.folder / "home");
  Command command{
      {KUBEXX_E2E_SAMPLE, "--log-format=json", "-v", "--service-account-folder=" + mount().string(),
       "--health-address=127.0.0.1:" + std::to_string(health_port_),
       "--metrics-address=127.0.0.1:" + std::to_string(metrics_port_), "--debug-address=" + debug_address()},
      {{"HOME", (options_.folder / "home").string()},
       {"KUBERNETES_SERVICE_HOST", "127.0.0.1"},
       {"KUBERNETES_SERVICE_PORT", server.substr(server.rfind(':') + 1)},
       {"KUBEXX_IN_CLUSTER_ROOT", (options_.folder / "root").string()}},
      true};
  command.argv.insert(command.argv.end(), options_.flags.begin(), options_.flags.end());
  process_ = Process(command, options_.folder / ("sample-" + std::to_string(++starts_) + ".log"));
}

std::string Sample::health(const std::string& path)
{
  return fetch(health_port_, path);
}

std::string Sample::metrics()
{
  return fetch(metrics_port_, "/metrics");
}

std::vector<std::string> Sample::lines_with(const std::string& text) const
{
  std::vector<std::string> found;
  std::istringstream lines(output());
  for (std::string line; std::getline(lines, line);) {
    if (line.find(text) != std::string::npos) found.push_back(line);
  }
  return found;
}

std::vector<Audited> audit_of(const std::string& user, const PlaneFiles& files)
{
  std::vector<Audited> result;
  std::istringstream lines(read_file(files.audit_log()));
  for (std::string line; std::getline(lines, line);) {
    const auto event = json::parse(line, nullptr, false);
    if (event.is_discarded() || event.value("/user/username"_json_pointer, "") != user) continue;
    Audited audited;
    audited.verb = event.value("verb", "");
    audited.resource = event.value("/objectRef/resource"_json_pointer, "");
    audited.subresource = event.value("/objectRef/subresource"_json_pointer, "");
    audited.name = event.value("/objectRef/name"_json_pointer, "");
    audited.namespace_ = event.value("/objectRef/namespace"_json_pointer, "");
    audited.code = event.value("/responseStatus/code"_json_pointer, 0);
    const auto extra = event.value("/user/extra"_json_pointer, json::object());
    const auto id = extra.find("authentication.kubernetes.io/credential-id");
    if (id != extra.end() && !id->empty()) audited.token_id = id->at(0).get<std::string>();
    result.push_back(std::move(audited));
  }
  return result;
}

}  // namespace kubexx::e2e
