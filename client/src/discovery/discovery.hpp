// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/client/discovery.hpp"
#include "requests/client_impl.hpp"

namespace kubexx::detail {

[[nodiscard]] awaitable<Discovery> discover(ClientAccess::Impl::Self impl, CallOptions bounds, bool may_wait);

}  // namespace kubexx::detail
