// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/cel/detail/sorted.hpp"

namespace kubexx::apiserver {

using kubexx::cel::detail::sorted;

}  // namespace kubexx::apiserver
