// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

namespace kubexx::cel {

namespace detail {
struct Type;
}

/// The type of a variable: what an expression may do with it, and how its JSON value is read. Immutable and cheap to
/// copy; thread safe.
class Type {
public:
  /// Any JSON value. The compiler accepts every use of it; a use that does not fit the value is an error when the
  /// expression is evaluated.
  [[nodiscard]] static Type any();
  [[nodiscard]] static Type boolean();
  [[nodiscard]] static Type integer();  ///< a JSON number that int64 holds; 1.0 is none
  [[nodiscard]] static Type number();   ///< any JSON number, as a double
  [[nodiscard]] static Type string();
  [[nodiscard]] static Type bytes();      ///< a JSON string in base64
  [[nodiscard]] static Type timestamp();  ///< a JSON string as in RFC 3339
  [[nodiscard]] static Type duration();   ///< a JSON string as "1h30m"
  [[nodiscard]] static Type list(const Type& element);
  /// A JSON object with any members, all of one type.
  [[nodiscard]] static Type map(const Type& value);
  /// A JSON object with these members, each of which may be absent or null. The compiler refuses other members.
  /// Expressions escape member names as in CRDs: `a-b` is `self.a__dash__b`. A name that cannot be escaped, such as
  /// "1st", is out of reach. `name` appears in messages.
  [[nodiscard]] static Type object(std::string name, const std::map<std::string, Type>& members);

  /// Returns the name that messages use: "list(string)".
  [[nodiscard]] std::string text() const;

private:
  friend class Expression;
  explicit Type(std::shared_ptr<const detail::Type> type) : type_(std::move(type)) {}

  std::shared_ptr<const detail::Type> type_;
};

}  // namespace kubexx::cel
