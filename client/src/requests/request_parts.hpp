// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "kubexx/http/url.hpp"
#include "requests/request.hpp"

/// What the requests of all verbs are made of.
namespace kubexx::detail {

inline constexpr const char* json_type = "application/json";
inline constexpr const char* partial_type = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
inline constexpr const char* partial_list_type = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
inline constexpr const char* table_type = "application/json;as=Table;g=meta.k8s.io;v=v1";

/// Throws std::invalid_argument that names the call.
[[noreturn]] void refuse(const ApiCall& call, const std::string& why);

[[nodiscard]] ApiCall make_call(Verb verb, const char* method, ResourceType type, ObjectKey key,
                                std::string subresource);
void accept(ApiCall& call, const char* media_type);
/// With `metadata_only`, accepts that alone.
void accept_metadata(ApiCall& call, bool metadata_only, const char* media_type = partial_type);
void set_body(ApiCall& call, std::string body, const char* content_type = json_type);
/// Sets the target: the path of the call's resource, name and subresource, every segment checked and encoded.
void finish(ApiCall& call, const QueryBuilder& query);

void need_name(const ApiCall& call);
/// For verbs on one object, where no namespace does not mean all of them.
void need_namespace(const ApiCall& call);
void need_object(const ApiCall& call, const Object& object);
/// The bytes to send: an object that does not say its kind is of `type`.
[[nodiscard]] std::string body_of(const ApiCall& call, const Object& object);

void add_if(QueryBuilder& query, std::string_view name, const std::string& value);
/// Checks the options of a list that contradict each other, as the server would, and adds all but metadata_only.
void add_list_options(const ApiCall& call, QueryBuilder& query, const ListOptions& options);
/// What the rows of a Table are to hold.
void add_include(QueryBuilder& query, IncludeObject include);
void add_dry_run(ApiCall& call, QueryBuilder& query, bool dry_run);
/// Checks field manager and validation, and adds them and the dry run.
void add_write_options(ApiCall& call, QueryBuilder& query, const WriteOptions& options,
                       const std::string& field_manager);

}  // namespace kubexx::detail
