// SPDX-License-Identifier: Apache-2.0
#include "oci_image.hpp"

#include <sys/utsname.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "support/process.hpp"

namespace kubexx::e2e::node {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

std::string architecture()
{
  utsname names{};
  ::uname(&names);
  const std::string machine = names.machine;
  return machine == "x86_64" ? "amd64" : machine == "aarch64" ? "arm64" : machine;
}

json read_blob(const fs::path& layout, const std::string& digest)
{
  return json::parse(support::read_file(layout / "blobs" / "sha256" / digest.substr(digest.find(':') + 1)));
}

// The manifest for this machine's platform, below an index or two.
std::string manifest_digest(const fs::path& layout, const json& index)
{
  for (const auto& one : index.at("manifests")) {
    if (one.contains("platform") && one.at("platform").value("architecture", "") != architecture()) continue;
    const auto digest = one.at("digest").get<std::string>();
    if (one.value("mediaType", "").find("index") == std::string::npos) return digest;
    return manifest_digest(layout, read_blob(layout, digest));
  }
  throw std::runtime_error(layout.string() + " has no image for " + architecture());
}

unsigned number(const std::string& text)
{
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos) {
    throw std::runtime_error("the image has the user \"" + text + "\", which is no number");
  }
  return static_cast<unsigned>(std::stoul(text));
}

}  // namespace

OciImage unpack_image(const fs::path& layout, const fs::path& folder)
{
  OciImage image;
  image.digest = manifest_digest(layout, json::parse(support::read_file(layout / "index.json")));
  const json manifest = read_blob(layout, image.digest);
  image.root = folder;
  fs::create_directories(folder);
  for (const auto& layer : manifest.at("layers")) {
    const auto digest = layer.at("digest").get<std::string>();
    const auto file = layout / "blobs" / "sha256" / digest.substr(digest.find(':') + 1);
    const auto unpacked = support::run({{"/bin/tar", "--extract", "--numeric-owner", "--same-permissions",
                                         "--exclude=.wh.*", "--file", file.string(), "--directory", folder.string()}});
    if (!unpacked.ok()) throw std::runtime_error("tar: " + unpacked.all());
  }
  const json whole = read_blob(layout, manifest.at("config").at("digest").get<std::string>());
  const json config = whole.value("config", json::object());
  image.entrypoint = config.value("Entrypoint", std::vector<std::string>());
  image.command = config.value("Cmd", std::vector<std::string>());
  image.environment = config.value("Env", std::vector<std::string>());
  image.working_directory = config.value("WorkingDir", "");
  const auto user = config.value("User", "");
  if (!user.empty()) {
    image.names_user = true;
    const auto colon = user.find(':');
    image.user = number(user.substr(0, colon));
    if (colon != std::string::npos) image.group = number(user.substr(colon + 1));
  }
  return image;
}

Images::Images(std::map<std::string, fs::path> layouts, fs::path folder)
    : layouts_(std::move(layouts)), folder_(std::move(folder))
{
}

const OciImage* Images::find(const std::string& name)
{
  const auto layout = layouts_.find(name);
  if (layout == layouts_.end()) return nullptr;
  const std::lock_guard lock(mutex_);
  const auto found = unpacked_.find(name);
  if (found != unpacked_.end()) return &found->second;
  if (!fs::exists(layout->second / "index.json")) return nullptr;
  const auto root = folder_ / std::to_string(unpacked_.size());
  fs::remove_all(root);
  return &unpacked_.emplace(name, unpack_image(layout->second, root)).first->second;
}

}  // namespace kubexx::e2e::node
