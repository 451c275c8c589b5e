// SPDX-License-Identifier: Apache-2.0
// CRDs as their projects publish them, in the folder KUBEXX_CRDS: a server accepts them, kubexx::schema finds nothing
// wrong in them, and both treat random objects alike.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "crd_objects.hpp"
#include "kubexx/schema/crd_validation.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;

using PublishedCrds = RealServer;

std::string stored_version(const json& crd)
{
  for (const auto& version : crd.at("spec").at("versions")) {
    if (version.at("storage").get<bool>()) return version.at("name");
  }
  return "";
}

TEST_F(PublishedCrds, TreatRandomObjectsAsTheServerDoes)
{
  const char* const folder = std::getenv("KUBEXX_CRDS");
  if (folder == nullptr) GTEST_SKIP() << "KUBEXX_CRDS is not set";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::size_t crds = 0, accepted = 0, refused = 0;
  for (const auto& file : files) {
    for (json crd : support::read_yaml(file)) {
      if (!crd.is_object() || crd.value("kind", "") != "CustomResourceDefinition") continue;
      SCOPED_TRACE(file.filename().string());
      ++crds;
      for (json& version : crd["spec"]["versions"]) {
        if (version.contains("subresources")) version["subresources"].erase("scale");  // which checks replicas as well
      }
      try {
        EXPECT_THAT(schema::validate_crd(crd), ::testing::IsEmpty());
        static_cast<void>(install_crd(admin(), crd));
        for (const double mistakes : {0.0, 0.01}) {
          const auto result = compare_random_objects(admin(), ns(), crd, stored_version(crd), 100, 1, mistakes, false);
          for (const auto& difference : result.differences) ADD_FAILURE() << difference;
          accepted += result.accepted;
          refused += result.refused;
        }
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
      }
    }
  }
  std::cout << crds << " CRDs, " << accepted << " objects accepted, " << refused << " refused\n";
  EXPECT_GT(crds, 0U);
}

}  // namespace
}  // namespace kubexx::e2e
