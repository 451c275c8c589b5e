// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/server.hpp"

namespace kubexx::apiserver::apply {

/// The manager of a write: the parameter fieldManager, else what is before the "/" in the User-Agent.
[[nodiscard]] std::string manager_of(const Call& call);
/// What is wrong with such a name: longer than 128 bytes, or characters that are not printed. Of the field `field`.
void check_manager(const std::string& name, const std::string& field, FieldErrors& errors);

}  // namespace kubexx::apiserver::apply
