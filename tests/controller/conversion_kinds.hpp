// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "kubexx/apimachinery/conversion.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"

/// A kind with three versions, for the tests of conversions.
namespace kubexx::testing {

namespace road_v1alpha1 {
struct RoadSpec {
  std::string yards;
};
KUBEXX_DESCRIBE(RoadSpec, yards);
struct Road {
  static constexpr ResourceInfo kubexx_resource{"travel.example.org", "v1alpha1", "Road", "roads"};
  ObjectMeta metadata;
  RoadSpec spec;
};
KUBEXX_DESCRIBE(Road, metadata, spec);
KUBEXX_CRD(Road, not_stored);
}  // namespace road_v1alpha1

namespace road_v1beta1 {
struct RoadSpec {
  std::int64_t miles = 0;
};
KUBEXX_DESCRIBE(RoadSpec, miles);
struct Road {
  static constexpr ResourceInfo kubexx_resource{"travel.example.org", "v1beta1", "Road", "roads"};
  ObjectMeta metadata;
  RoadSpec spec;
};
KUBEXX_DESCRIBE(Road, metadata, spec);
KUBEXX_CRD(Road, not_stored);
}  // namespace road_v1beta1

namespace road_v1 {
struct RoadSpec {
  std::int64_t metres = 0;
  std::optional<std::int64_t> lanes;
};
KUBEXX_DESCRIBE(RoadSpec, metres, lanes);
struct Road {
  static constexpr ResourceInfo kubexx_resource{"travel.example.org", "v1", "Road", "roads"};
  ObjectMeta metadata;
  RoadSpec spec;
};
KUBEXX_DESCRIBE(Road, metadata, spec);
}  // namespace road_v1

namespace bridge_v1beta1 {
struct Bridge {
  static constexpr ResourceInfo kubexx_resource{"travel.example.org", "v1beta1", "Bridge", "bridges"};
  ObjectMeta metadata;
};
KUBEXX_DESCRIBE(Bridge, metadata);
}  // namespace bridge_v1beta1

namespace bridge_v1 {
struct Bridge {
  static constexpr ResourceInfo kubexx_resource{"travel.example.org", "v1", "Bridge", "bridges"};
  ObjectMeta metadata;
};
KUBEXX_DESCRIBE(Bridge, metadata);
}  // namespace bridge_v1

inline const std::string kRoadV1 = "travel.example.org/v1", kRoadV1Beta1 = "travel.example.org/v1beta1";

/// Between v1 and each of the others.
inline Conversions road_conversions()
{
  constexpr std::int64_t thousand = 1000;  // metres of a mile
  Conversions conversions;
  conversions.add<road_v1beta1::Road, road_v1::Road>(
      [](const road_v1beta1::Road& from, road_v1::Road& to) { to.spec.metres = from.spec.miles * thousand; },
      [](const road_v1::Road& from, road_v1beta1::Road& to) { to.spec.miles = from.spec.metres / thousand; });
  conversions.add<road_v1alpha1::Road, road_v1::Road>(
      [](const road_v1alpha1::Road& from, road_v1::Road& to) {
        if (!from.spec.yards.empty()) to.spec.metres = std::stoll(from.spec.yards);
      },
      [](const road_v1::Road& from, road_v1alpha1::Road& to) {
        if (from.spec.metres != 0) to.spec.yards = std::to_string(from.spec.metres);
      });
  return conversions;
}

/// A Road as the API server sends it.
inline nlohmann::json road(std::string_view version, std::string_view name, nlohmann::json spec)
{
  nlohmann::json object = {{"apiVersion", "travel.example.org/" + std::string(version)},
                           {"kind", "Road"},
                           {"metadata", {{"name", name}, {"namespace", "default"}}}};
  if (!spec.empty()) object["spec"] = std::move(spec);
  return object;
}

}  // namespace kubexx::testing
