// SPDX-License-Identifier: Apache-2.0
// informer.hpp:118: add_namespace, remove_namespace: "Throws std::logic_error when it watches all of them."
// Expected: remove_namespace("kube-system") of an informer of all namespaces throws std::logic_error (one cannot
// exclude that way). Happens:  it returns, and the objects of that namespace stay and keep coming. exit code 0 = holds,
// 1 = broken
#include <boost/asio.hpp>
#include <cstdio>
#include <kubexx/apimachinery/well_known_resources.hpp>
#include <kubexx/apiserver/apiserver.hpp>
#include <kubexx/base/system_clock.hpp>
#include <kubexx/informer/informer.hpp>
using namespace kubexx;
int main()
{
  SystemClock clock;
  SystemRandom random;
  SystemRuntime system;
  ApiServer server({.clock = &clock, .random = &random});
  SharedInformer informer(Client(system.runtime(), make_in_process_transport(system.runtime(), server)),
                          resources::config_maps);
  try {
    informer.add_namespace("kube-system");
    std::puts("add_namespace: no exception");
  } catch (const std::logic_error& error) {
    std::printf("add_namespace: %s\n", error.what());
  }
  try {
    informer.remove_namespace("kube-system");
    std::puts("remove_namespace: no exception");
    return 1;
  } catch (const std::logic_error& error) {
    std::printf("remove_namespace: %s\n", error.what());
  }
  return 0;
}
