// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// WindowsSecurityContextOptions contain Windows-specific options and credentials.
struct WindowsSecurityContextOptions {
  /// GMSACredentialSpecName is the name of the GMSA credential spec to use.
  std::optional<std::string> gmsaCredentialSpecName{};
  /// GMSACredentialSpec is where the GMSA admission webhook (https://github.com/kubernetes-sigs/windows-gmsa) inlines
  /// the contents of the GMSA credential spec named by the GMSACredentialSpecName field.
  std::optional<std::string> gmsaCredentialSpec{};
  /// The UserName in Windows to run the entrypoint of the container process. Defaults to the user specified in image
  /// metadata if unspecified. May also be set in PodSecurityContext. If set in both SecurityContext and
  /// PodSecurityContext, the value specified in SecurityContext takes precedence.
  std::optional<std::string> runAsUserName{};
  /// HostProcess determines if a container should be run as a 'Host Process' container. All of a Pod's containers must
  /// have the same effective HostProcess value (it is not allowed to have a mix of HostProcess containers and
  /// non-HostProcess containers).
  std::optional<bool> hostProcess{};

  friend bool operator==(const WindowsSecurityContextOptions&, const WindowsSecurityContextOptions&);
};
BOOST_DESCRIBE_STRUCT(WindowsSecurityContextOptions, (), (gmsaCredentialSpecName, gmsaCredentialSpec, runAsUserName,
    hostProcess))
KUBEXX_COMPILED(WindowsSecurityContextOptions)

}  // namespace kubexx::corev1
