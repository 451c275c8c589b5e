// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kubexx/client/client.hpp"
#include "kubexx/types/core/v1/pod.hpp"
#include "oci_image.hpp"

namespace kubexx::e2e::node {

/// What is known of a Pod once it has an address.
struct PodFacts {
  corev1::Pod pod;
  std::string address;       ///< of the Pod
  std::string node_address;  ///< of the node
  std::string api_host;      ///< KUBERNETES_SERVICE_HOST and PORT
  std::string api_port;
};

/// What `fieldPath` of a Pod says ("metadata.name", "metadata.labels['app']", "status.podIP", …). Throws
/// std::runtime_error for a field that the downward API does not have.
[[nodiscard]] std::string field_of(const PodFacts& facts, const std::string& field_path);

/// The variables of a container: the image's, those of every Pod, then the container's own, with $(NAME) replaced.
/// ConfigMaps and Secrets are read with `client`. Throws what that throws, and std::runtime_error for sources that the
/// node does not know.
[[nodiscard]] std::map<std::string, std::string> environment_of(const PodFacts& facts,
                                                                const corev1::Container& container,
                                                                const OciImage& image, const Client& client);

/// The command line of a container: command and args of the Pod, or of the image, with $(NAME) replaced.
[[nodiscard]] std::vector<std::string> argv_of(const corev1::Container& container, const OciImage& image,
                                               const std::map<std::string, std::string>& environment);

}  // namespace kubexx::e2e::node
