// SPDX-License-Identifier: Apache-2.0
// One cell of the matrix, for every run of the end-to-end tests.
#include "informer_matrix.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

class InformerMatrix : public BareControlPlane {};

TEST_F(InformerMatrix, InformersRecoverFromEveryFault)
{
  MatrixCell cell;
  cell.name = "streaming lists, gzip";
  run_cell(start(flags_of(cell)), cell);
}

}  // namespace
}  // namespace kubexx::e2e
