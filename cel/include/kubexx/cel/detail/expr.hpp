// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "kubexx/cel/detail/value.hpp"

namespace kubexx::cel::detail {

struct Overload;  // functions.hpp
struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

/// What a macro does with the elements of a range. Macros are nodes of their own and not expanded.
enum class Macro {
  none,
  all,
  exists,
  exists_one,
  map,
  filter,
  transform_list,
  transform_map,
  transform_map_entry,
  sort_by,
  opt_map,  ///< the range is an optional value
  opt_flat_map,
};

/// A node of the syntax tree. The parser makes it, the checker adds types; it does not change afterwards.
struct Expr {
  enum class Kind { literal, ident, select, call, list, map, object, macro };

  Kind kind = Kind::literal;
  std::size_t at = 0;      ///< the place of its operator or name in the source, in bytes
  int depth = 1;           ///< of the tree below it
  Value value;             ///< literal
  std::string name;        ///< ident, select: the field, call: the function, object: the type
  bool test_only = false;  ///< select: has()
  bool member = false;     ///< call: args.front() is the receiver
  bool filtered = false;   ///< macro: args are range, filter, body instead of range, body
  Macro macro = Macro::none;
  std::string variable, variable2;  ///< macro; variable2 is empty in the forms with one variable
  std::vector<ExprPtr> args;        ///< select: operand; map: key, value, key, value …
  std::vector<bool> optional;       ///< list: of each element, map, object: of each value; empty: none is
  struct Field {
    std::string name;
    std::size_t at = 0;
  };
  std::vector<Field> fields;  ///< object: of args, which are the values

  // The checker's:
  TypePtr type;
  std::size_t slot = 0;                    ///< ident: the variable's place; no_slot: `value` is the type it names
  bool lazy = false;                       ///< ident: LazyValues has it, under `slot`
  std::vector<const Overload*> overloads;  ///< call: those that the static types allow
};
inline constexpr std::size_t no_slot = static_cast<std::size_t>(-1);

/// What is wrong with a source, and where.
struct Issue {
  std::size_t at = 0;
  std::string message;
  bool located = true;
};
using Issues = std::vector<Issue>;

/// A place in a source, from 1; the column is in code points.
struct Location {
  std::size_t line = 0, column = 0;
};
[[nodiscard]] Location locate(const std::string& source, std::size_t at);

/// "ERROR: <input>:1:5: …" with the line and a mark under the place, as cel-go prints issues.
[[nodiscard]] std::string display(const std::string& source, Issues issues);

/// Null when there are issues. Sources longer than 100 000 code points, or nested too deep, are an issue.
[[nodiscard]] ExprPtr parse(const std::string& source, Issues& issues);

}  // namespace kubexx::cel::detail
