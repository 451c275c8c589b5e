// SPDX-License-Identifier: Apache-2.0
// kubernetes/pkg/controller/deployment: one sync, which changes one thing. What it writes leads to the next.
#include <algorithm>
#include <set>

#include "controllers/deployment_state.hpp"
#include "controllers/workload_steps.hpp"
#include "core/sorted.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::string_view hash_label = "pod-template-hash";
constexpr std::string_view revision_annotation = "deployment.kubernetes.io/revision";
constexpr std::string_view history_annotation = "deployment.kubernetes.io/revision-history";
constexpr std::string_view desired_annotation = "deployment.kubernetes.io/desired-replicas";
constexpr std::string_view most_annotation = "deployment.kubernetes.io/max-replicas";

struct Sync {
  Server& server;
  const Resource& deployments;
  const Resource sets;
  DeploymentState state;
};

Json without_hash(Json pattern)
{
  if (auto* labels = find(pattern, {"metadata", "labels"})) labels->erase(std::string(hash_label));
  return pattern;
}

std::int64_t revision_of(const Json& object)
{
  std::int64_t revision = 0;
  const auto text = string_at(object, {"metadata", "annotations", revision_annotation});
  return read_number(text, revision) == nullptr ? revision : 0;
}

void find_sets(Sync& sync)
{
  auto& state = sync.state;
  const auto& pattern = state.object.at("spec").at("template");
  for (auto& stored : controlled(sync.server, sync.sets, *state.stored)) {
    if (stored->deleting) continue;
    OwnedSet set{stored, stored->json()};
    // The oldest of several that are equal, as upstream.
    if (!state.current && without_hash(set.object.at("spec").at("template")) == pattern) {
      state.current = std::move(set);
    } else {
      state.old.push_back(std::move(set));
    }
  }
}

/// What of a Deployment's annotations its ReplicaSets have too.
void copy_annotations(const Json& from, Json& to)
{
  static const std::set<std::string_view> skipped{"kubectl.kubernetes.io/last-applied-configuration",
                                                  revision_annotation,
                                                  history_annotation,
                                                  desired_annotation,
                                                  most_annotation,
                                                  "deprecated.deployment.rollback.to"};
  const auto* annotations = find(from, {"metadata", "annotations"});
  if (annotations == nullptr) return;
  for (const auto& [key, value] : annotations->items()) {
    if (!skipped.contains(key)) ensure_object(to["metadata"], "annotations")[key] = value;
  }
}

void annotate_replicas(const DeploymentState& state, Json& set)
{
  auto& annotations = ensure_object(set["metadata"], "annotations");
  annotations[std::string(desired_annotation)] = std::to_string(state.replicas());
  annotations[std::string(most_annotation)] = std::to_string(state.replicas() + state.max_surge());
}

/// How many the current set gets now.
std::int64_t next_replicas(const DeploymentState& state, std::int64_t present)
{
  const auto wanted = state.replicas();
  if (present >= wanted || state.recreates()) return wanted;
  const auto free = wanted + state.max_surge() - state.total_replicas();
  return free <= 0 ? present : present + std::min(free, wanted - present);
}

std::int64_t newest_revision(const std::vector<OwnedSet>& sets)
{
  std::int64_t newest = 0;
  for (const auto& set : sets) newest = std::max(newest, revision_of(set.object));
  return newest;
}

/// SetNewReplicaSetAnnotations: a set that comes back gets the next revision and remembers those that it had.
void raise_revision(Json& set, std::int64_t revision)
{
  const auto before = revision_of(set);
  if (before >= revision) return;
  auto& annotations = ensure_object(set["metadata"], "annotations");
  annotations[std::string(revision_annotation)] = std::to_string(revision);
  if (before == 0) return;
  auto history = string_at(annotations, {history_annotation});
  history += (history.empty() ? "" : ",") + std::to_string(before);
  annotations[std::string(history_annotation)] = std::move(history);
}

void create_current(Sync& sync)
{
  auto& state = sync.state;
  const auto& deployment = state.object;
  auto pattern = deployment.at("spec").at("template");
  std::int64_t collisions = 0;
  const auto name_with = [&](std::int64_t count) { return state.stored->name + "-" + hash_of(pattern, count); };
  const auto taken = [&] {
    return sync.sets.collection->objects.contains(key_of(state.stored->namespace_, name_with(collisions)));
  };
  while (taken()) ++collisions;
  const auto hash = hash_of(pattern, collisions);
  const auto name = name_with(collisions);
  ensure_object(ensure_object(pattern, "metadata"), "labels")[std::string(hash_label)] = hash;
  auto selector = deployment.at("spec").at("selector");
  ensure_object(selector, "matchLabels")[std::string(hash_label)] = hash;
  Json set{{"metadata",
            {{"name", name},
             {"namespace", state.stored->namespace_},
             {"labels", pattern["metadata"]["labels"]},
             {"ownerReferences", Json::array({controller_reference(sync.deployments, "v1", *state.stored)})}}},
           {"spec", {{"replicas", next_replicas(state, 0)}, {"selector", selector}, {"template", pattern}}}};
  if (const auto* seconds = find(deployment, {"spec", "minReadySeconds"})) set["spec"]["minReadySeconds"] = *seconds;
  copy_annotations(deployment, set);
  raise_revision(set, newest_revision(state.old) + 1);
  annotate_replicas(state, set);
  const auto stored = create_object_of(sync.server, sync.sets, std::move(set));
  state.current = OwnedSet{stored, stored->json()};
}

/// Revision and annotations of the current set, and the Deployment's own revision.
void align_revision(Sync& sync)
{
  auto& state = sync.state;
  auto set = state.current->object;
  copy_annotations(state.object, set);
  raise_revision(set, newest_revision(state.old) + 1);
  if (set != state.current->object) {
    const auto stored = update_object_of(sync.server, sync.sets, state.current->stored, std::move(set));
    state.current = OwnedSet{stored, stored->json()};
  }
  const auto revision = string_at(state.current->object, {"metadata", "annotations", revision_annotation});
  if (string_at(state.object, {"metadata", "annotations", revision_annotation}) == revision) return;
  auto deployment = state.object;
  ensure_object(deployment["metadata"], "annotations")[std::string(revision_annotation)] = revision;
  // As upstream through the status, which moves no generation.
  state.stored = update_status_of(sync.server, sync.deployments, state.stored, std::move(deployment));
  state.object = state.stored->json();
}

bool scale(Sync& sync, OwnedSet& set, std::int64_t replicas)
{
  auto object = set.object;
  object["spec"]["replicas"] = replicas;
  annotate_replicas(sync.state, object);
  if (object == set.object) return false;
  const bool scaled = set.replicas() != replicas;
  set.stored = update_object_of(sync.server, sync.sets, set.stored, std::move(object));
  set.object = set.stored->json();
  return scaled;
}

/// reconcileOldReplicaSets: as many as leave enough that are available.
void scale_old_down(Sync& sync)
{
  auto& state = sync.state;
  const auto least = state.replicas() - state.max_unavailable();
  const auto& current = *state.current;
  const auto unavailable = current.replicas() - current.count("availableReplicas");
  const auto by_count = state.total_replicas() - least - unavailable;
  auto left = std::min(by_count, state.total("availableReplicas") - least);
  for (auto& set : state.old) {
    if (left <= 0) return;
    const auto by = std::min(set.replicas(), left);
    if (by > 0) (void)scale(sync, set, set.replicas() - by);
    left -= by;
  }
}

bool old_sets_are_down(Sync& sync)
{
  bool down = true;
  for (auto& set : sync.state.old) {
    if (set.replicas() > 0) (void)scale(sync, set, 0);
    down = down && set.count("replicas") == 0;
  }
  return down;
}

/// cleanupDeployment: of the sets without pods, revisionHistoryLimit remain.
void forget_old_sets(Sync& sync)
{
  const auto& state = sync.state;
  const auto limit = number_at(state.object, {"spec", "revisionHistoryLimit"}, 10);
  const auto sets = sorted(
      state.old, [](const OwnedSet& a, const OwnedSet& b) { return revision_of(a.object) < revision_of(b.object); });
  auto surplus = static_cast<std::int64_t>(sets.size()) - limit;
  for (const auto& set : sets) {
    if (surplus-- <= 0) return;
    if (set.replicas() == 0 && set.count("replicas") == 0) delete_object_of(sync.server, sync.sets, set.stored);
  }
}

bool is_rolled_out(const DeploymentState& state)
{
  const auto wanted = state.replicas();
  return state.current->count("replicas") == wanted && state.total("replicas") == wanted &&
         state.total("availableReplicas") == wanted;
}

Progress roll_out(Sync& sync)
{
  auto& state = sync.state;
  Progress progress;
  if (state.recreates() && !old_sets_are_down(sync)) return progress;
  if (!state.current) {
    create_current(sync);
    progress = {"NewReplicaSetCreated", "Created new replica set \"" + state.current->stored->name + "\""};
  }
  align_revision(sync);
  if (scale(sync, *state.current, next_replicas(state, state.current->replicas()))) return progress;
  if (!state.recreates()) scale_old_down(sync);
  if (is_rolled_out(state)) forget_old_sets(sync);
  return progress;
}

/// A paused Deployment is scaled and not rolled out; upstream shares the replicas out among several active sets.
Progress pause(Sync& sync)
{
  auto& state = sync.state;
  std::vector<OwnedSet*> active;
  if (state.current && state.current->replicas() > 0) active.push_back(&*state.current);
  for (auto& set : state.old) {
    if (set.replicas() > 0) active.push_back(&set);
  }
  if (active.empty() && state.current) active.push_back(&*state.current);
  if (active.size() == 1) (void)scale(sync, *active.front(), state.replicas());
  const auto* present = condition_of(state.object, "Progressing");
  if (present != nullptr && string_at(*present, {"reason"}) == "DeploymentPaused") return {"", "", true};
  return {"DeploymentPaused", "Deployment is paused", true};
}

}  // namespace

void deployment_step(Server& server, const Resource& deployments, const StoredPtr& deployment)
{
  if (deployment->deleting) return;
  Sync sync{server, deployments, resource_of(server, "apps", "replicasets"), {deployment, deployment->json(), {}, {}}};
  auto& state = sync.state;
  const auto generation = number_at(state.object, {"metadata", "generation"}, 1);
  if (number_at(state.object, {"status", "observedGeneration"}, 0) != generation) {
    adopt(server, sync.sets, state.object.at("spec").at("selector"), *deployment,
          controller_reference(deployments, "v1", *deployment));
  }
  find_sets(sync);
  const auto* paused = find(state.object, {"spec", "paused"});
  Progress progress;
  if (paused != nullptr && *paused == true) {
    progress = pause(sync);
  } else {
    const auto* present = condition_of(state.object, "Progressing");
    const bool resumed = present != nullptr && string_at(*present, {"reason"}) == "DeploymentPaused";
    progress = roll_out(sync);
    if (resumed && progress.reason.empty()) progress = {"DeploymentResumed", "Deployment is resumed"};
  }
  write_deployment_status(server, deployments, state, progress);
}

}  // namespace kubexx::apiserver
