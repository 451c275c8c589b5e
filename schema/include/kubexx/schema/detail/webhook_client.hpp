// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/schema/detail/field_value.hpp"

namespace kubexx::schema::detail {

/// WebhookClientConfig, of admission and of a conversion.
void validate_webhook_client(const FieldValue& client);

}  // namespace kubexx::schema::detail
