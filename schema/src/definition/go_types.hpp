// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/schema/detail/schema.hpp"

namespace kubexx::schema::detail {

/// Decodes a definition as a server does into its Go types, all but `status` and owners: a value of a wrong type throws
/// DecodeError; unknown members are dropped and named in `unknown`; what says nothing is dropped. `definition` is an
/// object.
void decode_go_types(Json& definition, std::vector<std::string>& unknown);

}  // namespace kubexx::schema::detail
