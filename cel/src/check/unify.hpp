// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "kubexx/cel/detail/type.hpp"

namespace kubexx::cel::detail {

/// What the checker knows of type variables: cel-go's checker/types.go and mapping.go.
class Unifier {
public:
  [[nodiscard]] TypePtr fresh();
  /// Whether a value of type `from` may stand where `to` is wanted; binds variables if so.
  bool assignable(const TypePtr& from, const TypePtr& to);
  bool assignable(std::span<const TypePtr> from, std::span<const TypePtr> to);
  /// `type` with its variables replaced; those that are not bound become dyn if `to_dyn`.
  [[nodiscard]] TypePtr substitute(const TypePtr& type, bool to_dyn) const;
  /// `type`, a signature's, with the variables `names` replaced.
  [[nodiscard]] static TypePtr instantiate(const TypePtr& type, const std::map<std::string, TypePtr>& names);
  [[nodiscard]] static const TypePtr& most_general(const TypePtr& a, const TypePtr& b);

private:
  bool assign(const TypePtr& from, const TypePtr& to);
  bool assign_all(std::span<const TypePtr> from, std::span<const TypePtr> to);
  bool substitutes(const TypePtr& type, const TypePtr& variable, bool& bound);
  [[nodiscard]] bool occurs(const Type& variable, const Type& within) const;
  void bind(const std::string& name, TypePtr type);
  void roll_back(std::size_t size);

  std::map<std::string, TypePtr> bindings_;
  std::vector<std::pair<std::string, TypePtr>> journal_;  // what bindings were before
  std::size_t count_ = 0;
};

}  // namespace kubexx::cel::detail
