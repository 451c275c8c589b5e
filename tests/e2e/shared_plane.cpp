// SPDX-License-Identifier: Apache-2.0
#include "shared_plane.hpp"

#include <nlohmann/json.hpp>

namespace kubexx::e2e {
namespace {

// Readers see the old file, none, or the new one.
void write_json(const std::filesystem::path& file, const nlohmann::json& value)
{
  auto part = file;
  part += ".part";
  write_file(part, value.dump(2));
  std::filesystem::rename(part, file);
}

}  // namespace

void write_state(const std::filesystem::path& file, const SharedPlane& plane)
{
  write_json(file, {{"directory", plane.files.directory.string()},
                    {"kubectl", plane.kubectl.string()},
                    {"controllerManager", plane.controller_manager},
                    {"pid", plane.pid}});
}

void write_skip(const std::filesystem::path& file, const std::string& reason)
{
  write_json(file, {{"skip", reason}});
}

std::optional<SharedPlane> read_state(const std::filesystem::path& file)
{
  if (!std::filesystem::exists(file)) return std::nullopt;
  const auto state = nlohmann::json::parse(read_file(file));
  if (state.contains("skip")) throw CannotRun(state.at("skip").get<std::string>());
  return SharedPlane{{state.at("directory").get<std::string>()},
                     state.at("kubectl").get<std::string>(),
                     state.at("controllerManager").get<bool>(),
                     state.at("pid").get<int>()};
}

}  // namespace kubexx::e2e
