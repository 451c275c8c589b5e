// SPDX-License-Identifier: Apache-2.0
// All cells of the matrix, with 20 000 objects.
#include <ostream>

#include "informer_matrix.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {

void PrintTo(const MatrixCell& cell, std::ostream* out)
{
  *out << cell.name;
}

namespace {

constexpr int objects = 20'000;

class InformerMatrix : public BareControlPlane, public testing::WithParamInterface<MatrixCell> {};

TEST_P(InformerMatrix, InformersRecoverFromEveryFault)
{
  try {
    if (!GetParam().kubernetes.empty()) use(find_assets(GetParam().kubernetes));
  } catch (const CannotRun& reason) {
    GTEST_SKIP() << reason.what();
  }
  run_cell(start(flags_of(GetParam())), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Soak, InformerMatrix,
                         testing::Values(MatrixCell{"streaming lists, gzip", objects, true, true, true, ""},
                                         MatrixCell{"streaming lists, no gzip", objects, true, false, true, ""},
                                         MatrixCell{"pages, gzip", objects, false, true, true, ""},
                                         MatrixCell{"pages, no gzip", objects, false, false, true, ""},
                                         MatrixCell{"server without streaming lists", objects, true, true, false, ""},
                                         MatrixCell{"Kubernetes 1.36", objects, true, true, true, "1.36"}));

}  // namespace
}  // namespace kubexx::e2e
