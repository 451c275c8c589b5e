// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/apimachinery/detail/new_object.hpp"
#include "kubexx/client/client.hpp"

namespace kubexx::detail {

/// Client::async_create for a caller who has the object as text, with its apiVersion and kind.
[[nodiscard]] awaitable<Object> async_create_text(const Client& client, ResourceType type, NewObject object,
                                                  const WriteOptions& options);
/// The same for a caller who does not need the server's answer. Of it only the uid and the resourceVersion are looked
/// up, for the WriteReceipt; it may be anything.
[[nodiscard]] awaitable<void> async_create_unread(const Client& client, ResourceType type, NewObject object,
                                                  const WriteOptions& options);

}  // namespace kubexx::detail
