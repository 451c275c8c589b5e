// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "real_server.hpp"
#include "support/process.hpp"

namespace kubexx::e2e {

/// What a command line gave.
struct Answer {
  int status = -1;
  std::string out, err;
};

/// Both programs with one kubeconfig. Of a line's answers is made what can be compared: kubectl's name is kubexx's,
/// kubectl's log lines are left out, and the cells of AGE columns are the same.
class Beside {
public:
  /// `cache`: for kubectl's discovery.
  Beside(std::filesystem::path kubectl, std::filesystem::path kubeconfig, std::filesystem::path cache);

  [[nodiscard]] std::vector<std::string> kubexx_command(const std::string& line) const;
  [[nodiscard]] std::vector<std::string> kubectl_command(const std::string& line) const;
  /// As it is.
  [[nodiscard]] Outcome run_kubexx(std::vector<std::string> words, std::string_view input = {}) const;
  [[nodiscard]] Outcome run_kubectl(std::vector<std::string> words, std::string_view input = {}) const;
  [[nodiscard]] Answer kubexx(const std::string& line, std::string_view input = {}) const;
  [[nodiscard]] Answer kubectl(const std::string& line, std::string_view input = {}) const;
  /// Fails the test where the two differ. Asks again for some time: what the server holds may change between the two.
  void compare(const std::string& line, std::string_view input = {}) const;
  /// Fails the test where the two differ in what they say of a watch: both are started, `change` is called when both
  /// have said `first`, both are interrupted when they have said `last`. Their output goes to files of `folder`.
  void compare_watch(const std::string& line, const std::filesystem::path& folder, const std::string& first,
                     const std::function<void()>& change, const std::string& last) const;

private:
  [[nodiscard]] std::vector<std::string> argv_of(const std::filesystem::path& program,
                                                 std::vector<std::string> words) const;
  [[nodiscard]] Outcome run_program(const std::filesystem::path& program, std::vector<std::string> words,
                                    std::string_view input) const;

  std::filesystem::path kubectl_, kubeconfig_, cache_;
};

/// `text` with each `what` replaced by `with`.
[[nodiscard]] std::string replaced(std::string text, std::string_view what, std::string_view with);
/// `text` split at spaces; 'single' and "double" quotes hold parts together.
[[nodiscard]] std::vector<std::string> words_of(const std::string& text);
/// `text` with the cells of each AGE column replaced by "AGE".
[[nodiscard]] std::string without_ages(const std::string& text);

/// A test that runs both beside each other in a namespace of its own: "NS" in a line stands for its name, and lines get
/// `-n` with it.
class BesideKubectl : public RealServer {
protected:
  void SetUp() override;

  [[nodiscard]] const Beside& both() const { return *both_; }
  [[nodiscard]] std::string in_namespace(std::string line) const;
  void compare(std::initializer_list<const char*> lines) const;
  /// `kubectl apply` of a manifest; must succeed.
  void apply(std::string_view manifest) const;

private:
  std::unique_ptr<Beside> both_;
};

}  // namespace kubexx::e2e
