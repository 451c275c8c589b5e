// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "schema/schema.hpp"

namespace kubexx::apiserver {

/// Fills what was left out of an object of a built-in kind, type by type from the outside in, as the generated
/// defaulters of k8s.io/kubernetes do it (pkg/apis/*/*/defaults.go and the +default marks), and adds the fields that Go
/// writes with their zero value. Doing it twice changes nothing.
void default_types(const Schema& schema, Json& object);

}  // namespace kubexx::apiserver
