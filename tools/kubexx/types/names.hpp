// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>

/// C++ names for the names in a CRD, which may be any text.
namespace kubexx::cli::types {

/// Whether C++ or a standard header gives this name a meaning: keywords, alternative tokens, macros of the C library,
/// and what only the implementation may declare.
[[nodiscard]] bool is_keyword(std::string_view name);
[[nodiscard]] bool is_macro(std::string_view name);
/// Whether it is the name of a fact, which a namespace of this name would hide.
[[nodiscard]] bool is_fact(std::string_view name);
/// A function, a variable or a type of the C library, which are in the global namespace.
[[nodiscard]] bool is_of_c_library(std::string_view name);

/// The nearest identifier: "http-port" is httpPort, "3scale" is _3scale, "!=" is not_equal. An identifier stays as it
/// is, unless it is reserved, but may be a keyword or a macro. Never empty.
[[nodiscard]] std::string identifier_of(std::string_view text);

/// The same as a part of a type's name, in upper camel case: "http-port" is HttpPort.
[[nodiscard]] std::string type_part_of(std::string_view text);

/// "PodMonitoring" is pod_monitoring, for names of files.
[[nodiscard]] std::string snake_case_of(std::string_view text);

/// A chosen name. `reason` is set if it is not the text itself: "a C++ keyword".
struct ChosenName {
  std::string name;
  std::string reason = {};
};

/// The names of one scope, none of them twice.
class NameScope {
public:
  NameScope() = default;
  /// No name of `outer` is chosen either; it must outlive this scope.
  explicit NameScope(const NameScope* outer) : outer_(outer) {}

  /// A name that cannot be chosen, because it has another meaning in this scope.
  void reserve(const std::string& name) { reserved_.insert(name); }

  /// Chooses the name of a member or constant. Texts that are identifiers should come first: they keep their name.
  ChosenName add(std::string_view text);
  /// Chooses the name of a type, for which `wanted` is an identifier.
  ChosenName add_type(const std::string& wanted);

private:
  [[nodiscard]] bool is_free(const std::string& name) const;
  ChosenName unique(ChosenName wanted);

  const NameScope* outer_ = nullptr;
  std::set<std::string> reserved_;
  std::set<std::string> taken_;
};

/// The parts of a namespace, "a::b"; a part that is a keyword or a macro gets a `_`.
[[nodiscard]] std::string namespace_part_of(std::string_view text);
/// What is wrong with a namespace that a person chose; empty: nothing.
[[nodiscard]] std::string namespace_problem(std::string_view space);

}  // namespace kubexx::cli::types
