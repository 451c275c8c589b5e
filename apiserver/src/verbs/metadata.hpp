// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/server.hpp"

/// ObjectMeta of what a client sent.
namespace kubexx::apiserver {

/// Keeps the known fields of ObjectMeta, without empty ones. Throws DecodeError for values of a wrong type.
void clean_metadata(Json& object, const Kind& kind, std::vector<std::string>& unknown);

/// Keeps an owner that is there twice once, with a warning that says when it was found:
/// dedupOwnerReferencesAndAddWarning of k8s.io/apiserver/pkg/endpoints/handlers.
void drop_repeated_owners(Call& call, Json& object, bool after_admission);

}  // namespace kubexx::apiserver
