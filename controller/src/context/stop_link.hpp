// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>

#include "kubexx/client/detail/link.hpp"

namespace kubexx {

/// The link of the client's interceptor chain that ends every call when `stop` is requested, besides the call's own
/// token. What the call hands out ends with both too: the body of a watch or of a log stream keeps listening to them
/// for as long as it may be read.
[[nodiscard]] std::shared_ptr<detail::Link> make_stop_link(std::stop_token stop);

}  // namespace kubexx
