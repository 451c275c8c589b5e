// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/apimachinery/detail/new_object.hpp"
#include "kubexx/client/client.hpp"

namespace kubexx::detail {

/// Client::async_create for an object that exists as text, with its apiVersion and kind.
[[nodiscard]] awaitable<Object> async_create_text(const Client& client, ResourceType type, NewObject object,
                                                  const WriteOptions& options);
/// The same without returning the created object. The answer of the server may be any text; only its uid and
/// resourceVersion are read, for the WriteReceipt.
[[nodiscard]] awaitable<void> async_create_unread(const Client& client, ResourceType type, NewObject object,
                                                  const WriteOptions& options);

}  // namespace kubexx::detail
