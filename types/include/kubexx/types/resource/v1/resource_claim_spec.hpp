// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/types/resource/v1/device_selector.hpp"
#include "kubexx/types/resource/v1/device_toleration.hpp"
#include "kubexx/types/resource/v1/opaque_device_configuration.hpp"

namespace kubexx::resourcev1 {

/// CapacityRequirements defines the capacity requirements for a specific device request.
struct CapacityRequirements {
  /// Requests represent individual device resource requests for distinct resources, all of which must be provided by
  /// the device. This value is used as an additional filtering condition against the available capacity on the device.
  std::map<std::string, Quantity> requests{};

  friend bool operator==(const CapacityRequirements&, const CapacityRequirements&);
};
BOOST_DESCRIBE_STRUCT(CapacityRequirements, (), (requests))
KUBEXX_COMPILED(CapacityRequirements)

struct DeviceAllocationMode : OpenEnum<DeviceAllocationMode> {
  using OpenEnum::OpenEnum;
  static constexpr Name ExactCount{"ExactCount"}, All{"All"};
};

/// DeviceDerivedAttribute defines a derived attribute computed via CEL.
struct DeviceDerivedAttribute {
  /// Name is the identifier for this derived attribute, used in constraints. It must be a DNS subdomain followed by a
  /// slash ("/") followed by a C identifier (e.g. "example.com/numaNode" or "derived/numaNode").
  std::string name{};
  /// Expression is a CEL expression evaluated against each candidate device. The expression must evaluate to a
  /// primitive scalar (string, integer, boolean, or semver) or a list of these scalars ([]string, []int64, []bool,
  /// []semver) to act as a virtual grouping key.
  std::string expression{};

  friend bool operator==(const DeviceDerivedAttribute&, const DeviceDerivedAttribute&);
};
BOOST_DESCRIBE_STRUCT(DeviceDerivedAttribute, (), (name, expression))
KUBEXX_COMPILED(DeviceDerivedAttribute)

/// ExactDeviceRequest is a request for one or more identical devices.
struct ExactDeviceRequest {
  /// DeviceClassName references a specific DeviceClass, which can define additional configuration and selectors to be
  /// inherited by this request. A DeviceClassName is required.
  std::string deviceClassName{};
  /// Selectors define criteria which must be satisfied by a specific device in order for that device to be considered
  /// for this request. All selectors must be satisfied for a device to be considered.
  std::vector<DeviceSelector> selectors{};
  /// AllocationMode and its related fields define how devices are allocated to satisfy this request. Supported values
  /// are: - ExactCount: This request is for a specific number of devices. This is the default. The exact number is
  /// provided in the count field. - All:
  DeviceAllocationMode allocationMode{};
  /// Count is used only when the count mode is "ExactCount". Must be greater than zero. If AllocationMode is ExactCount
  /// and this field is not specified, the default is one.
  std::int64_t count = 0;
  /// AdminAccess indicates that this is a claim for administrative access to the device(s). Claims with AdminAccess are
  /// expected to be used for monitoring or other management services for a device. They ignore all ordinary claims to
  /// the device with respect to access modes and any resource allocations.
  std::optional<bool> adminAccess{};
  /// If specified, the request's tolerations. Tolerations for NoSchedule are required to allocate a device which has a
  /// taint with that effect. The same applies to NoExecute.
  std::vector<DeviceToleration> tolerations{};
  /// Capacity define resource requirements against each capacity. If this field is unset and the device supports
  /// multiple allocations, the default value will be applied to each capacity according to requestPolicy. For the
  /// capacity that has no requestPolicy, default is the full capacity value.
  std::optional<CapacityRequirements> capacity{};
  /// DerivedAttributes defines a set of virtual attributes computed via CEL expressions for each candidate device.
  std::vector<DeviceDerivedAttribute> derivedAttributes{};

  friend bool operator==(const ExactDeviceRequest&, const ExactDeviceRequest&);
};
BOOST_DESCRIBE_STRUCT(ExactDeviceRequest, (), (deviceClassName, selectors, allocationMode, count, adminAccess,
    tolerations, capacity, derivedAttributes))
KUBEXX_COMPILED(ExactDeviceRequest)

/// DeviceSubRequest describes a request for device provided in the claim.spec.devices.requests[].firstAvailable array.
/// Each is typically a request for a single resource like a device, but can also ask for several identical devices.
struct DeviceSubRequest {
  /// Name can be used to reference this subrequest in the list of constraints or the list of configurations for the
  /// claim. References must use the format <main request>/<subrequest>. Must be a DNS label.
  std::string name{};
  /// DeviceClassName references a specific DeviceClass, which can define additional configuration and selectors to be
  /// inherited by this subrequest. A class is required. Which classes are available depends on the cluster.
  std::string deviceClassName{};
  /// Selectors define criteria which must be satisfied by a specific device in order for that device to be considered
  /// for this subrequest. All selectors must be satisfied for a device to be considered.
  std::vector<DeviceSelector> selectors{};
  /// AllocationMode and its related fields define how devices are allocated to satisfy this subrequest. Supported
  /// values are: - ExactCount: This request is for a specific number of devices. This is the default. The exact number
  /// is provided in the count field. - All:
  DeviceAllocationMode allocationMode{};
  /// Count is used only when the count mode is "ExactCount". Must be greater than zero. If AllocationMode is ExactCount
  /// and this field is not specified, the default is one.
  std::int64_t count = 0;
  /// If specified, the request's tolerations. Tolerations for NoSchedule are required to allocate a device which has a
  /// taint with that effect. The same applies to NoExecute.
  std::vector<DeviceToleration> tolerations{};
  /// Capacity define resource requirements against each capacity. If this field is unset and the device supports
  /// multiple allocations, the default value will be applied to each capacity according to requestPolicy. For the
  /// capacity that has no requestPolicy, default is the full capacity value.
  std::optional<CapacityRequirements> capacity{};
  /// DerivedAttributes defines a set of virtual attributes computed via CEL expressions for each candidate device.
  std::vector<DeviceDerivedAttribute> derivedAttributes{};

  friend bool operator==(const DeviceSubRequest&, const DeviceSubRequest&);
};
BOOST_DESCRIBE_STRUCT(DeviceSubRequest, (), (name, deviceClassName, selectors, allocationMode, count, tolerations,
    capacity, derivedAttributes))
KUBEXX_COMPILED(DeviceSubRequest)

/// DeviceRequest is a request for devices required for a claim. This is typically a request for a single resource like
/// a device, but can also ask for several identical devices. With FirstAvailable it is also possible to provide a
/// prioritized list of requests.
struct DeviceRequest {
  /// Name can be used to reference this request in a pod.spec.containers[].resources.claims entry and in a constraint
  /// of the claim. References using the name in the DeviceRequest will uniquely identify a request when the Exactly
  /// field is set.
  std::string name{};
  /// Exactly specifies the details for a single request that must be met exactly for the request to be satisfied. One
  /// of Exactly or FirstAvailable must be set.
  std::optional<ExactDeviceRequest> exactly{};
  /// FirstAvailable contains subrequests, of which exactly one will be selected by the scheduler. It tries to satisfy
  /// them in the order in which they are listed here. So if there are two entries in the list, the scheduler will only
  /// check the second one if it determines that the first one can not be used.
  std::vector<DeviceSubRequest> firstAvailable{};

  friend bool operator==(const DeviceRequest&, const DeviceRequest&);
};
BOOST_DESCRIBE_STRUCT(DeviceRequest, (), (name, exactly, firstAvailable))
KUBEXX_COMPILED(DeviceRequest)

/// DeviceConstraint must have exactly one field set besides Requests.
struct DeviceConstraint {
  /// Requests is a list of the one or more requests in this claim which must co-satisfy this constraint. If a request
  /// is fulfilled by multiple devices, then all of the devices must satisfy the constraint. If this is not specified,
  /// this constraint applies to all requests in this claim.
  std::vector<std::string> requests{};
  /// MatchAttribute requires that all devices in question have this attribute and that its type and value are the same
  /// across those devices. For example, if you specified "dra.example.com/numa" (a hypothetical example!), then only
  /// devices in the same NUMA node will be chosen.
  std::optional<std::string> matchAttribute{};
  /// DistinctAttribute requires that all devices in question have this attribute and that its type and value are unique
  /// across those devices.
  std::optional<std::string> distinctAttribute{};

  friend bool operator==(const DeviceConstraint&, const DeviceConstraint&);
};
BOOST_DESCRIBE_STRUCT(DeviceConstraint, (), (requests, matchAttribute, distinctAttribute))
KUBEXX_COMPILED(DeviceConstraint)

/// DeviceClaimConfiguration is used for configuration parameters in DeviceClaim.
struct DeviceClaimConfiguration {
  /// Requests lists the names of requests where the configuration applies. If empty, it applies to all requests.
  std::vector<std::string> requests{};
  /// Opaque provides driver-specific configuration parameters.
  std::optional<OpaqueDeviceConfiguration> opaque{};

  friend bool operator==(const DeviceClaimConfiguration&, const DeviceClaimConfiguration&);
};
BOOST_DESCRIBE_STRUCT(DeviceClaimConfiguration, (), (requests, opaque))
KUBEXX_COMPILED(DeviceClaimConfiguration)

/// DeviceClaim defines how to request devices with a ResourceClaim.
struct DeviceClaim {
  /// Requests represent individual requests for distinct devices which must all be satisfied. If empty, nothing needs
  /// to be allocated.
  std::vector<DeviceRequest> requests{};
  /// These constraints must be satisfied by the set of devices that get allocated for the claim.
  std::vector<DeviceConstraint> constraints{};
  /// This field holds configuration for multiple potential drivers which could satisfy requests in this claim. It is
  /// ignored while allocating the claim.
  std::vector<DeviceClaimConfiguration> config{};

  friend bool operator==(const DeviceClaim&, const DeviceClaim&);
};
BOOST_DESCRIBE_STRUCT(DeviceClaim, (), (requests, constraints, config))
KUBEXX_COMPILED(DeviceClaim)

/// ResourceClaimSpec defines what is being requested in a ResourceClaim and how to configure it.
struct ResourceClaimSpec {
  /// Devices defines how to request devices.
  DeviceClaim devices{};

  friend bool operator==(const ResourceClaimSpec&, const ResourceClaimSpec&);
};
BOOST_DESCRIBE_STRUCT(ResourceClaimSpec, (), (devices))
KUBEXX_COMPILED(ResourceClaimSpec)

}  // namespace kubexx::resourcev1
