// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "admission/admission.hpp"
#include "admission/plugins.hpp"
#include "verbs/verbs.hpp"

/// A write of a call as admission sees it.
namespace kubexx::apiserver {

/// Everything but the objects, with CreateOptions or UpdateOptions as the query has them. A DELETE sets its options
/// itself.
[[nodiscard]] AdmissionAttributes attributes_for(const Call& call, Operation operation);

/// Mutating admission of an object that is created. It gets its managedFields before, and owns them from then on.
/// `plugins` have completed it.
[[nodiscard]] awaitable<void> admit_create(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission,
                                           const Plugins& plugins, Json& object, Ownership& ownership);
/// Of `prepared`, which is about to be created.
[[nodiscard]] awaitable<void> validate_create(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission,
                                              const Json& prepared);

/// Likewise, of an update. `before` is what is there, in the version of the call.
[[nodiscard]] awaitable<void> admit_update(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission,
                                           UpdateRequest& request);
[[nodiscard]] awaitable<void> validate_update(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission,
                                              const Json& prepared, const Json& before);

/// Both of a deletion. `options` are DeleteOptions.
[[nodiscard]] awaitable<void> admit_delete(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission,
                                           const StoredPtr& stored, Json options);

/// What is asked for a write now. Takes the lock.
[[nodiscard]] AdmissionPtr admission_now(Server& server);

/// What a POST brings to a subresource: `object` is of `kind`, without apiVersion and kind. It gets its managedFields,
/// whether or not anybody is asked.
[[nodiscard]] awaitable<void> admit_posted(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission,
                                           GroupVersionKind kind, Json& object);
[[nodiscard]] awaitable<void> validate_posted(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission,
                                              GroupVersionKind kind, const Json& object);

/// Both of a stream that is to be opened. `options` are of `kind`, without apiVersion and kind.
[[nodiscard]] awaitable<void> admit_connect(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission,
                                            GroupVersionKind kind, Json& options);

/// Of an update of a subresource that does without field managers.
[[nodiscard]] awaitable<void> admit_part(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission,
                                         const StoredPtr& current, Json& wanted);

/// Of a scale. `wanted` has its managedFields.
[[nodiscard]] awaitable<void> admit_scale(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission,
                                          const Json& before, Json& wanted);
[[nodiscard]] awaitable<void> validate_scale(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission,
                                             const Json& before, const Json& after);

}  // namespace kubexx::apiserver
