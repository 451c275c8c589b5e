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
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/core/v1/node_selector.hpp"
#include "kubexx/types/resource/v1/device_taint.hpp"
#include "kubexx/types/resource/v1/skip_node_operation.hpp"

namespace kubexx::resourcev1 {

/// CapacityRequestPolicyRange defines a valid range for consumable capacity values.
struct CapacityRequestPolicyRange {
  /// Min specifies the minimum capacity allowed for a consumption request. Min must be greater than or equal to zero,
  /// and less than or equal to the capacity value. requestPolicy.default must be more than or equal to the minimum.
  std::optional<Quantity> min{};
  /// Max defines the upper limit for capacity that can be requested. Max must be less than or equal to the capacity
  /// value. Min and requestPolicy.default must be less than or equal to the maximum.
  std::optional<Quantity> max{};
  /// Step defines the step size between valid capacity amounts within the range. Max (if set) and requestPolicy.default
  /// must be a multiple of Step. Min + Step must be less than or equal to the capacity value.
  std::optional<Quantity> step{};

  friend bool operator==(const CapacityRequestPolicyRange&, const CapacityRequestPolicyRange&);
};
BOOST_DESCRIBE_STRUCT(CapacityRequestPolicyRange, (), (min, max, step))
KUBEXX_COMPILED(CapacityRequestPolicyRange)

/// CapacityRequestPolicy defines how requests consume device capacity. Must not set more than one ValidRequestValues.
struct CapacityRequestPolicy {
  /// Default specifies how much of this capacity is consumed by a request that does not contain an entry for it in
  /// DeviceRequest's Capacity.
  std::optional<Quantity> default_{};
  /// ValidValues defines a set of acceptable quantity values in consuming requests. Must not contain more than 10
  /// entries. Must be sorted in ascending order. If this field is set, Default must be defined and it must be included
  /// in ValidValues list.
  std::vector<Quantity> validValues{};
  /// ValidRange defines an acceptable quantity value range in consuming requests. If this field is set, Default must be
  /// defined and it must fall within the defined ValidRange.
  std::optional<CapacityRequestPolicyRange> validRange{};

  friend bool operator==(const CapacityRequestPolicy&, const CapacityRequestPolicy&);
};
BOOST_DESCRIBE_STRUCT(CapacityRequestPolicy, (), (default_, validValues, validRange))
KUBEXX_COMPILED(CapacityRequestPolicy)

/// Counter describes a quantity associated with a device.
struct Counter {
  /// Value defines how much of a certain device counter is available.
  Quantity value{};

  friend bool operator==(const Counter&, const Counter&);
};
BOOST_DESCRIBE_STRUCT(Counter, (), (value))
KUBEXX_COMPILED(Counter)

/// CounterSet defines a named set of counters that are available to be used by devices defined in the ResourcePool. The
/// counters are not allocatable by themselves, but can be referenced by devices.
struct CounterSet {
  /// Name defines the name of the counter set. It must be a DNS label.
  std::string name{};
  /// Counters defines the set of counters for this CounterSet The name of each counter must be unique in that set and
  /// must be a DNS label. The maximum number of counters is 32.
  std::map<std::string, Counter> counters{};

  friend bool operator==(const CounterSet&, const CounterSet&);
};
BOOST_DESCRIBE_STRUCT(CounterSet, (), (name, counters))
KUBEXX_COMPILED(CounterSet)

/// DeviceAttribute must have exactly one field set.
struct DeviceAttribute {
  /// IntValue is a number.
  std::optional<std::int64_t> int_{};
  /// BoolValue is a true/false value.
  std::optional<bool> bool_{};
  /// StringValue is a string. Must not be longer than 64 characters.
  std::optional<std::string> string{};
  /// VersionValue is a semantic version according to semver.org spec 2.0.0. Must not be longer than 64 characters.
  std::optional<std::string> version{};
  /// IntValues is a non-empty list of numbers. This is an alpha field and requires enabling the DRAListTypeAttributes
  /// feature gate.
  std::vector<std::int64_t> ints{};
  /// BoolValues is a non-empty list of true/false values.
  std::vector<bool> bools{};
  /// StringValues is a non-empty list of strings. Each string must not be longer than 64 characters. This is an alpha
  /// field and requires enabling the DRAListTypeAttributes feature gate.
  std::vector<std::string> strings{};
  /// VersionValues is a non-empty list of semantic versions according to semver.org spec 2.0.0. Each version string
  /// must not be longer than 64 characters. This is an alpha field and requires enabling the DRAListTypeAttributes
  /// feature gate.
  std::vector<std::string> versions{};

  friend bool operator==(const DeviceAttribute&, const DeviceAttribute&);
};
BOOST_DESCRIBE_STRUCT(DeviceAttribute, (), (int_, bool_, string, version, ints, bools, strings, versions))
KUBEXX_COMPILED(DeviceAttribute)

/// DeviceCapacity describes a quantity associated with a device.
struct DeviceCapacity {
  /// Value defines how much of a certain capacity that device has. This field reflects the fixed total capacity and
  /// does not change. The consumed amount is tracked separately by scheduler and does not affect this value.
  Quantity value{};
  /// RequestPolicy defines how this DeviceCapacity must be consumed when the device is allowed to be shared by multiple
  /// allocations. The Device must have allowMultipleAllocations set to true in order to set a requestPolicy.
  std::optional<CapacityRequestPolicy> requestPolicy{};

  friend bool operator==(const DeviceCapacity&, const DeviceCapacity&);
};
BOOST_DESCRIBE_STRUCT(DeviceCapacity, (), (value, requestPolicy))
KUBEXX_COMPILED(DeviceCapacity)

/// DeviceCounterConsumption defines a set of counters that a device will consume from a CounterSet.
struct DeviceCounterConsumption {
  /// CounterSet is the name of the set from which the counters defined will be consumed.
  std::string counterSet{};
  /// Counters defines the counters that will be consumed by the device. The maximum number of counters is 32.
  std::map<std::string, Counter> counters{};
  /// CompatibilityGroups is a list of opaque group names for this counter set consumption.
  std::vector<std::string> compatibilityGroups{};

  friend bool operator==(const DeviceCounterConsumption&, const DeviceCounterConsumption&);
};
BOOST_DESCRIBE_STRUCT(DeviceCounterConsumption, (), (counterSet, counters, compatibilityGroups))
KUBEXX_COMPILED(DeviceCounterConsumption)

/// NodeAllocatableMapping defines how a DRA allocation directly translates into a node allocatable resource quantity.
/// The mapping can be derived from either the count of allocated devices (via deviceMultiplier) or the specific
/// capacity consumed (via capacityKey and capacityMultiplier).
struct NodeAllocatableMapping {
  /// CapacityKey references a capacity name defined as a key in the `spec.devices[*].capacity` map.
  std::optional<std::string> capacityKey{};
  /// CapacityMultiplier is used as a multiplier for the allocated capacity consumed. It is only valid if `capacityKey`
  /// is set. The final node allocatable resource amount is `consumedCapacity[capacityKey]` * `capacityMultiplier`.
  std::optional<Quantity> capacityMultiplier{};
  /// DeviceMultiplier is used as a multiplier for the allocated device count in the claim. The final node allocatable
  /// resource amount is `deviceCount` * `deviceMultiplier`. For example, a DRA driver representing each cache complex
  /// (CCX) as a device would have {ResourceName: "cpu", deviceMultiplier:
  std::optional<Quantity> deviceMultiplier{};

  friend bool operator==(const NodeAllocatableMapping&, const NodeAllocatableMapping&);
};
BOOST_DESCRIBE_STRUCT(NodeAllocatableMapping, (), (capacityKey, capacityMultiplier, deviceMultiplier))
KUBEXX_COMPILED(NodeAllocatableMapping)

/// NodeAllocatableOverhead defines auxiliary resource overheads incurred when allocating a device. Overheads can be
/// specified as a fixed cost per pod referencing the claim, a variable cost per container reference, or both.
struct NodeAllocatableOverhead {
  /// PerPod is overhead applied once per pod referencing the claim on this node. This is a flat overhead incurred for
  /// every pod referencing the claim.
  std::optional<Quantity> perPod{};
  /// PerContainer is applied per container reference to the claim. This models overhead scaling linearly with the
  /// number of containers actively using the device. When both PerPod and PerContainer are specified, the total
  /// overhead allocated for each pod referencing the claim is computed as:
  std::optional<Quantity> perContainer{};

  friend bool operator==(const NodeAllocatableOverhead&, const NodeAllocatableOverhead&);
};
BOOST_DESCRIBE_STRUCT(NodeAllocatableOverhead, (), (perPod, perContainer))
KUBEXX_COMPILED(NodeAllocatableOverhead)

/// NodeAllocatableResource defines the translation between the DRA device/capacity units requested to the corresponding
/// quantity of the node allocatable resource. At least one of Mapping or Overhead must be specified. Not specifying
/// either is an invalid configuration.
struct NodeAllocatableResource {
  /// Mapping is used when the device directly models a node allocatable resource like standard CPU or memory (e.g.,
  /// with a CPU DRA driver). The calculated quantity is accounted for exactly once per claim instance on the node.
  std::optional<NodeAllocatableMapping> mapping{};
  /// Overhead contains fields for modeling auxiliary overhead incurred on node allocatable resources when allocating
  /// devices that are not themselves modeling a node allocatable resource (e.g., host memory overhead for GPUs).
  /// Sharing overhead-mapped claims across multiple pods is allowed.
  std::optional<NodeAllocatableOverhead> overhead{};

  friend bool operator==(const NodeAllocatableResource&, const NodeAllocatableResource&);
};
BOOST_DESCRIBE_STRUCT(NodeAllocatableResource, (), (mapping, overhead))
KUBEXX_COMPILED(NodeAllocatableResource)

/// Device represents one individual hardware instance that can be selected based on its attributes. Besides the name,
/// exactly one field must be set.
struct Device {
  /// Name is unique identifier among all devices managed by the driver in the pool. It must be a DNS label.
  std::string name{};
  /// Attributes defines the set of attributes for this device. The name of each attribute must be unique in that set.
  /// The maximum number of attributes and capacities combined is 32.
  std::map<std::string, DeviceAttribute> attributes{};
  /// Capacity defines the set of capacities for this device. The name of each capacity must be unique in that set. The
  /// maximum number of attributes and capacities combined is 32.
  std::map<std::string, DeviceCapacity> capacity{};
  /// ConsumesCounters defines a list of references to sharedCounters and the set of counters that the device will
  /// consume from those counter sets. There can only be a single entry per counterSet. The maximum number of device
  /// counter consumptions per device is 2.
  std::vector<DeviceCounterConsumption> consumesCounters{};
  /// NodeName identifies the node where the device is available. Must only be set if Spec.PerDeviceNodeSelection is set
  /// to true. At most one of NodeName, NodeSelector and AllNodes can be set.
  std::optional<std::string> nodeName{};
  /// NodeSelector defines the nodes where the device is available. Must use exactly one term. Must only be set if
  /// Spec.PerDeviceNodeSelection is set to true. At most one of NodeName, NodeSelector and AllNodes can be set.
  std::optional<corev1::NodeSelector> nodeSelector{};
  /// AllNodes indicates that all nodes have access to the device. Must only be set if Spec.PerDeviceNodeSelection is
  /// set to true. At most one of NodeName, NodeSelector and AllNodes can be set.
  std::optional<bool> allNodes{};
  /// If specified, these are the driver-defined taints. The maximum number of taints is 16. If taints are set for any
  /// device in a ResourceSlice, then the maximum number of allowed devices per ResourceSlice is 64 instead of 128. This
  /// is a beta field and requires enabling the DRADeviceTaints feature gate.
  std::vector<DeviceTaint> taints{};
  /// BindsToNode indicates if the usage of an allocation involving this device has to be limited to exactly the node
  /// that was chosen when allocating the claim. If set to true, the scheduler will set the
  /// ResourceClaim.Status.Allocation.NodeSelector to match the node where the allocation was made.
  std::optional<bool> bindsToNode{};
  /// BindingConditions defines the conditions for proceeding with binding. All of these conditions must be set in the
  /// per-device status conditions with a value of True to proceed with binding the pod to the node while scheduling the
  /// pod. The maximum number of binding conditions is 4.
  std::vector<std::string> bindingConditions{};
  /// BindingFailureConditions defines the conditions for binding failure. They may be set in the per-device status
  /// conditions. If any is set to "True", a binding failure occurred. The maximum number of binding failure conditions
  /// is 4. The conditions must be a valid condition type string.
  std::vector<std::string> bindingFailureConditions{};
  /// AllowMultipleAllocations marks whether the device is allowed to be allocated to multiple DeviceRequests. If
  /// AllowMultipleAllocations is set to true, the device can be allocated more than once, and all of its capacity is
  /// consumable, regardless of whether the requestPolicy is defined or not.
  std::optional<bool> allowMultipleAllocations{};
  /// NodeAllocatableResources defines the mapping of node resources that are managed by the DRA driver exposing this
  /// device.
  std::map<std::string, NodeAllocatableResource> nodeAllocatableResources{};

  friend bool operator==(const Device&, const Device&);
};
BOOST_DESCRIBE_STRUCT(Device, (), (name, attributes, capacity, consumesCounters, nodeName, nodeSelector, allNodes,
    taints, bindsToNode, bindingConditions, bindingFailureConditions, allowMultipleAllocations,
    nodeAllocatableResources))
KUBEXX_COMPILED(Device)

/// ResourcePool describes the pool that ResourceSlices belong to.
struct ResourcePool {
  /// Name is used to identify the pool. For node-local devices, this is often the node name, but this is not required.
  /// A field selector can be used to list only ResourceSlice objects belonging to a certain pool.
  std::string name{};
  /// Generation tracks the change in a pool over time. Whenever a driver changes something about one or more of the
  /// resources in a pool, it must change the generation in all ResourceSlices which are part of that pool.
  std::int64_t generation = 0;
  /// ResourceSliceCount is the total number of ResourceSlices in the pool at this generation number. Must be greater
  /// than zero. Consumers can use this to check whether they have seen all ResourceSlices belonging to the same pool.
  std::int64_t resourceSliceCount = 0;

  friend bool operator==(const ResourcePool&, const ResourcePool&);
};
BOOST_DESCRIBE_STRUCT(ResourcePool, (), (name, generation, resourceSliceCount))
KUBEXX_COMPILED(ResourcePool)

/// ResourceSliceSpec contains the information published by the driver in one ResourceSlice.
struct ResourceSliceSpec {
  /// Driver identifies the DRA driver providing the capacity information. A field selector can be used to list only
  /// ResourceSlice objects with a certain driver name. Must be a DNS subdomain and should end with a DNS domain owned
  /// by the vendor of the driver. It should use only lower case characters.
  std::string driver{};
  /// Pool describes the pool that this ResourceSlice belongs to.
  ResourcePool pool{};
  /// NodeName identifies the node which provides the resources in this pool. A field selector can be used to list only
  /// ResourceSlice objects belonging to a certain node. This field can be used to limit access from nodes to
  /// ResourceSlices with the same node name.
  std::optional<std::string> nodeName{};
  /// NodeSelector defines which nodes have access to the resources in the pool, when that pool is not limited to a
  /// single node. Must use exactly one term. Exactly one of NodeName, NodeSelector, AllNodes, and
  /// PerDeviceNodeSelection must be set.
  std::optional<corev1::NodeSelector> nodeSelector{};
  /// AllNodes indicates that all nodes have access to the resources in the pool. Exactly one of NodeName, NodeSelector,
  /// AllNodes, and PerDeviceNodeSelection must be set.
  std::optional<bool> allNodes{};
  /// Devices lists some or all of the devices in this pool. Must not have more than 128 entries. If any device uses
  /// taints or consumes counters the limit is 64. Only one of Devices and SharedCounters can be set in a ResourceSlice.
  std::vector<Device> devices{};
  /// PerDeviceNodeSelection defines whether the access from nodes to resources in the pool is set on the ResourceSlice
  /// level or on each device. If it is set to true, every device defined the ResourceSlice must specify this
  /// individually.
  std::optional<bool> perDeviceNodeSelection{};
  /// SharedCounters defines a list of counter sets, each of which has a name and a list of counters available. The
  /// names of the counter sets must be unique in the ResourcePool. Only one of Devices and SharedCounters can be set in
  /// a ResourceSlice. The maximum number of counter sets is 8.
  std::vector<CounterSet> sharedCounters{};
  /// PartitionTypeAttribute names a string device attribute (by fully qualified name, e.g.
  std::optional<std::string> partitionTypeAttribute{};
  /// SkipNodeOperations lists node-local resource operations (gRPC calls) that will be skipped for the devices in this
  /// slice when determining whether operations are necessary on the node. If all allocated devices for a driver in a
  /// claim skip an operation, that gRPC call will be skipped. Valid values are:
  std::vector<SkipNodeOperation> skipNodeOperations{};

  friend bool operator==(const ResourceSliceSpec&, const ResourceSliceSpec&);
};
BOOST_DESCRIBE_STRUCT(ResourceSliceSpec, (), (driver, pool, nodeName, nodeSelector, allNodes, devices,
    perDeviceNodeSelection, sharedCounters, partitionTypeAttribute, skipNodeOperations))
KUBEXX_COMPILED(ResourceSliceSpec)

/// ResourceSlice represents one or more resources in a pool of similar resources, managed by a common driver. A pool
/// may span more than one ResourceSlice, and exactly how many ResourceSlices comprise a pool is determined by the
/// driver.
struct ResourceSlice {
  static constexpr ResourceInfo kubexx_resource{"resource.k8s.io", "v1", "ResourceSlice", "resourceslices", Scope::cluster};
  ObjectMeta metadata{};
  /// Contains the information published by the driver. Changing the spec automatically increments the
  /// metadata.generation number.
  ResourceSliceSpec spec{};

  friend bool operator==(const ResourceSlice&, const ResourceSlice&);
};
BOOST_DESCRIBE_STRUCT(ResourceSlice, (), (metadata, spec))
KUBEXX_COMPILED(ResourceSlice)

}  // namespace kubexx::resourcev1
