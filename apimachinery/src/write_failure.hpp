// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx::detail {

/// A value that JSON cannot hold, and where it stands. The path grows while the error passes through those who write
/// the value's parents. Never leaves this module: `as_object_error` makes what a caller gets.
class WriteFailure {
public:
  explicit WriteFailure(std::string problem) : problem_(std::move(problem)) {}

  void below_member(std::string_view name);
  void below_element(std::size_t index);
  /// `subject` is put in front, unless it is empty.
  [[nodiscard]] ObjectError as_object_error(const std::string& subject) const;

private:
  std::string path_;  // spec.list[2]["a.b"]
  std::string problem_;
};

/// Appends a member to a path as error texts show it: `spec`, then `spec.replicas`, or `spec["a/b"]`.
void append_member(std::string& path, std::string_view name);

[[nodiscard]] inline WriteFailure below_member(const ObjectError& error, std::string_view name)
{
  WriteFailure failure(error.what());
  failure.below_member(name);
  return failure;
}
[[nodiscard]] inline WriteFailure below_element(const ObjectError& error, std::size_t index)
{
  WriteFailure failure(error.what());
  failure.below_element(index);
  return failure;
}

/// What `write` throws gets the name of the member, or the index of the element, that it writes.
template <class Write>
void at_member(std::string_view name, Write write)
{
  try {
    write();
  } catch (WriteFailure& failure) {
    failure.below_member(name);
    throw;
  } catch (const ObjectError& error) {
    throw below_member(error, name);
  }
}
template <class Write>
void at_element(std::size_t index, Write write)
{
  try {
    write();
  } catch (WriteFailure& failure) {
    failure.below_element(index);
    throw;
  } catch (const ObjectError& error) {
    throw below_element(error, index);
  }
}

}  // namespace kubexx::detail
