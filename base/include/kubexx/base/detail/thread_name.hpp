// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kubexx::detail {

/// Names the calling thread, for `ps -T`, top and debuggers. Linux keeps 15 characters; a longer name is ignored. For
/// threads that kubexx has started.
void name_this_thread(const char* name) noexcept;

}  // namespace kubexx::detail
