// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace kubexx::e2e::node {

/// A folder or a file of this machine that the container sees.
struct Mount {
  std::filesystem::path from;
  std::string to;  ///< an absolute path in the container
  bool read_only = false;
};

/// What one container runs, and in what surroundings.
struct ContainerSpec {
  std::filesystem::path root;     ///< its own copy of the image's root
  std::filesystem::path network;  ///< the file of the Pod's network namespace
  std::string hostname;
  std::vector<std::string> argv;
  std::vector<std::string> environment;  ///< NAME=VALUE
  std::string working_directory = "/";
  std::vector<Mount> mounts;
  unsigned user = 0, group = 0;
  bool read_only_root = false;
};
[[nodiscard]] nlohmann::json to_json(const ContainerSpec& spec);
[[nodiscard]] ContainerSpec spec_from_json(const nlohmann::json& json);

/// The process that the node starts for a container: makes its namespaces and mounts, runs the program as process 1 of
/// them, without capabilities and without a way to new ones, hands SIGTERM on, and returns the exit status of the
/// program, or 128 and the number of the signal that ended it. Everything ends with the thread that started it.
[[nodiscard]] int container_main(const std::filesystem::path& spec_file);

}  // namespace kubexx::e2e::node
