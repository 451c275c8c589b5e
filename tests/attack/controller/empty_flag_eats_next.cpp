// SPDX-License-Identifier: Apache-2.0
// run_operator: a flag with an empty value, `--namespace=`, swallows the flag that follows it.
// Ordinary: args: ["--namespace=$(WATCH_NAMESPACE)", "--leader-elect"] in a Deployment whose WATCH_NAMESPACE is "" (the
// operator-sdk
//   convention for "all"), or "--namespace=$NS --leader-elect" in a script.
// Expected (Go's flag/pflag, kubectl, controller-runtime; and what `--namespace "" --leader-elect` does here): the
// value is empty,
//   --leader-elect takes effect; or an error, exit 2.
// Happens: the operator watches the namespace "--leader-elect", leader election is silently off (every replica works),
// it is ready,
//   exit 0. The same for --kubeconfig=, --context=, --metrics-address=, --leader-election-id=, ...
// Checked with --print-rbac, which needs no cluster. Exit code 0 = holds, 1 = broken.
#include <cstdio>
#include <iostream>
#include <kubexx/controller.hpp>
#include <kubexx/types/core/v1/config_map.hpp>
#include <string>
using namespace kubexx;
using corev1::ConfigMap;
int main(int argc, char** argv)
{
  if (argc > 1)
    return run_operator(argc, argv, [](Manager& m) {
      m.controller().for_<ConfigMap>().build([](Context&, const Request&) { return Result::done(); });
    });
  const std::string self = argv[0];
  auto output = [&](const std::string& flags) {
    std::string text;
    FILE* p = popen((self + " " + flags + " --print-rbac 2>&1; echo exit $?").c_str(), "r");
    char b[4096];
    while (std::size_t n = fread(b, 1, sizeof b, p)) text.append(b, n);
    pclose(p);
    return text;
  };
  const std::string with = output("--namespace= --leader-elect"), wanted = output("--namespace '' --leader-elect");
  const bool election = with.find("leases") != std::string::npos, refused = with.find("exit 2") != std::string::npos;
  const bool swallowed = with.find("namespace: --leader-elect") != std::string::npos;
  std::cerr << "`--namespace '' --leader-elect`: role for leases " << (wanted.find("leases") != std::string::npos)
            << "\n";
  std::cerr << "`--namespace= --leader-elect`: role for leases " << election
            << ", watches a namespace named --leader-elect " << swallowed << "\n";
  const bool holds = refused || (election && !swallowed);
  std::cerr << (holds ? "holds" : "BROKEN") << std::endl;
  return holds ? 0 : 1;
}
