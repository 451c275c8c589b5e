// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "kubexx/client/rest_mapper.hpp"
#include "test_backend.hpp"

namespace kubexx::testing {

/// Brings manifests to the server of a TestWorld. Throws std::runtime_error that names file and object.
class ManifestApplier {
public:
  /// `world` outlives it.
  explicit ManifestApplier(TestWorld& world) : world_(world), mapper_(world.user()) {}

  /// A file, or the .yaml, .yml and .json files of a folder, in the order of their names.
  void apply(const std::filesystem::path& path);
  /// `source` names it in errors.
  void apply_text(const std::string& text, const std::string& source);
  /// Where the CRD with this name was applied from; its name itself if not by this object.
  [[nodiscard]] std::string source_of_crd(const std::string& name) const;

private:
  void apply_object(Object object, const std::string& source);
  [[nodiscard]] ResourceType type_of(const Object& object);
  void wait_established(const Object& definition);

  TestWorld& world_;
  RestMapper mapper_;
  std::map<std::string, std::string> crd_sources_;  // by the name of the CRD
};

}  // namespace kubexx::testing
