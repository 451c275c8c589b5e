// SPDX-License-Identifier: Apache-2.0
// An operator of ConfigMaps with the label faulty=yes. Each one says in its data what goes wrong with it, so that
// record.py can record the metrics of a fault.
#include <chrono>
#include <kubexx/controller.hpp>
#include <kubexx/types/core/v1/config_map.hpp>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

using namespace kubexx;
using corev1::ConfigMap;

std::string fault_of(const ConfigMap& map, const std::string& place)
{
  const auto found = map.data.find(place);
  return found == map.data.end() ? std::string() : found->second;
}

// "slow:1.5" takes 1.5 seconds.
void be_slow(const std::string& fault)
{
  constexpr std::string_view slow = "slow:";
  if (fault.starts_with(slow)) {
    std::this_thread::sleep_for(std::chrono::duration<double>(std::stod(fault.substr(slow.size()))));
  }
}

Result reconcile(Context& context, const Request& request)
{
  auto map = context.get<ConfigMap>(request);
  if (!map || map.label("faulty") != "yes") return Result::done();
  const std::string fault = fault_of(*map, "reconcile");
  if (fault == "fails") throw std::runtime_error("the data say so");
  be_slow(fault);
  if (fault == "loops") {
    auto& runs = map->data["runs"];
    runs = std::to_string(runs.empty() ? 1 : std::stoi(runs) + 1);
    map.patch();
  }
  return Result::done();
}

AdmissionVerdict validate(const ConfigMap& map)
{
  const std::string fault = fault_of(map, "webhook");
  if (fault == "throws") throw std::runtime_error("the data say so");
  if (fault == "denies") return AdmissionVerdict::denied("the data say so");
  be_slow(fault);
  return {};
}

void setup(Manager& manager)
{
  manager.controller().for_<ConfigMap>().writes<ConfigMap>({Verb::patch}).build(reconcile);
  WebhookOptions options;
  options.object_selector = LabelSelector::parse("faulty=yes");
  manager.webhooks().for_<ConfigMap>(options).validates(validate);
}

}  // namespace

int main(int argc, char** argv)
{
  OperatorOptions options;
  options.name = "faulty-operator";
  options.manager.webhooks.authority.emplace();
  return run_operator(argc, argv, options, setup);
}
