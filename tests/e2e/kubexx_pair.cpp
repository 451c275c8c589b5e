// SPDX-License-Identifier: Apache-2.0
#include "kubexx_pair.hpp"

#include <algorithm>
#include <filesystem>
#include <regex>

namespace kubexx::e2e {
namespace {

using nlohmann::json;

std::string replaced(std::string text, std::string_view what, std::string_view with)
{
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
  return text;
}

std::string command_text(const std::vector<std::string>& arguments)
{
  std::string text;
  for (const auto& argument : arguments) text += " " + argument;
  return text;
}

}  // namespace

void KubexxPair::SetUp()
{
  RealServer::SetUp();
  if (IsSkipped() || HasFatalFailure()) return;
  other_ = std::string(admin()
                           .create(namespaces(), Object::from_json({{"apiVersion", "v1"},
                                                                    {"kind", "Namespace"},
                                                                    {"metadata", {{"generateName", "e2f-"}}}}))
                           .name());
  std::filesystem::create_directories(folder());
}

void KubexxPair::TearDown()
{
  if (!other_.empty()) admin().delete_(namespaces(), {"", other_});
  RealServer::TearDown();
}

Outcome KubexxPair::kubectl_in(const std::string& ns, std::vector<std::string> arguments, std::string_view input) const
{
  arguments.insert(arguments.end(), {"-n", ns});
  return kubectl(std::move(arguments), input);
}

Outcome KubexxPair::kubexx_in(const std::string& ns, std::vector<std::string> arguments, std::string_view input) const
{
  arguments.insert(arguments.begin(), {KUBEXX_E2E_KUBEXX, "--kubeconfig", plane().files.kubeconfig()});
  arguments.insert(arguments.end(), {"-n", ns});
  return run({arguments}, input);
}

std::string KubexxPair::normalized(std::string text) const
{
  text = replaced(std::move(text), other_, "NAMESPACE");
  text = replaced(std::move(text), ns(), "NAMESPACE");
  text = replaced(std::move(text), "kubexx-client-side-apply", "CLIENT-SIDE-APPLY");
  text = replaced(std::move(text), "kubectl-client-side-apply", "CLIENT-SIDE-APPLY");
  // Not in names such as foos.samplecontroller.k8s.io or kubectl.kubernetes.io.
  text = std::regex_replace(text, std::regex("(^|[^.\\w])(kubexx|kubectl)(?![.\\w])"), "$1PROGRAM");
  text = std::regex_replace(text, std::regex("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "UID");
  text = std::regex_replace(text, std::regex("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"), "TIME");
  text = std::regex_replace(text, std::regex("(\"?resourceVersion\"?: ?)\"\\d+\""), "$1\"VERSION\"");
  return text;
}

KubexxPair::Both KubexxPair::both(const std::vector<std::string>& arguments, std::string_view input) const
{
  Both both{kubectl_in(ns(), arguments, input), kubexx_in(other_, arguments, input)};
  EXPECT_EQ(both.kubectl.exit.code, both.kubexx.exit.code)
      << command_text(arguments) << "\nkubectl: " << both.kubectl.all() << "kubexx: " << both.kubexx.all();
  EXPECT_EQ(normalized(both.kubectl.out), normalized(both.kubexx.out)) << command_text(arguments);
  return both;
}

KubexxPair::Both KubexxPair::same(const std::vector<std::string>& arguments, std::string_view input) const
{
  auto outcome = both(arguments, input);
  EXPECT_EQ(normalized(outcome.kubectl.err), normalized(outcome.kubexx.err)) << command_text(arguments);
  return outcome;
}

KubexxPair::Both KubexxPair::same_but_stderr(const std::vector<std::string>& arguments, std::string_view input) const
{
  return both(arguments, input);
}

json KubexxPair::read(const std::string& ns, const std::string& type, const std::string& name) const
{
  const auto got = kubectl_in(ns, {"get", type, name, "-o", "json", "--show-managed-fields"});
  return got.ok() ? json::parse(got.out) : json{{"error", normalized(got.err)}};
}

void KubexxPair::same_object(const std::string& type, const std::string& name) const
{
  EXPECT_EQ(left_behind(ns(), type, name), left_behind(other_, type, name)) << type << " " << name;
}

std::string KubexxPair::left_behind(const std::string& where, const std::string& type, const std::string& name) const
{
  auto object = read(where, type, name);
  // What controllers write, when they come to it.
  object.erase("status");
  if (object.contains("spec")) {
    object["spec"].erase("clusterIP");
    object["spec"].erase("clusterIPs");
  }
  if (object.contains("metadata")) {
    auto& metadata = object["metadata"];
    if (metadata.contains("annotations")) metadata["annotations"].erase("deployment.kubernetes.io/revision");
    json managers = json::array();
    for (const auto& entry : metadata["managedFields"]) {
      if (entry["manager"] != "kube-controller-manager") managers.push_back(entry);
    }
    // The server sorts by the second in which they wrote, then by their names.
    std::sort(managers.begin(), managers.end(),
              [&](const json& a, const json& b) { return normalized(a["manager"]) < normalized(b["manager"]); });
    metadata["managedFields"] = std::move(managers);
  }
  return normalized(object.dump(1));
}

std::string KubexxPair::file(const std::string& name, std::string_view text)
{
  const auto path = folder() / name;
  std::filesystem::create_directories(path.parent_path());
  write_file(path, text);
  return path.string();
}

}  // namespace kubexx::e2e
