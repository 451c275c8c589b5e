// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/apimachinery/crd_set.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/controller/permissions.hpp"
#include "manager/operator_crds.hpp"

namespace kubexx::detail {

/// The CRDs of a program with what its conversions need. `subject`: its name and namespace in the cluster. `service`:
/// in front of its webhooks; empty: the default.
[[nodiscard]] ProgramCrds program_crds(const CrdSet& crds, const Manager& manager, const RoleSubject& subject,
                                       const std::string& service);

/// What --print-webhooks prints. A program that prints its CRDs has the conversions there.
[[nodiscard]] std::string webhooks_text(const CrdSet& crds, const Manager& manager, const RoleSubject& subject,
                                        const std::string& service);

}  // namespace kubexx::detail
