// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "real_server.hpp"

namespace kubexx::e2e {

/// kubectl and kubexx side by side: the same commands on the same files, each in a namespace of its own, and what they
/// said and left behind compared.
class KubexxPair : public RealServer {
protected:
  void SetUp() override;
  void TearDown() override;

  struct Both {
    Outcome kubectl, kubexx;
  };
  /// Runs the command with both and expects the same status, standard output and error, as `normalized` shows them.
  Both same(const std::vector<std::string>& arguments, std::string_view input = {}) const;
  /// The same with the standard error of each left out of the comparison.
  Both same_but_stderr(const std::vector<std::string>& arguments, std::string_view input = {}) const;
  /// Expects the same object in both namespaces, managers and times apart.
  void same_object(const std::string& type, const std::string& name) const;

  /// One of them in the namespace of the first or of the second.
  [[nodiscard]] Outcome kubectl_in(const std::string& ns, std::vector<std::string> arguments,
                                   std::string_view input = {}) const;
  [[nodiscard]] Outcome kubexx_in(const std::string& ns, std::vector<std::string> arguments,
                                  std::string_view input = {}) const;
  [[nodiscard]] nlohmann::json read(const std::string& ns, const std::string& type, const std::string& name) const;
  [[nodiscard]] const std::string& other_ns() const { return other_; }
  /// The object as text, without what controllers write.
  [[nodiscard]] std::string left_behind(const std::string& where, const std::string& type,
                                        const std::string& name) const;
  /// Writes a file of the test and returns its path.
  [[nodiscard]] static std::string file(const std::string& name, std::string_view text);

  /// What differs by its nature: the namespaces, the programs' names, uids, versions and times.
  [[nodiscard]] std::string normalized(std::string text) const;

private:
  [[nodiscard]] Both both(const std::vector<std::string>& arguments, std::string_view input) const;
  std::string other_;
};

}  // namespace kubexx::e2e
