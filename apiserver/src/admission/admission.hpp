// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "admission/attributes.hpp"
#include "admission/webhooks.hpp"
#include "core/server.hpp"

/// The stage between decoding a write and storing it. Every verb that writes calls `admit` before the object is
/// validated, and `validate_admission` with what would be stored, both without the lock; it stores only if no other
/// write came between.
namespace kubexx::apiserver {

/// What admission consists of at a moment. Immutable; thread safe.
struct Admission {
  WebhooksPtr webhooks;
};
/// Null when there is nothing to be asked: then a write goes on without building attributes.
using AdmissionPtr = std::shared_ptr<const Admission>;
/// Takes what there is now for one write. Wants the lock held.
[[nodiscard]] AdmissionPtr current_admission(Server& server);

/// Whether this write is admitted at all: not the configuration of admission itself.
[[nodiscard]] bool is_admitted(const AdmissionAttributes& attributes);

/// Mutating admission: may change `attributes.object`. Throws the Failure of whoever denies it. Warnings for the client
/// go to `warnings`. `complete` is what the other plugins do, which has been done; it is done again when policies or
/// webhooks changed the object.
[[nodiscard]] awaitable<void> admit(std::shared_ptr<Server> server, AdmissionPtr admission,
                                    AdmissionAttributes& attributes, std::vector<std::string>& warnings,
                                    std::function<void(Json& object)> complete = {});
/// Validating admission.
[[nodiscard]] awaitable<void> validate_admission(std::shared_ptr<Server> server, AdmissionPtr admission,
                                                 const AdmissionAttributes& attributes,
                                                 std::vector<std::string>& warnings);

}  // namespace kubexx::apiserver
