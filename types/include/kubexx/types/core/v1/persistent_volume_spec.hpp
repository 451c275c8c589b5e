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
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/types/core/v1/aws_elastic_block_store_volume_source.hpp"
#include "kubexx/types/core/v1/azure_disk_volume_source.hpp"
#include "kubexx/types/core/v1/fc_volume_source.hpp"
#include "kubexx/types/core/v1/flocker_volume_source.hpp"
#include "kubexx/types/core/v1/gce_persistent_disk_volume_source.hpp"
#include "kubexx/types/core/v1/host_path_volume_source.hpp"
#include "kubexx/types/core/v1/nfs_volume_source.hpp"
#include "kubexx/types/core/v1/node_selector.hpp"
#include "kubexx/types/core/v1/object_reference.hpp"
#include "kubexx/types/core/v1/persistent_volume_access_mode.hpp"
#include "kubexx/types/core/v1/persistent_volume_mode.hpp"
#include "kubexx/types/core/v1/persistent_volume_reclaim_policy.hpp"
#include "kubexx/types/core/v1/photon_persistent_disk_volume_source.hpp"
#include "kubexx/types/core/v1/portworx_volume_source.hpp"
#include "kubexx/types/core/v1/quobyte_volume_source.hpp"
#include "kubexx/types/core/v1/vsphere_virtual_disk_volume_source.hpp"

namespace kubexx::corev1 {

/// AzureFile represents an Azure File Service mount on the host and bind mount to the pod.
struct AzureFilePersistentVolumeSource {
  /// secretName is the name of secret that contains Azure Storage Account Name and Key
  std::string secretName{};
  /// shareName is the azure Share Name
  std::string shareName{};
  /// readOnly defaults to false (read/write). ReadOnly here will force the ReadOnly setting in VolumeMounts.
  bool readOnly = false;
  /// secretNamespace is the namespace of the secret that contains Azure Storage Account Name and Key default is the
  /// same as the Pod
  std::optional<std::string> secretNamespace{};

  friend bool operator==(const AzureFilePersistentVolumeSource&, const AzureFilePersistentVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(AzureFilePersistentVolumeSource, (), (secretName, shareName, readOnly, secretNamespace))
KUBEXX_COMPILED(AzureFilePersistentVolumeSource)

/// SecretReference represents a Secret Reference. It has enough information to retrieve secret in any namespace
struct SecretReference {
  /// name is unique within a namespace to reference a secret resource.
  std::string name{};
  /// namespace defines the space within which the secret name must be unique.
  std::string namespace_{};

  friend bool operator==(const SecretReference&, const SecretReference&);
};
BOOST_DESCRIBE_STRUCT(SecretReference, (), (name, namespace_))
KUBEXX_COMPILED(SecretReference)

/// Represents storage that is managed by an external CSI volume driver
struct CSIPersistentVolumeSource {
  /// driver is the name of the driver to use for this volume. Required.
  std::string driver{};
  /// volumeHandle is the unique volume name returned by the CSI volume plugin’s CreateVolume to refer to the volume on
  /// all subsequent calls. Required.
  std::string volumeHandle{};
  /// readOnly value to pass to ControllerPublishVolumeRequest. Defaults to false (read/write).
  bool readOnly = false;
  /// fsType to mount. Must be a filesystem type supported by the host operating system. Ex. "ext4", "xfs", "ntfs".
  std::string fsType{};
  /// volumeAttributes of the volume to publish.
  std::map<std::string, std::string> volumeAttributes{};
  /// controllerPublishSecretRef is a reference to the secret object containing sensitive information to pass to the CSI
  /// driver to complete the CSI ControllerPublishVolume and ControllerUnpublishVolume calls. This field is optional,
  /// and may be empty if no secret is required.
  std::optional<SecretReference> controllerPublishSecretRef{};
  /// nodeStageSecretRef is a reference to the secret object containing sensitive information to pass to the CSI driver
  /// to complete the CSI NodeStageVolume and NodeStageVolume and NodeUnstageVolume calls. This field is optional, and
  /// may be empty if no secret is required.
  std::optional<SecretReference> nodeStageSecretRef{};
  /// nodePublishSecretRef is a reference to the secret object containing sensitive information to pass to the CSI
  /// driver to complete the CSI NodePublishVolume and NodeUnpublishVolume calls. This field is optional, and may be
  /// empty if no secret is required.
  std::optional<SecretReference> nodePublishSecretRef{};
  /// controllerExpandSecretRef is a reference to the secret object containing sensitive information to pass to the CSI
  /// driver to complete the CSI ControllerExpandVolume call. This field is optional, and may be empty if no secret is
  /// required.
  std::optional<SecretReference> controllerExpandSecretRef{};
  /// nodeExpandSecretRef is a reference to the secret object containing sensitive information to pass to the CSI driver
  /// to complete the CSI NodeExpandVolume call. This field is optional, may be omitted if no secret is required. If the
  /// secret object contains more than one secret, all secrets are passed.
  std::optional<SecretReference> nodeExpandSecretRef{};

  friend bool operator==(const CSIPersistentVolumeSource&, const CSIPersistentVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(CSIPersistentVolumeSource, (), (driver, volumeHandle, readOnly, fsType, volumeAttributes,
    controllerPublishSecretRef, nodeStageSecretRef, nodePublishSecretRef, controllerExpandSecretRef,
    nodeExpandSecretRef))
KUBEXX_COMPILED(CSIPersistentVolumeSource)

/// Represents a Ceph Filesystem mount that lasts the lifetime of a pod Cephfs volumes do not support ownership
/// management or SELinux relabeling.
struct CephFSPersistentVolumeSource {
  /// monitors is Required: Monitors is a collection of Ceph monitors.
  std::vector<std::string> monitors{};
  /// path is Optional: Used as the mounted root, rather than the full Ceph tree, default is /
  std::string path{};
  /// user is Optional: User is the rados user name, default is admin.
  std::string user{};
  /// secretFile is Optional: SecretFile is the path to key ring for User, default is /etc/ceph/user.secret.
  std::string secretFile{};
  /// secretRef is Optional: SecretRef is reference to the authentication secret for User, default is empty.
  std::optional<SecretReference> secretRef{};
  /// readOnly is Optional: Defaults to false (read/write). ReadOnly here will force the ReadOnly setting in
  /// VolumeMounts.
  bool readOnly = false;

  friend bool operator==(const CephFSPersistentVolumeSource&, const CephFSPersistentVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(CephFSPersistentVolumeSource, (), (monitors, path, user, secretFile, secretRef, readOnly))
KUBEXX_COMPILED(CephFSPersistentVolumeSource)

/// Represents a cinder volume resource in Openstack. A Cinder volume must exist before mounting to a container. The
/// volume must also be in the same region as the kubelet. Cinder volumes support ownership management and SELinux
/// relabeling.
struct CinderPersistentVolumeSource {
  /// volumeID used to identify the volume in cinder.
  std::string volumeID{};
  /// fsType Filesystem type to mount. Must be a filesystem type supported by the host operating system. Examples:
  /// "ext4", "xfs", "ntfs". Implicitly inferred to be "ext4" if unspecified.
  std::string fsType{};
  /// readOnly is Optional: Defaults to false (read/write). ReadOnly here will force the ReadOnly setting in
  /// VolumeMounts.
  bool readOnly = false;
  /// secretRef is Optional: points to a secret object containing parameters used to connect to OpenStack.
  std::optional<SecretReference> secretRef{};

  friend bool operator==(const CinderPersistentVolumeSource&, const CinderPersistentVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(CinderPersistentVolumeSource, (), (volumeID, fsType, readOnly, secretRef))
KUBEXX_COMPILED(CinderPersistentVolumeSource)

/// FlexPersistentVolumeSource represents a generic persistent volume resource that is provisioned/attached using an
/// exec based plugin.
struct FlexPersistentVolumeSource {
  /// driver is the name of the driver to use for this volume.
  std::string driver{};
  /// fsType is the Filesystem type to mount. Must be a filesystem type supported by the host operating system. Ex.
  /// "ext4", "xfs", "ntfs". The default filesystem depends on FlexVolume script.
  std::string fsType{};
  /// secretRef is Optional: SecretRef is reference to the secret object containing sensitive information to pass to the
  /// plugin scripts. This may be empty if no secret object is specified. If the secret object contains more than one
  /// secret, all secrets are passed to the plugin scripts.
  std::optional<SecretReference> secretRef{};
  /// readOnly is Optional: defaults to false (read/write). ReadOnly here will force the ReadOnly setting in
  /// VolumeMounts.
  bool readOnly = false;
  /// options is Optional: this field holds extra command options if any.
  std::map<std::string, std::string> options{};

  friend bool operator==(const FlexPersistentVolumeSource&, const FlexPersistentVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(FlexPersistentVolumeSource, (), (driver, fsType, secretRef, readOnly, options))
KUBEXX_COMPILED(FlexPersistentVolumeSource)

/// Represents a Glusterfs mount that lasts the lifetime of a pod. Glusterfs volumes do not support ownership management
/// or SELinux relabeling.
struct GlusterfsPersistentVolumeSource {
  /// endpoints is the endpoint name that details Glusterfs topology.
  std::string endpoints{};
  /// path is the Glusterfs volume path.
  std::string path{};
  /// readOnly here will force the Glusterfs volume to be mounted with read-only permissions. Defaults to false.
  bool readOnly = false;
  /// endpointsNamespace is the namespace that contains Glusterfs endpoint. If this field is empty, the
  /// EndpointNamespace defaults to the same namespace as the bound PVC.
  std::optional<std::string> endpointsNamespace{};

  friend bool operator==(const GlusterfsPersistentVolumeSource&, const GlusterfsPersistentVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(GlusterfsPersistentVolumeSource, (), (endpoints, path, readOnly, endpointsNamespace))
KUBEXX_COMPILED(GlusterfsPersistentVolumeSource)

/// ISCSIPersistentVolumeSource represents an ISCSI disk. ISCSI volumes can only be mounted as read/write once. ISCSI
/// volumes support ownership management and SELinux relabeling.
struct ISCSIPersistentVolumeSource {
  /// targetPortal is iSCSI Target Portal. The Portal is either an IP or ip_addr:port if the port is other than default
  /// (typically TCP ports 860 and 3260).
  std::string targetPortal{};
  /// iqn is Target iSCSI Qualified Name.
  std::string iqn{};
  /// lun is iSCSI Target Lun number.
  std::int32_t lun = 0;
  /// iscsiInterface is the interface Name that uses an iSCSI transport. Defaults to 'default' (tcp).
  std::string iscsiInterface{};
  /// fsType is the filesystem type of the volume that you want to mount. Tip: Ensure that the filesystem type is
  /// supported by the host operating system. Examples: "ext4", "xfs", "ntfs". Implicitly inferred to be "ext4" if
  /// unspecified.
  std::string fsType{};
  /// readOnly here will force the ReadOnly setting in VolumeMounts. Defaults to false.
  bool readOnly = false;
  /// portals is the iSCSI Target Portal List. The Portal is either an IP or ip_addr:port if the port is other than
  /// default (typically TCP ports 860 and 3260).
  std::vector<std::string> portals{};
  /// chapAuthDiscovery defines whether support iSCSI Discovery CHAP authentication
  bool chapAuthDiscovery = false;
  /// chapAuthSession defines whether support iSCSI Session CHAP authentication
  bool chapAuthSession = false;
  /// secretRef is the CHAP Secret for iSCSI target and initiator authentication
  std::optional<SecretReference> secretRef{};
  /// initiatorName is the custom iSCSI Initiator Name. If initiatorName is specified with iscsiInterface
  /// simultaneously, new iSCSI interface <target portal>:<volume name> will be created for the connection.
  std::optional<std::string> initiatorName{};

  friend bool operator==(const ISCSIPersistentVolumeSource&, const ISCSIPersistentVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(ISCSIPersistentVolumeSource, (), (targetPortal, iqn, lun, iscsiInterface, fsType, readOnly,
    portals, chapAuthDiscovery, chapAuthSession, secretRef, initiatorName))
KUBEXX_COMPILED(ISCSIPersistentVolumeSource)

/// Local represents directly-attached storage with node affinity
struct LocalVolumeSource {
  /// path of the full path to the volume on the node. It can be either a directory or block device (disk, partition,
  /// ..).
  std::string path{};
  /// fsType is the filesystem type to mount. It applies only when the Path is a block device. Must be a filesystem type
  /// supported by the host operating system. Ex. "ext4", "xfs", "ntfs". The default value is to auto-select a
  /// filesystem if unspecified.
  std::optional<std::string> fsType{};

  friend bool operator==(const LocalVolumeSource&, const LocalVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(LocalVolumeSource, (), (path, fsType))
KUBEXX_COMPILED(LocalVolumeSource)

/// Represents a Rados Block Device mount that lasts the lifetime of a pod. RBD volumes support ownership management and
/// SELinux relabeling.
struct RBDPersistentVolumeSource {
  /// monitors is a collection of Ceph monitors.
  std::vector<std::string> monitors{};
  /// image is the rados image name.
  std::string image{};
  /// fsType is the filesystem type of the volume that you want to mount. Tip: Ensure that the filesystem type is
  /// supported by the host operating system. Examples: "ext4", "xfs", "ntfs". Implicitly inferred to be "ext4" if
  /// unspecified.
  std::string fsType{};
  /// pool is the rados pool name. Default is rbd.
  std::string pool{};
  /// user is the rados user name. Default is admin.
  std::string user{};
  /// keyring is the path to key ring for RBDUser. Default is /etc/ceph/keyring.
  std::string keyring{};
  /// secretRef is name of the authentication secret for RBDUser. If provided overrides keyring. Default is nil.
  std::optional<SecretReference> secretRef{};
  /// readOnly here will force the ReadOnly setting in VolumeMounts. Defaults to false.
  bool readOnly = false;

  friend bool operator==(const RBDPersistentVolumeSource&, const RBDPersistentVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(RBDPersistentVolumeSource, (), (monitors, image, fsType, pool, user, keyring, secretRef,
    readOnly))
KUBEXX_COMPILED(RBDPersistentVolumeSource)

/// ScaleIOPersistentVolumeSource represents a persistent ScaleIO volume
struct ScaleIOPersistentVolumeSource {
  /// gateway is the host address of the ScaleIO API Gateway.
  std::string gateway{};
  /// system is the name of the storage system as configured in ScaleIO.
  std::string system{};
  /// secretRef references to the secret for ScaleIO user and other sensitive information. If this is not provided,
  /// Login operation will fail.
  std::optional<SecretReference> secretRef{};
  /// sslEnabled is the flag to enable/disable SSL communication with Gateway, default false
  bool sslEnabled = false;
  /// protectionDomain is the name of the ScaleIO Protection Domain for the configured storage.
  std::string protectionDomain{};
  /// storagePool is the ScaleIO Storage Pool associated with the protection domain.
  std::string storagePool{};
  /// storageMode indicates whether the storage for a volume should be ThickProvisioned or ThinProvisioned. Default is
  /// ThinProvisioned.
  std::string storageMode{};
  /// volumeName is the name of a volume already created in the ScaleIO system that is associated with this volume
  /// source.
  std::string volumeName{};
  /// fsType is the filesystem type to mount. Must be a filesystem type supported by the host operating system. Ex.
  /// "ext4", "xfs", "ntfs". Default is "xfs"
  std::string fsType{};
  /// readOnly defaults to false (read/write). ReadOnly here will force the ReadOnly setting in VolumeMounts.
  bool readOnly = false;

  friend bool operator==(const ScaleIOPersistentVolumeSource&, const ScaleIOPersistentVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(ScaleIOPersistentVolumeSource, (), (gateway, system, secretRef, sslEnabled, protectionDomain,
    storagePool, storageMode, volumeName, fsType, readOnly))
KUBEXX_COMPILED(ScaleIOPersistentVolumeSource)

/// Represents a StorageOS persistent volume resource.
struct StorageOSPersistentVolumeSource {
  /// volumeName is the human-readable name of the StorageOS volume. Volume names are only unique within a namespace.
  std::string volumeName{};
  /// volumeNamespace specifies the scope of the volume within StorageOS. If no namespace is specified then the Pod's
  /// namespace will be used. This allows the Kubernetes name scoping to be mirrored within StorageOS for tighter
  /// integration. Set VolumeName to any name to override the default behaviour.
  std::string volumeNamespace{};
  /// fsType is the filesystem type to mount. Must be a filesystem type supported by the host operating system. Ex.
  /// "ext4", "xfs", "ntfs". Implicitly inferred to be "ext4" if unspecified.
  std::string fsType{};
  /// readOnly defaults to false (read/write). ReadOnly here will force the ReadOnly setting in VolumeMounts.
  bool readOnly = false;
  /// secretRef specifies the secret to use for obtaining the StorageOS API credentials. If not specified, default
  /// values will be attempted.
  std::optional<ObjectReference> secretRef{};

  friend bool operator==(const StorageOSPersistentVolumeSource&, const StorageOSPersistentVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(StorageOSPersistentVolumeSource, (), (volumeName, volumeNamespace, fsType, readOnly, secretRef))
KUBEXX_COMPILED(StorageOSPersistentVolumeSource)

/// VolumeNodeAffinity defines constraints that limit what nodes this volume can be accessed from.
struct VolumeNodeAffinity {
  /// required specifies hard node constraints that must be met.
  std::optional<NodeSelector> required{};

  friend bool operator==(const VolumeNodeAffinity&, const VolumeNodeAffinity&);
};
BOOST_DESCRIBE_STRUCT(VolumeNodeAffinity, (), (required))
KUBEXX_COMPILED(VolumeNodeAffinity)

/// PersistentVolumeSpec is the specification of a persistent volume.
struct PersistentVolumeSpec {
  /// capacity is the description of the persistent volume's resources and capacity.
  std::map<std::string, Quantity> capacity{};
  /// gcePersistentDisk represents a GCE Disk resource that is attached to a kubelet's host machine and then exposed to
  /// the pod. Provisioned by an admin. Deprecated: GCEPersistentDisk is deprecated.
  std::optional<GCEPersistentDiskVolumeSource> gcePersistentDisk{};
  /// awsElasticBlockStore represents an AWS Disk resource that is attached to a kubelet's host machine and then exposed
  /// to the pod. Deprecated: AWSElasticBlockStore is deprecated. All operations for the in-tree awsElasticBlockStore
  /// type are redirected to the ebs.csi.aws.com CSI driver.
  std::optional<AWSElasticBlockStoreVolumeSource> awsElasticBlockStore{};
  /// hostPath represents a directory on the host. Provisioned by a developer or tester. This is useful for single-node
  /// development and testing only! On-host storage is not supported in any way and WILL NOT WORK in a multi-node
  /// cluster.
  std::optional<HostPathVolumeSource> hostPath{};
  /// glusterfs represents a Glusterfs volume that is attached to a host and exposed to the pod. Provisioned by an
  /// admin. Deprecated: Glusterfs is deprecated and the in-tree glusterfs type is no longer supported.
  std::optional<GlusterfsPersistentVolumeSource> glusterfs{};
  /// nfs represents an NFS mount on the host. Provisioned by an admin.
  std::optional<NFSVolumeSource> nfs{};
  /// rbd represents a Rados Block Device mount on the host that shares a pod's lifetime. Deprecated: RBD is deprecated
  /// and the in-tree rbd type is no longer supported.
  std::optional<RBDPersistentVolumeSource> rbd{};
  /// iscsi represents an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod.
  /// Provisioned by an admin.
  std::optional<ISCSIPersistentVolumeSource> iscsi{};
  /// cinder represents a cinder volume attached and mounted on kubelets host machine. Deprecated: Cinder is deprecated.
  /// All operations for the in-tree cinder type are redirected to the cinder.csi.openstack.org CSI driver.
  std::optional<CinderPersistentVolumeSource> cinder{};
  /// cephFS represents a Ceph FS mount on the host that shares a pod's lifetime. Deprecated: CephFS is deprecated and
  /// the in-tree cephfs type is no longer supported.
  std::optional<CephFSPersistentVolumeSource> cephfs{};
  /// fc represents a Fibre Channel resource that is attached to a kubelet's host machine and then exposed to the pod.
  std::optional<FCVolumeSource> fc{};
  /// flocker represents a Flocker volume attached to a kubelet's host machine and exposed to the pod for its usage.
  /// This depends on the Flocker control service being running. Deprecated: Flocker is deprecated and the in-tree
  /// flocker type is no longer supported.
  std::optional<FlockerVolumeSource> flocker{};
  /// flexVolume represents a generic volume resource that is provisioned/attached using an exec based plugin.
  /// Deprecated: FlexVolume is deprecated. Consider using a CSIDriver instead.
  std::optional<FlexPersistentVolumeSource> flexVolume{};
  /// azureFile represents an Azure File Service mount on the host and bind mount to the pod. Deprecated: AzureFile is
  /// deprecated. All operations for the in-tree azureFile type are redirected to the file.csi.azure.com CSI driver.
  std::optional<AzureFilePersistentVolumeSource> azureFile{};
  /// vsphereVolume represents a vSphere volume attached and mounted on kubelets host machine. Deprecated: VsphereVolume
  /// is deprecated. All operations for the in-tree vsphereVolume type are redirected to the csi.vsphere.vmware.com CSI
  /// driver.
  std::optional<VsphereVirtualDiskVolumeSource> vsphereVolume{};
  /// quobyte represents a Quobyte mount on the host that shares a pod's lifetime. Deprecated: Quobyte is deprecated and
  /// the in-tree quobyte type is no longer supported.
  std::optional<QuobyteVolumeSource> quobyte{};
  /// azureDisk represents an Azure Data Disk mount on the host and bind mount to the pod. Deprecated: AzureDisk is
  /// deprecated. All operations for the in-tree azureDisk type are redirected to the disk.csi.azure.com CSI driver.
  std::optional<AzureDiskVolumeSource> azureDisk{};
  /// photonPersistentDisk represents a PhotonController persistent disk attached and mounted on kubelets host machine.
  /// Deprecated: PhotonPersistentDisk is deprecated and the in-tree photonPersistentDisk type is no longer supported.
  std::optional<PhotonPersistentDiskVolumeSource> photonPersistentDisk{};
  /// portworxVolume represents a portworx volume attached and mounted on kubelets host machine. Deprecated:
  /// PortworxVolume is deprecated. All operations for the in-tree portworxVolume type are redirected to the
  /// pxd.portworx.com CSI driver.
  std::optional<PortworxVolumeSource> portworxVolume{};
  /// scaleIO represents a ScaleIO persistent volume attached and mounted on Kubernetes nodes. Deprecated: ScaleIO is
  /// deprecated and the in-tree scaleIO type is no longer supported.
  std::optional<ScaleIOPersistentVolumeSource> scaleIO{};
  /// local represents directly-attached storage with node affinity
  std::optional<LocalVolumeSource> local{};
  /// storageOS represents a StorageOS volume that is attached to the kubelet's host machine and mounted into the pod.
  /// Deprecated: StorageOS is deprecated and the in-tree storageos type is no longer supported.
  std::optional<StorageOSPersistentVolumeSource> storageos{};
  /// csi represents storage that is handled by an external CSI driver.
  std::optional<CSIPersistentVolumeSource> csi{};
  /// accessModes contains all ways the volume can be mounted.
  std::vector<PersistentVolumeAccessMode> accessModes{};
  /// claimRef is part of a bi-directional binding between PersistentVolume and PersistentVolumeClaim. Expected to be
  /// non-nil when bound. claim.VolumeName is the authoritative bind between PV and PVC.
  std::optional<ObjectReference> claimRef{};
  /// persistentVolumeReclaimPolicy defines what happens to a persistent volume when released from its claim. Valid
  /// options are Retain (default for manually created PersistentVolumes), Delete (default for dynamically provisioned
  /// PersistentVolumes), and Recycle (deprecated).
  PersistentVolumeReclaimPolicy persistentVolumeReclaimPolicy{};
  /// storageClassName is the name of StorageClass to which this persistent volume belongs. Empty value means that this
  /// volume does not belong to any StorageClass.
  std::string storageClassName{};
  /// mountOptions is the list of mount options, e.g. ["ro", "soft"]. Not validated - mount will simply fail if one is
  /// invalid.
  std::vector<std::string> mountOptions{};
  /// volumeMode defines if a volume is intended to be used with a formatted filesystem or to remain in raw block state.
  /// Value of Filesystem is implied when not included in spec.
  PersistentVolumeMode volumeMode{};
  /// nodeAffinity defines constraints that limit what nodes this volume can be accessed from. This field influences the
  /// scheduling of pods that use this volume. This field is mutable if MutablePVNodeAffinity feature gate is enabled.
  std::optional<VolumeNodeAffinity> nodeAffinity{};
  /// Name of VolumeAttributesClass to which this persistent volume belongs. Empty value is not allowed. When this field
  /// is not set, it indicates that this volume does not belong to any VolumeAttributesClass.
  std::optional<std::string> volumeAttributesClassName{};

  friend bool operator==(const PersistentVolumeSpec&, const PersistentVolumeSpec&);
};
BOOST_DESCRIBE_STRUCT(PersistentVolumeSpec, (), (capacity, gcePersistentDisk, awsElasticBlockStore, hostPath, glusterfs,
    nfs, rbd, iscsi, cinder, cephfs, fc, flocker, flexVolume, azureFile, vsphereVolume, quobyte, azureDisk,
    photonPersistentDisk, portworxVolume, scaleIO, local, storageos, csi, accessModes, claimRef,
    persistentVolumeReclaimPolicy, storageClassName, mountOptions, volumeMode, nodeAffinity, volumeAttributesClassName))
KUBEXX_COMPILED(PersistentVolumeSpec)

}  // namespace kubexx::corev1
