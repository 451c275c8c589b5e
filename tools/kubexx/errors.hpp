// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace kubexx::cli {

/// What a command cannot do, in kubectl's words; printed after "error: ".
class CommandError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// What goes to standard error as it is, then status 1.
class PlainError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Already reported; only the status is left.
struct Failed {
  int status = 1;
};

/// Several failures of one command. Each has a line, without "error: " before it.
class ErrorList : public std::exception {
public:
  explicit ErrorList(std::vector<std::exception_ptr> errors) : errors_(std::move(errors)) {}
  [[nodiscard]] const std::vector<std::exception_ptr>& errors() const noexcept { return errors_; }
  [[nodiscard]] const char* what() const noexcept override { return "several errors"; }

private:
  std::vector<std::exception_ptr> errors_;
};

/// Throws what was collected: nothing, the error itself, or all of them in an ErrorList.
void throw_collected(std::vector<std::exception_ptr> errors);

/// The line for one of several errors: kubectl's messageForError.
[[nodiscard]] std::string line_of(const std::exception_ptr& error);
/// What is printed for the error that ended the command, with line ends; kubectl's checkErr. Empty: nothing.
[[nodiscard]] std::string text_of(const std::exception_ptr& error);
[[nodiscard]] int status_of(const std::exception_ptr& error) noexcept;

}  // namespace kubexx::cli
