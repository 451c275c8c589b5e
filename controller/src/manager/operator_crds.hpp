// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kubexx/apimachinery/crd_set.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/controller/permissions.hpp"

namespace kubexx::detail {

/// The CRDs of a program. `parts` are merged into those with the same names: Manager::conversion_parts.
struct ProgramCrds {
  CrdSet set;
  std::vector<Object> parts;
};

/// Writes them to standard output, or to one file each in `folder` (created if it does not exist):
/// `example.org_backups.yaml`. Throws std::runtime_error for a CRD that an API server would refuse, and CrdError.
void print_crds(const ProgramCrds& crds, const std::string& folder);

/// Applies them, and waits until they are served. Throws std::runtime_error for one that an API server would refuse,
/// and, unless `force`, for one with changes that break what the cluster has.
void install_crds(const Client& client, const ProgramCrds& crds, bool force);
[[nodiscard]] Permissions permissions_to_install_crds();

/// Compares the structs of these kinds with the CRDs in the cluster. Throws std::runtime_error for those that do not
/// fit. Kinds without a CRD are skipped.
void check_crds(const Client& client, const std::vector<DescribedKind>& kinds);
[[nodiscard]] Permissions permissions_to_check_crds();

}  // namespace kubexx::detail
