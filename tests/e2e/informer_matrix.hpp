// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "control_plane.hpp"

namespace kubexx::e2e {

/// One cell of the matrix: how informers list, how many objects there are, and on which server.
struct MatrixCell {
  std::string name;
  int objects = 2000;
  bool stream_list = true;     ///< InformerOptions::stream_list
  bool gzip = true;            ///< the client asks for compressed lists
  bool server_streams = true;  ///< the server has streaming lists; else it was started without
  std::string kubernetes;      ///< its version ("1.36"); empty: the usual one
};

/// For the kube-apiserver of that cell.
[[nodiscard]] std::vector<std::string> flags_of(const MatrixCell& cell);

/// Puts `cell.objects` ConfigMaps in five namespaces and follows them with three informers: of all namespaces, of some,
/// and one that comes late; a fourth one follows Foos. While others edit the objects at random: namespaces are added to
/// the informer and removed, kube-apiserver is killed, etcd is compacted while the server runs and while it is away,
/// the CRD of the Foos is deleted and installed again. After each fault every informer must be streaming again and hold
/// what the server lists, and what each handler was told must lead there step by step, within 75 s. Prints how long
/// that took. What is wrong is reported to GoogleTest.
void run_cell(ControlPlane& plane, const MatrixCell& cell);

}  // namespace kubexx::e2e
