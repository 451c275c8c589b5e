// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/client/client.hpp"

namespace kubexx::detail {

/// Client::async_create for a caller who has the object as text, with its apiVersion and kind, and does not need the
/// server's answer. `key` is the key of the object. Of the answer only the uid and the resourceVersion are looked up,
/// for the WriteReceipt; it may be anything.
[[nodiscard]] awaitable<void> async_create_text(const Client& client, ResourceType type, ObjectKey key,
                                                std::string object, const WriteOptions& options);

}  // namespace kubexx::detail
