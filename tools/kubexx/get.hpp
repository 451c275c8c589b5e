// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "print_table.hpp"
#include "targets.hpp"

namespace kubexx::cli {

/// The flags of get, list and watch.
struct GetFlags {
  TargetQuery query;
  std::string output;  ///< "", "wide", "json", "yaml", "name"
  bool show_labels = false;
  bool show_kind = false;
  bool show_managed_fields = false;
  bool no_headers = false;
  bool ignore_not_found = false;
  bool watch = false;
  bool watch_only = false;
  bool output_watch_events = false;
  std::vector<std::string> label_columns;
  std::int64_t chunk_size = 500;
  std::string raw;
};

/// As tables that the server made.
void get_tables(Session& session, const GetFlags& flags);
/// As json, yaml or names.
void get_objects(Session& session, const GetFlags& flags);

/// The object or the objects of one kind, and then what happens to them, until it is interrupted.
void get_watch(Session& session, const GetFlags& flags);

/// What the flags say of a table of this kind, namespaces and kinds apart.
[[nodiscard]] TableOptions table_options_of(const GetFlags& flags, const ResourceType& type);
/// "pod/web", "deployment.apps/web".
[[nodiscard]] std::string name_of(const Object& object);
/// That the server has an object, which is left out because it cannot be read.
[[nodiscard]] std::string left_out(const Object& object, const std::string& problem);
/// Adds an error for each object that was left out of a list.
void add_unreadable(std::vector<std::exception_ptr>& errors, const std::vector<UnreadableObject>& unreadable);

/// The options of a list of `target`'s kind, one page of `chunk_size`.
[[nodiscard]] ListOptions list_options_of(const GetFlags& flags, const Target& target);
/// client-go's words about a list that failed: what was looked for.
[[nodiscard]] std::exception_ptr with_context(const ApiError& error, const GetFlags& flags, const Target& target);
/// What a NotFound of one object really means: its namespace may be what is missing.
[[nodiscard]] std::exception_ptr explained_not_found(Session& session, const ApiError& error, const Target& target);
/// Without those that --ignore-not-found leaves out.
[[nodiscard]] std::vector<std::exception_ptr> without_not_found(const GetFlags& flags,
                                                                std::vector<std::exception_ptr> errors);

}  // namespace kubexx::cli
