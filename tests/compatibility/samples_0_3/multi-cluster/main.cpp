// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "distributor.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/controller.hpp"

namespace {

// Of NAME=KUBECONFIG; for CLI::Option::check.
std::string problem_of_member(const std::string& text)
{
  const auto equals = text.find('=');
  const bool complete = equals != std::string::npos && equals != 0 && equals + 1 != text.size();
  return complete ? "" : "\"" + text + "\" is not NAME=KUBECONFIG";
}

void add_member(kubexx::Manager& manager, const std::string& text)
{
  const auto equals = text.find('=');
  kubexx::ConfigOptions where;
  where.path = text.substr(equals + 1);
  where.environment = kubexx::system_environment();
  manager.add_cluster(text.substr(0, equals),
                      kubexx::Client::connect(manager.client().runtime(), kubexx::load_config(where)));
}

}  // namespace

int main(int argc, char** argv)
{
  std::vector<std::string> members;
  std::string hub_name = "hub";
  kubexx::OperatorOptions options;
  options.name = "multi-cluster";
  options.description = "Distributes the ConfigMaps that are labelled distribute=yes to other clusters.";
  options.manager.workers = 4;
  options.add_flags = [&](CLI::App& app) {
    app.add_option("--member", members, "A cluster that receives copies, and its kubeconfig; may be repeated")
        ->type_name("NAME=KUBECONFIG")
        ->take_all()
        ->allow_extra_args(false)
        ->check(problem_of_member);
    app.add_option("--hub-name", hub_name,
                   "Value of the label distributed-by of the copies; must differ between hubs that share a member")
        ->type_name("NAME")
        ->capture_default_str();
  };
  return kubexx::run_operator(argc, argv, options, [&](kubexx::Manager& manager) {
    for (const auto& member : members) add_member(manager, member);
    distribution::add_distributor(manager, hub_name);
  });
}
