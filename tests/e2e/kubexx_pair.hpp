// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "beside_kubectl.hpp"

namespace kubexx::e2e {

/// kubectl and kubexx side by side: the same commands on the same files, each in a namespace of its own, and what they
/// said and left behind compared.
class TwoNamespaces {
public:
  /// Refers to `programs`.
  TwoNamespaces(const Beside& programs, std::string of_kubectl, std::string of_kubexx)
      : programs_(&programs), first_(std::move(of_kubectl)), second_(std::move(of_kubexx))
  {
  }

  struct Outcomes {
    Outcome kubectl, kubexx;
  };
  /// Runs the command with both and expects the same status, standard output and error, as `normalized` shows them.
  Outcomes same(const std::vector<std::string>& arguments, std::string_view input = {}) const;
  /// Expects the same object in both namespaces, managers and times apart.
  void same_object(const std::string& type, const std::string& name) const;

  /// One of them in one of the namespaces.
  [[nodiscard]] Outcome kubectl_in(const std::string& ns, std::vector<std::string> arguments,
                                   std::string_view input = {}) const;
  [[nodiscard]] Outcome kubexx_in(const std::string& ns, std::vector<std::string> arguments,
                                  std::string_view input = {}) const;
  [[nodiscard]] nlohmann::json read(const std::string& ns, const std::string& type, const std::string& name) const;
  /// The object as text, without what controllers write.
  [[nodiscard]] std::string left_behind(const std::string& ns, const std::string& type, const std::string& name) const;

  /// What differs by its nature: the namespaces, the programs' names, uids, versions and times.
  [[nodiscard]] std::string normalized(std::string text) const;

private:
  const Beside* programs_;
  std::string first_, second_;
};

/// Writes a file into the test's folder and returns its path.
[[nodiscard]] std::string file_of_test(const std::string& name, std::string_view text);

/// A test that compares them so: kubectl works in `ns()`, kubexx in `other_ns()`.
class KubexxPair : public BesideKubectl {
protected:
  void SetUp() override;
  void TearDown() override;

  [[nodiscard]] const std::string& other_ns() const { return other_; }
  [[nodiscard]] static std::string file(const std::string& name, std::string_view text)
  {
    return file_of_test(name, text);
  }

  TwoNamespaces::Outcomes same(const std::vector<std::string>& arguments, std::string_view input = {}) const
  {
    return pair_->same(arguments, input);
  }
  void same_object(const std::string& type, const std::string& name) const { pair_->same_object(type, name); }
  [[nodiscard]] const TwoNamespaces& pair() const { return *pair_; }

private:
  std::string other_;
  std::optional<TwoNamespaces> pair_;
};

}  // namespace kubexx::e2e
