// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "trace.hpp"

int main(int argc, char** argv)
{
  try {
    CLI::App app("workqueue-trace: a debugging aid that runs operations on a kubexx work queue under a manual clock.");
    app.name("workqueue-trace");
    app.set_version_flag("--version", KUBEXX_VERSION);
    app.footer(kubexx::tools::trace_operations());
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? 0 : 2;  // --help and --version come here too
    }
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    return kubexx::tools::run_trace(std::cin, std::cout, std::cerr);
  } catch (const std::exception& error) {
    std::cerr << "workqueue-trace: " << error.what() << '\n';
    return 1;
  }
}
