// SPDX-License-Identifier: Apache-2.0
#include "volumes.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>

#include "kubexx/client/typed.hpp"
#include "kubexx/types/core/v1/config_map.hpp"
#include "kubexx/types/core/v1/secret.hpp"
#include "support/process.hpp"

namespace kubexx::e2e::node {
namespace {

namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;  // contents by path
constexpr mode_t for_all = 0644, for_owner = 0600;

void write(const fs::path& file, const std::string& text, mode_t mode, FileOwner owner)
{
  fs::create_directories(file.parent_path());
  support::write_file(file, text);
  if (::chmod(file.c_str(), mode) != 0 || ::chown(file.c_str(), owner.user, owner.group) != 0) {
    throw std::runtime_error("cannot give " + file.string() + " to user " + std::to_string(owner.user));
  }
}

// The keys of a ConfigMap or Secret at the paths that the Pod wants them at; all of them without a wish.
Files chosen(const Files& all, const std::vector<corev1::KeyToPath>& items)
{
  if (items.empty()) return all;
  Files files;
  for (const auto& item : items) files[item.path] = all.at(item.key);
  return files;
}

class Writer {
public:
  Writer(const PodFacts& facts, const Client& client, FileOwner owner) : facts_(facts), client_(client), owner_(owner)
  {
  }

  void secret(const fs::path& to, const std::string& name, const std::vector<corev1::KeyToPath>& items, bool optional)
  {
    const auto found = api<corev1::Secret>(client_).try_get(key(name));
    if (!found && !optional) throw std::runtime_error("there is no Secret " + name);
    Files files;
    if (found) {
      for (const auto& [file, bytes] : (*found)->data) files[file] = bytes.str();
    }
    write_all(to, chosen(files, items));
  }
  void config_map(const fs::path& to, const std::string& name, const std::vector<corev1::KeyToPath>& items,
                  bool optional)
  {
    const auto found = api<corev1::ConfigMap>(client_).try_get(key(name));
    if (!found && !optional) throw std::runtime_error("there is no ConfigMap " + name);
    write_all(to, chosen(found ? (*found)->data : Files(), items));
  }
  void downward(const fs::path& to, const std::vector<corev1::DownwardAPIVolumeFile>& items)
  {
    for (const auto& item : items) {
      if (!item.fieldRef) throw std::runtime_error("this node knows fieldRef in volumes only");
      write(to / item.path, field_of(facts_, item.fieldRef->fieldPath), for_all, owner_);
    }
  }
  void token(const fs::path& to, const corev1::ServiceAccountTokenProjection& wanted)
  {
    TokenOptions options;
    if (!wanted.audience.empty()) options.audiences = {wanted.audience};
    options.expires_in = std::chrono::seconds(wanted.expirationSeconds.value_or(3600));
    options.bound_api_version = "v1";
    options.bound_kind = "Pod";
    options.bound_name = facts_.pod.metadata.name;
    options.bound_uid = facts_.pod.metadata.uid;
    write(to / wanted.path, client_.create_token(key(facts_.pod.spec.serviceAccountName), options).token, for_owner,
          owner_);
  }
  void projected(const fs::path& to, const corev1::VolumeProjection& source)
  {
    if (source.serviceAccountToken) {
      token(to, *source.serviceAccountToken);
    } else if (source.configMap) {
      config_map(to, source.configMap->name, source.configMap->items, source.configMap->optional.value_or(false));
    } else if (source.secret) {
      secret(to, source.secret->name, source.secret->items, source.secret->optional.value_or(false));
    } else if (source.downwardAPI) {
      downward(to, source.downwardAPI->items);
    } else {
      throw std::runtime_error("this node does not know a source of a projected volume");
    }
  }

private:
  [[nodiscard]] ObjectKey key(const std::string& name) const { return {facts_.pod.metadata.namespace_, name}; }
  void write_all(const fs::path& to, const Files& files) const
  {
    for (const auto& [path, text] : files) write(to / path, text, for_all, owner_);
  }

  const PodFacts& facts_;
  const Client& client_;
  const FileOwner owner_;
};

}  // namespace

std::map<std::string, fs::path> make_volumes(const PodFacts& facts, const fs::path& folder, const Client& client,
                                             FileOwner owner)
{
  Writer writer(facts, client, owner);
  std::map<std::string, fs::path> folders;
  for (const auto& volume : facts.pod.spec.volumes) {
    const auto to = folders[volume.name] = folder / volume.name;
    fs::create_directories(to);
    fs::permissions(
        to, volume.emptyDir ? fs::perms::all : fs::perms::all & ~(fs::perms::group_write | fs::perms::others_write));
    if (volume.emptyDir) continue;
    if (volume.secret) {
      writer.secret(to, volume.secret->secretName, volume.secret->items, volume.secret->optional.value_or(false));
    } else if (volume.configMap) {
      writer.config_map(to, volume.configMap->name, volume.configMap->items,
                        volume.configMap->optional.value_or(false));
    } else if (volume.downwardAPI) {
      writer.downward(to, volume.downwardAPI->items);
    } else if (volume.projected) {
      for (const auto& source : volume.projected->sources) writer.projected(to, source);
    } else {
      throw std::runtime_error("this node does not know the kind of the volume " + volume.name);
    }
  }
  return folders;
}

}  // namespace kubexx::e2e::node
