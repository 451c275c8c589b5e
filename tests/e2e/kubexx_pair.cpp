// SPDX-License-Identifier: Apache-2.0
#include "kubexx_pair.hpp"

#include <algorithm>
#include <filesystem>
#include <regex>

namespace kubexx::e2e {
namespace {

using nlohmann::json;

std::string command_text(const std::vector<std::string>& arguments)
{
  std::string text;
  for (const auto& argument : arguments) text += " " + argument;
  return text;
}

}  // namespace

Outcome TwoNamespaces::kubectl_in(const std::string& ns, std::vector<std::string> arguments,
                                  std::string_view input) const
{
  arguments.insert(arguments.end(), {"-n", ns});
  return programs_->run_kubectl(std::move(arguments), input);
}

Outcome TwoNamespaces::kubexx_in(const std::string& ns, std::vector<std::string> arguments,
                                 std::string_view input) const
{
  arguments.insert(arguments.end(), {"-n", ns});
  return programs_->run_kubexx(std::move(arguments), input);
}

std::string TwoNamespaces::normalized(std::string text) const
{
  text = replaced(std::move(text), second_, "NAMESPACE");
  text = replaced(std::move(text), first_, "NAMESPACE");
  text = replaced(std::move(text), "kubexx-client-side-apply", "CLIENT-SIDE-APPLY");
  text = replaced(std::move(text), "kubectl-client-side-apply", "CLIENT-SIDE-APPLY");
  // Not in names such as foos.samplecontroller.k8s.io or kubectl.kubernetes.io.
  text = std::regex_replace(text, std::regex("(^|[^.\\w])(kubexx|kubectl)(?![.\\w])"), "$1PROGRAM");
  text = std::regex_replace(text, std::regex("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "UID");
  text = std::regex_replace(text, std::regex("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"), "TIME");
  text = std::regex_replace(text, std::regex("(\"?resourceVersion\"?: ?)\"\\d+\""), "$1\"VERSION\"");
  return text;
}

TwoNamespaces::Outcomes TwoNamespaces::same(const std::vector<std::string>& arguments, std::string_view input) const
{
  Outcomes outcomes{kubectl_in(first_, arguments, input), kubexx_in(second_, arguments, input)};
  EXPECT_EQ(outcomes.kubectl.exit.code, outcomes.kubexx.exit.code)
      << command_text(arguments) << "\nkubectl: " << outcomes.kubectl.all() << "kubexx: " << outcomes.kubexx.all();
  EXPECT_EQ(normalized(outcomes.kubectl.out), normalized(outcomes.kubexx.out)) << command_text(arguments);
  EXPECT_EQ(normalized(outcomes.kubectl.err), normalized(outcomes.kubexx.err)) << command_text(arguments);
  return outcomes;
}

json TwoNamespaces::read(const std::string& ns, const std::string& type, const std::string& name) const
{
  const auto got = kubectl_in(ns, {"get", type, name, "-o", "json", "--show-managed-fields"});
  return got.ok() ? json::parse(got.out) : json{{"error", normalized(got.err)}};
}

void TwoNamespaces::same_object(const std::string& type, const std::string& name) const
{
  EXPECT_EQ(left_behind(first_, type, name), left_behind(second_, type, name)) << type << " " << name;
}

std::string TwoNamespaces::left_behind(const std::string& ns, const std::string& type, const std::string& name) const
{
  auto object = read(ns, type, name);
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

void KubexxPair::SetUp()
{
  BesideKubectl::SetUp();
  if (IsSkipped() || HasFatalFailure()) return;
  other_ = std::string(admin()
                           .create(namespaces(), Object::from_json({{"apiVersion", "v1"},
                                                                    {"kind", "Namespace"},
                                                                    {"metadata", {{"generateName", "e2f-"}}}}))
                           .name());
  pair_.emplace(both(), ns(), other_);
}

void KubexxPair::TearDown()
{
  if (!other_.empty()) admin().delete_(namespaces(), {"", other_});
  BesideKubectl::TearDown();
}

std::string file_of_test(const std::string& name, std::string_view text)
{
  const auto path = folder() / name;
  std::filesystem::create_directories(path.parent_path());
  write_file(path, text);
  return path.string();
}

}  // namespace kubexx::e2e
