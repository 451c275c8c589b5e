// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "schema/schema.hpp"

namespace kubexx::apiserver {

/// Fills what was left out of an object of a built-in kind, type by type from the outside in, as the generated
/// defaulters of k8s.io/kubernetes do it (pkg/apis/*/*/defaults.go and the +default marks), and adds the fields that Go
/// writes with their zero value. Doing it twice changes nothing.
void default_types(const Schema& schema, Json& object);

/// Makes null of each empty list of a field that Go writes as null when it is not set. The real server validates such a
/// list and tracks who owns it, and then stores it in protobuf, which cannot tell it from none.
void forget_empty(const Schema& schema, Json& object);

}  // namespace kubexx::apiserver
