// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kubexx/client/detail/link.hpp"
#include "kubexx/client/impersonation.hpp"

namespace kubexx::detail {

/// Adds the Impersonate-… header fields, unless the request has an Impersonate-User already. Throws
/// std::invalid_argument when a value cannot be sent, or when there is no user.
[[nodiscard]] std::shared_ptr<Link> make_impersonation(const Impersonation& as);

}  // namespace kubexx::detail
