// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/detail/new_object.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/patch.hpp"
#include "kubexx/client/interceptor.hpp"
#include "kubexx/client/options.hpp"
#include "requests/api_status.hpp"

/// Verbs become HTTP requests here: pure functions, no I/O. They throw std::invalid_argument, saying the call and what
/// is wrong with it, for names that cannot be sent (client-go's preflight checks).
namespace kubexx::detail {

[[nodiscard]] ApiCall get_call(ResourceType type, ObjectKey key, std::string subresource, const GetOptions& options);
[[nodiscard]] ApiCall list_call(ResourceType type, const ListOptions& options);
/// `server_timeout` is what to ask for when the options name none.
/// With `table`, of Tables whose rows hold that.
[[nodiscard]] ApiCall watch_call(ResourceType type, const WatchOptions& options, std::chrono::seconds server_timeout,
                                 std::optional<IncludeObject> table);
[[nodiscard]] ApiCall create_call(ResourceType type, const Object& object, const WriteOptions& options,
                                  const std::string& field_manager);
/// The text has apiVersion and kind.
[[nodiscard]] ApiCall create_text_call(ResourceType type, NewObject object, const WriteOptions& options,
                                       const std::string& field_manager);
[[nodiscard]] ApiCall create_subresource_call(ResourceType type, ObjectKey key, std::string subresource,
                                              const Object& body, const WriteOptions& options,
                                              const std::string& field_manager);
[[nodiscard]] ApiCall update_call(ResourceType type, const Object& object, std::string subresource,
                                  const WriteOptions& options, const std::string& field_manager);
/// `body` is of the subresource's own kind, and sent as it is.
[[nodiscard]] ApiCall update_subresource_call(ResourceType type, ObjectKey key, std::string subresource,
                                              const Object& body, const WriteOptions& options,
                                              const std::string& field_manager);
[[nodiscard]] ApiCall apply_call(ResourceType type, const Object& object, std::string subresource,
                                 const PatchOptions& options, const std::string& field_manager);
[[nodiscard]] ApiCall patch_call(ResourceType type, ObjectKey key, Patch patch, std::string subresource,
                                 const PatchOptions& options, const std::string& field_manager);
[[nodiscard]] ApiCall delete_call(ResourceType type, ObjectKey key, const DeleteOptions& options);
[[nodiscard]] ApiCall delete_collection_call(ResourceType type, const DeleteOptions& options, const ListOptions& which);
[[nodiscard]] ApiCall evict_call(ObjectKey pod, const DeleteOptions& options, const std::string& field_manager);
[[nodiscard]] ApiCall token_call(ObjectKey account, const TokenOptions& options, const std::string& field_manager);
[[nodiscard]] ApiCall log_call(ObjectKey pod, const LogOptions& options);
[[nodiscard]] ApiCall get_table_call(ResourceType type, ObjectKey key, std::string subresource,
                                     const GetOptions& options, IncludeObject include);
[[nodiscard]] ApiCall list_table_call(ResourceType type, const ListOptions& options, IncludeObject include);
[[nodiscard]] ApiCall raw_call(std::string target);

[[nodiscard]] CallSubject subject_of(const ApiCall& call);

}  // namespace kubexx::detail
