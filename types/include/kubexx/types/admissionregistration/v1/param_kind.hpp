// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::admissionregistrationv1 {

/// ParamKind is a tuple of Group Kind and Version.
struct ParamKind {
  /// apiVersion is the API group version the resources belong to. In format of "group/version". Required.
  std::string apiVersion{};
  /// kind is the API kind the resources belong to. Required.
  std::string kind{};

  friend bool operator==(const ParamKind&, const ParamKind&);
};
BOOST_DESCRIBE_STRUCT(ParamKind, (), (apiVersion, kind))
KUBEXX_COMPILED(ParamKind)

}  // namespace kubexx::admissionregistrationv1
