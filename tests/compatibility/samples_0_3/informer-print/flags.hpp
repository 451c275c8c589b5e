// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kubexx/informer/informer.hpp"

namespace CLI {
class App;
}

namespace informer_print {

/// The command line.
struct Flags {
  std::string resource;
  std::vector<std::string> namespaces;
  std::string label_selector, field_selector;
  std::string output = "jsonl";
  bool stream_list = kubexx::InformerOptions().stream_list;
  std::string kubeconfig, context;
  std::string log_format = "text";
  int verbosity = 0;
};

/// Declares the flags of the program, which are written to `flags` when `app` parses.
void add_flags(CLI::App& app, Flags& flags);

[[nodiscard]] kubexx::InformerOptions informer_options(const Flags& flags);

}  // namespace informer_print
