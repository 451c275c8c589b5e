// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/discovery.hpp"
#include "session.hpp"

namespace kubexx::cli {

/// What a command is about, as it was said: `TYPE[,TYPE…] [NAME…]`, `TYPE/NAME…` or -f, with the flags that narrow it.
struct TargetQuery {
  std::vector<std::string> args;
  std::vector<std::string> files;
  bool recursive = false;
  std::string kustomize;
  std::string label_selector, field_selector;
  bool all_namespaces = false;
  bool all_of_kind = true;   ///< a type without name and selector means all of it (get); else it is refused
  bool select_all = false;   ///< --all
  bool single_kind = false;  ///< more than one type is refused (watch)
  bool live_labels = true;   ///< with files the label selector is for the caller; else it filters the manifests
  std::string subresource;   ///< refused for all of a kind
};

/// Adds -f, -k and -R.
void add_file_flags(CommandLine command, TargetQuery& query, const std::string& what_for);

/// One object, or all of one kind that the query's selectors choose.
struct Target {
  ApiResource resource;
  std::string namespace_;                  ///< empty: cluster-scoped, or all namespaces
  std::string name;                        ///< empty: all (or a manifest with generateName)
  std::string source;                      ///< the file, or empty
  std::optional<nlohmann::json> manifest;  ///< of a file; metadata.namespace is filled in

  [[nodiscard]] ObjectKey key() const { return {namespace_, name}; }
};

struct Targets {
  enum class From { nothing, names, selection, files };
  From from = From::nothing;
  std::vector<Target> found;
  std::vector<std::exception_ptr> errors;  ///< of single manifests; what was found is to be used all the same
  bool single = false;                     ///< the person meant one object: it is printed by itself and not in a List
};

/// Finds out what `query` means, without reading any object of the server: the kinds, namespaces and names, and what
/// the files hold. The same for every command that takes files or names; kubectl's resource.Builder. Throws what ends
/// the command as a whole: CommandError, ApiError and TransportError of discovery.
[[nodiscard]] Targets find_targets(Session& session, const TargetQuery& query);

}  // namespace kubexx::cli
