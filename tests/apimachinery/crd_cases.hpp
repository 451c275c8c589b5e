// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/crd.hpp"
#include "kubexx/schema/crd_validation.hpp"

namespace crd_cases {

/// The schema of a kind; the test fails if a server refuses the CRD or warns about it.
template <kubexx::Kind T>
nlohmann::json root_of()
{
  const nlohmann::json crd = crd_of(kubexx::described_kind<T>());
  for (const auto& cause : kubexx::schema::validate_crd(crd)) ADD_FAILURE() << cause.field << ": " << cause.message;
  for (const auto& warning : kubexx::schema::crd_warnings(crd)) ADD_FAILURE() << warning;
  return crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
}

/// The schemas of the members of a kind.
template <kubexx::Kind T>
nlohmann::json members_of()
{
  return root_of<T>()["properties"];
}

}  // namespace crd_cases
