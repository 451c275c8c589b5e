// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/raw_json.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/types/core/v1/node_selector.hpp"
#include "kubexx/types/resource/v1/device_toleration.hpp"
#include "kubexx/types/resource/v1/opaque_device_configuration.hpp"
#include "kubexx/types/resource/v1/resource_claim_spec.hpp"
#include "kubexx/types/resource/v1/skip_node_operation.hpp"

namespace kubexx::resourcev1 {

/// NetworkDeviceData provides network-related details for the allocated device. This information may be filled by
/// drivers or other components to configure or identify the device within a network context.
struct NetworkDeviceData {
  /// InterfaceName specifies the name of the network interface associated with the allocated device. This might be the
  /// name of a physical or virtual network interface being configured in the pod. Must not be longer than 256 bytes.
  std::string interfaceName{};
  /// IPs lists the network addresses assigned to the device's network interface. This can include both IPv4 and IPv6
  /// addresses. The IPs are in the CIDR notation, which includes both the address and the associated subnet mask. e.g.:
  /// "192.0.2.5/24" for IPv4 and "2001:db8::5/64" for IPv6.
  std::vector<std::string> ips{};
  /// HardwareAddress represents the hardware address (e.g. MAC Address) of the device's network interface. Must not be
  /// longer than 128 bytes.
  std::string hardwareAddress{};

  friend bool operator==(const NetworkDeviceData&, const NetworkDeviceData&);
};
BOOST_DESCRIBE_STRUCT(NetworkDeviceData, (), (interfaceName, ips, hardwareAddress))
KUBEXX_COMPILED(NetworkDeviceData)

/// AllocatedDeviceStatus contains the status of an allocated device, if the driver chooses to report it. This may
/// include driver-specific information. The combination of Driver, Pool, Device, and ShareID must match the
/// corresponding key in Status.Allocation.Devices.
struct AllocatedDeviceStatus {
  /// Driver specifies the name of the DRA driver whose kubelet plugin should be invoked to process the allocation once
  /// the claim is needed on a node. Must be a DNS subdomain and should end with a DNS domain owned by the vendor of the
  /// driver. It should use only lower case characters.
  std::string driver{};
  /// This name together with the driver name and the device name field identify which device was allocated (`<driver
  /// name>/<pool name>/<device name>`). Must not be longer than 253 characters and may contain one or more DNS
  /// sub-domains separated by slashes.
  std::string pool{};
  /// Device references one device instance via its name in the driver's resource pool. It must be a DNS label.
  std::string device{};
  /// ShareID uniquely identifies an individual allocation share of the device.
  std::optional<std::string> shareID{};
  /// Conditions contains the latest observation of the device's state. If the device has been configured according to
  /// the class and claim config references, the `Ready` condition should be True. Must not contain more than 8 entries.
  /// Merged by type.
  std::vector<Condition> conditions{};
  /// Data contains arbitrary driver-specific data. The length of the raw data must be smaller or equal to 10 Ki.
  RawJson data{};
  /// NetworkData contains network-related information specific to the device.
  std::optional<NetworkDeviceData> networkData{};

  friend bool operator==(const AllocatedDeviceStatus&, const AllocatedDeviceStatus&);
};
BOOST_DESCRIBE_STRUCT(AllocatedDeviceStatus, (), (driver, pool, device, shareID, conditions, data, networkData))
KUBEXX_COMPILED(AllocatedDeviceStatus)

struct AllocationConfigSource : OpenEnum<AllocationConfigSource> {
  using OpenEnum::OpenEnum;
  static constexpr Name FromClass{"FromClass"}, FromClaim{"FromClaim"};
};

/// DeviceRequestAllocationResult contains the allocation result for one request.
struct DeviceRequestAllocationResult {
  /// Request is the name of the request in the claim which caused this device to be allocated.
  std::string request{};
  /// Driver specifies the name of the DRA driver whose kubelet plugin should be invoked to process the allocation once
  /// the claim is needed on a node. Must be a DNS subdomain and should end with a DNS domain owned by the vendor of the
  /// driver. It should use only lower case characters.
  std::string driver{};
  /// This name together with the driver name and the device name field identify which device was allocated (`<driver
  /// name>/<pool name>/<device name>`). Must not be longer than 253 characters and may contain one or more DNS
  /// sub-domains separated by slashes.
  std::string pool{};
  /// Device references one device instance via its name in the driver's resource pool. It must be a DNS label.
  std::string device{};
  /// AdminAccess indicates that this device was allocated for administrative access. See the corresponding request
  /// field for a definition of mode. Admin access is disabled if this field is unset or set to false, otherwise it is
  /// enabled.
  std::optional<bool> adminAccess{};
  /// A copy of all tolerations specified in the request at the time when the device got allocated. The maximum number
  /// of tolerations is 16. This is a beta field and requires enabling the DRADeviceTaints feature gate.
  std::vector<DeviceToleration> tolerations{};
  /// BindingConditions contains a copy of the BindingConditions from the corresponding ResourceSlice at the time of
  /// allocation. This is a beta field and requires enabling the DRADeviceBindingConditions and
  /// DRAResourceClaimDeviceStatus feature gates.
  std::vector<std::string> bindingConditions{};
  /// BindingFailureConditions contains a copy of the BindingFailureConditions from the corresponding ResourceSlice at
  /// the time of allocation. This is a beta field and requires enabling the DRADeviceBindingConditions and
  /// DRAResourceClaimDeviceStatus feature gates.
  std::vector<std::string> bindingFailureConditions{};
  /// ShareID uniquely identifies an individual allocation share of the device, used when the device supports multiple
  /// simultaneous allocations. It serves as an additional map key to differentiate concurrent shares of the same
  /// device.
  std::optional<std::string> shareID{};
  /// ConsumedCapacity tracks the amount of capacity consumed per device as part of the claim request. The consumed
  /// amount may differ from the requested amount: it is rounded up to the nearest valid value based on the device’s
  /// requestPolicy if applicable (i.e., may not be less than the requested amount).
  std::map<std::string, Quantity> consumedCapacity{};
  /// SkipNodeOperations lists node-local resource operations (gRPC calls) that will be skipped for this allocated
  /// device when determining whether operations are necessary on the node. If all allocated devices for a driver in a
  /// claim skip an operation, that gRPC call will be skipped.
  std::vector<SkipNodeOperation> skipNodeOperations{};

  friend bool operator==(const DeviceRequestAllocationResult&, const DeviceRequestAllocationResult&);
};
BOOST_DESCRIBE_STRUCT(DeviceRequestAllocationResult, (), (request, driver, pool, device, adminAccess, tolerations,
    bindingConditions, bindingFailureConditions, shareID, consumedCapacity, skipNodeOperations))
KUBEXX_COMPILED(DeviceRequestAllocationResult)

/// DeviceAllocationConfiguration gets embedded in an AllocationResult.
struct DeviceAllocationConfiguration {
  /// Source records whether the configuration comes from a class and thus is not something that a normal user would
  /// have been able to set or from a claim.
  AllocationConfigSource source{};
  /// Requests lists the names of requests where the configuration applies. If empty, its applies to all requests.
  std::vector<std::string> requests{};
  /// Opaque provides driver-specific configuration parameters.
  std::optional<OpaqueDeviceConfiguration> opaque{};

  friend bool operator==(const DeviceAllocationConfiguration&, const DeviceAllocationConfiguration&);
};
BOOST_DESCRIBE_STRUCT(DeviceAllocationConfiguration, (), (source, requests, opaque))
KUBEXX_COMPILED(DeviceAllocationConfiguration)

/// DeviceAllocationResult is the result of allocating devices.
struct DeviceAllocationResult {
  /// Results lists all allocated devices.
  std::vector<DeviceRequestAllocationResult> results{};
  /// This field is a combination of all the claim and class configuration parameters. Drivers can distinguish between
  /// those based on a flag.
  std::vector<DeviceAllocationConfiguration> config{};

  friend bool operator==(const DeviceAllocationResult&, const DeviceAllocationResult&);
};
BOOST_DESCRIBE_STRUCT(DeviceAllocationResult, (), (results, config))
KUBEXX_COMPILED(DeviceAllocationResult)

/// AllocationResult contains attributes of an allocated resource.
struct AllocationResult {
  /// Devices is the result of allocating devices.
  DeviceAllocationResult devices{};
  /// NodeSelector defines where the allocated resources are available. If unset, they are available everywhere.
  std::optional<corev1::NodeSelector> nodeSelector{};
  /// AllocationTimestamp stores the time when the resources were allocated. This field is not guaranteed to be set, in
  /// which case that time is unknown. This is a beta field and requires enabling the DRADeviceBindingConditions and
  /// DRAResourceClaimDeviceStatus feature gate.
  std::optional<Time> allocationTimestamp{};

  friend bool operator==(const AllocationResult&, const AllocationResult&);
};
BOOST_DESCRIBE_STRUCT(AllocationResult, (), (devices, nodeSelector, allocationTimestamp))
KUBEXX_COMPILED(AllocationResult)

/// ResourceClaimConsumerReference contains enough information to let you locate the consumer of a ResourceClaim. The
/// user must be a resource in the same namespace as the ResourceClaim.
struct ResourceClaimConsumerReference {
  /// APIGroup is the group for the resource being referenced. It is empty for the core API. This matches the group in
  /// the APIVersion that is used when creating the resources.
  std::string apiGroup{};
  /// Resource is the type of resource being referenced, for example "pods".
  std::string resource{};
  /// Name is the name of resource being referenced.
  std::string name{};
  /// UID identifies exactly one incarnation of the resource.
  std::string uid{};

  friend bool operator==(const ResourceClaimConsumerReference&, const ResourceClaimConsumerReference&);
};
BOOST_DESCRIBE_STRUCT(ResourceClaimConsumerReference, (), (apiGroup, resource, name, uid))
KUBEXX_COMPILED(ResourceClaimConsumerReference)

/// ResourceClaimStatus tracks whether the resource has been allocated and what the result of that was.
struct ResourceClaimStatus {
  /// Allocation is set once the claim has been allocated successfully.
  std::optional<AllocationResult> allocation{};
  /// ReservedFor indicates which entities are currently allowed to use the claim. A Pod which references a
  /// ResourceClaim which is not reserved for that Pod will not be started. A claim that is in use or might be in use
  /// because it has been reserved must not get deallocated. Merged by uid.
  std::vector<ResourceClaimConsumerReference> reservedFor{};
  /// Devices contains the status of each device allocated for this claim, as reported by the driver. This can include
  /// driver-specific information. Entries are owned by their respective drivers.
  /// Merged by driver and device and pool and shareID.
  std::vector<AllocatedDeviceStatus> devices{};

  friend bool operator==(const ResourceClaimStatus&, const ResourceClaimStatus&);
};
BOOST_DESCRIBE_STRUCT(ResourceClaimStatus, (), (allocation, reservedFor, devices))
KUBEXX_COMPILED(ResourceClaimStatus)

/// ResourceClaim describes a request for access to resources in the cluster, for use by workloads. For example, if a
/// workload needs an accelerator device with specific properties, this is how that request is expressed.
struct ResourceClaim {
  static constexpr ResourceInfo kubexx_resource{"resource.k8s.io", "v1", "ResourceClaim", "resourceclaims"};
  ObjectMeta metadata{};
  /// Spec describes what is being requested and how to configure it. The spec is immutable.
  ResourceClaimSpec spec{};
  /// Status describes whether the claim is ready to use and what has been allocated.
  ResourceClaimStatus status{};

  friend bool operator==(const ResourceClaim&, const ResourceClaim&);
};
BOOST_DESCRIBE_STRUCT(ResourceClaim, (), (metadata, spec, status))
KUBEXX_COMPILED(ResourceClaim)

}  // namespace kubexx::resourcev1
