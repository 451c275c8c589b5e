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
#include "kubexx/types/core/v1/aws_elastic_block_store_volume_source.hpp"
#include "kubexx/types/core/v1/azure_disk_volume_source.hpp"
#include "kubexx/types/core/v1/fc_volume_source.hpp"
#include "kubexx/types/core/v1/flocker_volume_source.hpp"
#include "kubexx/types/core/v1/gce_persistent_disk_volume_source.hpp"
#include "kubexx/types/core/v1/host_path_volume_source.hpp"
#include "kubexx/types/core/v1/local_object_reference.hpp"
#include "kubexx/types/core/v1/nfs_volume_source.hpp"
#include "kubexx/types/core/v1/object_field_selector.hpp"
#include "kubexx/types/core/v1/persistent_volume_claim_spec.hpp"
#include "kubexx/types/core/v1/photon_persistent_disk_volume_source.hpp"
#include "kubexx/types/core/v1/portworx_volume_source.hpp"
#include "kubexx/types/core/v1/pull_policy.hpp"
#include "kubexx/types/core/v1/quobyte_volume_source.hpp"
#include "kubexx/types/core/v1/resource_field_selector.hpp"
#include "kubexx/types/core/v1/vsphere_virtual_disk_volume_source.hpp"

namespace kubexx::corev1 {

/// Represents an empty directory for a pod. Empty directory volumes support ownership management and SELinux
/// relabeling.
struct EmptyDirVolumeSource {
  /// medium represents what type of storage medium should back this directory. The default is "" which means to use the
  /// node's default medium. Must be an empty string (default) or Memory.
  std::string medium{};
  /// sizeLimit is the total amount of local storage required for this EmptyDir volume. The size limit is also
  /// applicable for memory medium. The maximum usage on memory medium EmptyDir would be the minimum value between the
  /// SizeLimit specified here and the sum of memory limits of all containers in a pod.
  std::optional<Quantity> sizeLimit{};
  /// mode specifies the permission bits for the emptyDir directory, in numeric notation (e.g., 0755, 01777). Must be a
  /// value between 0000 and 01777. If not specified, defaults to 0777. This might be in conflict with other options
  /// that affect the file mode, like fsGroup.
  std::optional<std::int32_t> mode{};

  friend bool operator==(const EmptyDirVolumeSource&, const EmptyDirVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(EmptyDirVolumeSource, (), (medium, sizeLimit, mode))
KUBEXX_COMPILED(EmptyDirVolumeSource)

/// Represents a volume that is populated with the contents of a git repository. Git repo volumes do not support
/// ownership management. Git repo volumes support SELinux relabeling. DEPRECATED: GitRepo is deprecated.
struct GitRepoVolumeSource {
  /// repository is the URL
  std::string repository{};
  /// revision is the commit hash for the specified revision.
  std::string revision{};
  /// directory is the target directory name. Must not contain or start with '.'. If '.' is supplied, the volume
  /// directory will be the git repository. Otherwise, if specified, the volume will contain the git repository in the
  /// subdirectory with the given name.
  std::string directory{};

  friend bool operator==(const GitRepoVolumeSource&, const GitRepoVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(GitRepoVolumeSource, (), (repository, revision, directory))
KUBEXX_COMPILED(GitRepoVolumeSource)

/// Maps a string key to a path within a volume.
struct KeyToPath {
  /// key is the key to project.
  std::string key{};
  /// path is the relative path of the file to map the key to. May not be an absolute path. May not contain the path
  /// element '.'. May not start with the string '.'.
  std::string path{};
  /// mode is Optional: mode bits used to set permissions on this file. Must be an octal value between 0000 and 0777 or
  /// a decimal value between 0 and 511. YAML accepts both octal and decimal values, JSON requires decimal values for
  /// mode bits. If not specified, the volume defaultMode will be used.
  std::optional<std::int32_t> mode{};
  /// user is Optional: The owner UID of the created file. If specified, the item-level user field takes precedence over
  /// defaultUser. (Alpha) This field requires the AtomicWriteVolumeUserFields feature gate to be enabled.
  std::optional<std::int64_t> user{};

  friend bool operator==(const KeyToPath&, const KeyToPath&);
};
BOOST_DESCRIBE_STRUCT(KeyToPath, (), (key, path, mode, user))
KUBEXX_COMPILED(KeyToPath)

/// Adapts a Secret into a volume. The contents of the target Secret's Data field will be presented in a volume as files
/// using the keys in the Data field as the file names. Secret volumes support ownership management and SELinux
/// relabeling.
struct SecretVolumeSource {
  /// secretName is the name of the secret in the pod's namespace to use.
  std::string secretName{};
  /// items If unspecified, each key-value pair in the Data field of the referenced Secret will be projected into the
  /// volume as a file whose name is the key and content is the value. If specified, the listed keys will be projected
  /// into the specified paths, and unlisted keys will not be present.
  std::vector<KeyToPath> items{};
  /// defaultMode is Optional: mode bits used to set permissions on created files by default. Must be an octal value
  /// between 0000 and 0777 or a decimal value between 0 and 511. YAML accepts both octal and decimal values, JSON
  /// requires decimal values for mode bits. Defaults to 0644.
  std::optional<std::int32_t> defaultMode{};
  /// optional field specify whether the Secret or its keys must be defined
  std::optional<bool> optional{};
  /// defaultUser is Optional: The owner UID of the created files by default. The defaultUser field is only used as a
  /// fallback when the item-level user field is unset. (Alpha) This field requires the AtomicWriteVolumeUserFields
  /// feature gate to be enabled.
  std::optional<std::int64_t> defaultUser{};

  friend bool operator==(const SecretVolumeSource&, const SecretVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(SecretVolumeSource, (), (secretName, items, defaultMode, optional, defaultUser))
KUBEXX_COMPILED(SecretVolumeSource)

/// Represents an ISCSI disk. ISCSI volumes can only be mounted as read/write once. ISCSI volumes support ownership
/// management and SELinux relabeling.
struct ISCSIVolumeSource {
  /// targetPortal is iSCSI Target Portal. The Portal is either an IP or ip_addr:port if the port is other than default
  /// (typically TCP ports 860 and 3260).
  std::string targetPortal{};
  /// iqn is the target iSCSI Qualified Name.
  std::string iqn{};
  /// lun represents iSCSI Target Lun number.
  std::int32_t lun = 0;
  /// iscsiInterface is the interface Name that uses an iSCSI transport. Defaults to 'default' (tcp).
  std::string iscsiInterface{};
  /// fsType is the filesystem type of the volume that you want to mount. Tip: Ensure that the filesystem type is
  /// supported by the host operating system. Examples: "ext4", "xfs", "ntfs". Implicitly inferred to be "ext4" if
  /// unspecified.
  std::string fsType{};
  /// readOnly here will force the ReadOnly setting in VolumeMounts. Defaults to false.
  bool readOnly = false;
  /// portals is the iSCSI Target Portal List. The portal is either an IP or ip_addr:port if the port is other than
  /// default (typically TCP ports 860 and 3260).
  std::vector<std::string> portals{};
  /// chapAuthDiscovery defines whether support iSCSI Discovery CHAP authentication
  bool chapAuthDiscovery = false;
  /// chapAuthSession defines whether support iSCSI Session CHAP authentication
  bool chapAuthSession = false;
  /// secretRef is the CHAP Secret for iSCSI target and initiator authentication
  std::optional<LocalObjectReference> secretRef{};
  /// initiatorName is the custom iSCSI Initiator Name. If initiatorName is specified with iscsiInterface
  /// simultaneously, new iSCSI interface <target portal>:<volume name> will be created for the connection.
  std::optional<std::string> initiatorName{};

  friend bool operator==(const ISCSIVolumeSource&, const ISCSIVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(ISCSIVolumeSource, (), (targetPortal, iqn, lun, iscsiInterface, fsType, readOnly, portals,
    chapAuthDiscovery, chapAuthSession, secretRef, initiatorName))
KUBEXX_COMPILED(ISCSIVolumeSource)

/// Represents a Glusterfs mount that lasts the lifetime of a pod. Glusterfs volumes do not support ownership management
/// or SELinux relabeling.
struct GlusterfsVolumeSource {
  /// endpoints is the endpoint name that details Glusterfs topology.
  std::string endpoints{};
  /// path is the Glusterfs volume path.
  std::string path{};
  /// readOnly here will force the Glusterfs volume to be mounted with read-only permissions. Defaults to false.
  bool readOnly = false;

  friend bool operator==(const GlusterfsVolumeSource&, const GlusterfsVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(GlusterfsVolumeSource, (), (endpoints, path, readOnly))
KUBEXX_COMPILED(GlusterfsVolumeSource)

/// PersistentVolumeClaimVolumeSource references the user's PVC in the same namespace. This volume finds the bound PV
/// and mounts that volume for the pod. A PersistentVolumeClaimVolumeSource is, essentially, a wrapper around another
/// type of volume that is owned by someone else (the system).
struct PersistentVolumeClaimVolumeSource {
  /// claimName is the name of a PersistentVolumeClaim in the same namespace as the pod using this volume.
  std::string claimName{};
  /// readOnly Will force the ReadOnly setting in VolumeMounts. Default false.
  bool readOnly = false;

  friend bool operator==(const PersistentVolumeClaimVolumeSource&, const PersistentVolumeClaimVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(PersistentVolumeClaimVolumeSource, (), (claimName, readOnly))
KUBEXX_COMPILED(PersistentVolumeClaimVolumeSource)

/// Represents a Rados Block Device mount that lasts the lifetime of a pod. RBD volumes support ownership management and
/// SELinux relabeling.
struct RBDVolumeSource {
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
  std::optional<LocalObjectReference> secretRef{};
  /// readOnly here will force the ReadOnly setting in VolumeMounts. Defaults to false.
  bool readOnly = false;

  friend bool operator==(const RBDVolumeSource&, const RBDVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(RBDVolumeSource, (), (monitors, image, fsType, pool, user, keyring, secretRef, readOnly))
KUBEXX_COMPILED(RBDVolumeSource)

/// FlexVolume represents a generic volume resource that is provisioned/attached using an exec based plugin.
struct FlexVolumeSource {
  /// driver is the name of the driver to use for this volume.
  std::string driver{};
  /// fsType is the filesystem type to mount. Must be a filesystem type supported by the host operating system. Ex.
  /// "ext4", "xfs", "ntfs". The default filesystem depends on FlexVolume script.
  std::string fsType{};
  /// secretRef is Optional: secretRef is reference to the secret object containing sensitive information to pass to the
  /// plugin scripts. This may be empty if no secret object is specified. If the secret object contains more than one
  /// secret, all secrets are passed to the plugin scripts.
  std::optional<LocalObjectReference> secretRef{};
  /// readOnly is Optional: defaults to false (read/write). ReadOnly here will force the ReadOnly setting in
  /// VolumeMounts.
  bool readOnly = false;
  /// options is Optional: this field holds extra command options if any.
  std::map<std::string, std::string> options{};

  friend bool operator==(const FlexVolumeSource&, const FlexVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(FlexVolumeSource, (), (driver, fsType, secretRef, readOnly, options))
KUBEXX_COMPILED(FlexVolumeSource)

/// Represents a cinder volume resource in Openstack. A Cinder volume must exist before mounting to a container. The
/// volume must also be in the same region as the kubelet. Cinder volumes support ownership management and SELinux
/// relabeling.
struct CinderVolumeSource {
  /// volumeID used to identify the volume in cinder.
  std::string volumeID{};
  /// fsType is the filesystem type to mount. Must be a filesystem type supported by the host operating system.
  /// Examples: "ext4", "xfs", "ntfs". Implicitly inferred to be "ext4" if unspecified.
  std::string fsType{};
  /// readOnly defaults to false (read/write). ReadOnly here will force the ReadOnly setting in VolumeMounts.
  bool readOnly = false;
  /// secretRef is optional: points to a secret object containing parameters used to connect to OpenStack.
  std::optional<LocalObjectReference> secretRef{};

  friend bool operator==(const CinderVolumeSource&, const CinderVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(CinderVolumeSource, (), (volumeID, fsType, readOnly, secretRef))
KUBEXX_COMPILED(CinderVolumeSource)

/// Represents a Ceph Filesystem mount that lasts the lifetime of a pod Cephfs volumes do not support ownership
/// management or SELinux relabeling.
struct CephFSVolumeSource {
  /// monitors is Required: Monitors is a collection of Ceph monitors.
  std::vector<std::string> monitors{};
  /// path is Optional: Used as the mounted root, rather than the full Ceph tree, default is /
  std::string path{};
  /// user is optional: User is the rados user name, default is admin.
  std::string user{};
  /// secretFile is Optional: SecretFile is the path to key ring for User, default is /etc/ceph/user.secret.
  std::string secretFile{};
  /// secretRef is Optional: SecretRef is reference to the authentication secret for User, default is empty.
  std::optional<LocalObjectReference> secretRef{};
  /// readOnly is Optional: Defaults to false (read/write). ReadOnly here will force the ReadOnly setting in
  /// VolumeMounts.
  bool readOnly = false;

  friend bool operator==(const CephFSVolumeSource&, const CephFSVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(CephFSVolumeSource, (), (monitors, path, user, secretFile, secretRef, readOnly))
KUBEXX_COMPILED(CephFSVolumeSource)

/// DownwardAPIVolumeFile represents information to create the file containing the pod field
struct DownwardAPIVolumeFile {
  /// Required: Path is the relative path name of the file to be created. Must not be absolute or contain the '.' path.
  /// Must be utf-8 encoded. The first item of the relative path must not start with '.'
  std::string path{};
  /// Required: Selects a field of the pod: only annotations, labels, name, namespace and uid are supported.
  std::optional<ObjectFieldSelector> fieldRef{};
  /// Selects a resource of the container: only resources limits and requests (limits.cpu, limits.memory, requests.cpu
  /// and requests.memory) are currently supported.
  std::optional<ResourceFieldSelector> resourceFieldRef{};
  /// Optional: mode bits used to set permissions on this file, must be an octal value between 0000 and 0777 or a
  /// decimal value between 0 and 511. YAML accepts both octal and decimal values, JSON requires decimal values for mode
  /// bits. If not specified, the volume defaultMode will be used.
  std::optional<std::int32_t> mode{};
  /// user is Optional: The owner UID of the created file. If specified, the item-level user field takes precedence over
  /// defaultUser. (Alpha) This field requires the AtomicWriteVolumeUserFields feature gate to be enabled.
  std::optional<std::int64_t> user{};

  friend bool operator==(const DownwardAPIVolumeFile&, const DownwardAPIVolumeFile&);
};
BOOST_DESCRIBE_STRUCT(DownwardAPIVolumeFile, (), (path, fieldRef, resourceFieldRef, mode, user))
KUBEXX_COMPILED(DownwardAPIVolumeFile)

/// DownwardAPIVolumeSource represents a volume containing downward API info. Downward API volumes support ownership
/// management and SELinux relabeling.
struct DownwardAPIVolumeSource {
  /// Items is a list of downward API volume file
  std::vector<DownwardAPIVolumeFile> items{};
  /// Optional: mode bits to use on created files by default. Must be a Optional: mode bits used to set permissions on
  /// created files by default. Must be an octal value between 0000 and 0777 or a decimal value between 0 and 511.
  std::optional<std::int32_t> defaultMode{};
  /// defaultUser is Optional: The owner UID of the created files by default. The defaultUser field is only used as a
  /// fallback when the item-level user field is unset. (Alpha) This field requires the AtomicWriteVolumeUserFields
  /// feature gate to be enabled.
  std::optional<std::int64_t> defaultUser{};

  friend bool operator==(const DownwardAPIVolumeSource&, const DownwardAPIVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(DownwardAPIVolumeSource, (), (items, defaultMode, defaultUser))
KUBEXX_COMPILED(DownwardAPIVolumeSource)

/// AzureFile represents an Azure File Service mount on the host and bind mount to the pod.
struct AzureFileVolumeSource {
  /// secretName is the name of secret that contains Azure Storage Account Name and Key
  std::string secretName{};
  /// shareName is the azure share Name
  std::string shareName{};
  /// readOnly defaults to false (read/write). ReadOnly here will force the ReadOnly setting in VolumeMounts.
  bool readOnly = false;

  friend bool operator==(const AzureFileVolumeSource&, const AzureFileVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(AzureFileVolumeSource, (), (secretName, shareName, readOnly))
KUBEXX_COMPILED(AzureFileVolumeSource)

/// Adapts a ConfigMap into a volume. The contents of the target ConfigMap's Data field will be presented in a volume as
/// files using the keys in the Data field as the file names, unless the items element is populated with specific
/// mappings of keys to paths.
struct ConfigMapVolumeSource {
  /// Name of the referent. This field is effectively required, but due to backwards compatibility is allowed to be
  /// empty. Instances of this type with an empty value here are almost certainly wrong.
  std::string name{};
  /// items if unspecified, each key-value pair in the Data field of the referenced ConfigMap will be projected into the
  /// volume as a file whose name is the key and content is the value. If specified, the listed keys will be projected
  /// into the specified paths, and unlisted keys will not be present.
  std::vector<KeyToPath> items{};
  /// defaultMode is optional: mode bits used to set permissions on created files by default. Must be an octal value
  /// between 0000 and 0777 or a decimal value between 0 and 511. YAML accepts both octal and decimal values, JSON
  /// requires decimal values for mode bits. Defaults to 0644.
  std::optional<std::int32_t> defaultMode{};
  /// optional specify whether the ConfigMap or its keys must be defined
  std::optional<bool> optional{};
  /// defaultUser is Optional: The owner UID of the created files by default. The defaultUser field is only used as a
  /// fallback when the item-level user field is unset. (Alpha) This field requires the AtomicWriteVolumeUserFields
  /// feature gate to be enabled.
  std::optional<std::int64_t> defaultUser{};

  friend bool operator==(const ConfigMapVolumeSource&, const ConfigMapVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(ConfigMapVolumeSource, (), (name, items, defaultMode, optional, defaultUser))
KUBEXX_COMPILED(ConfigMapVolumeSource)

/// Adapts a secret into a projected volume. The contents of the target Secret's Data field will be presented in a
/// projected volume as files using the keys in the Data field as the file names. Note that this is identical to a
/// secret volume source without the default mode.
struct SecretProjection {
  /// Name of the referent. This field is effectively required, but due to backwards compatibility is allowed to be
  /// empty. Instances of this type with an empty value here are almost certainly wrong.
  std::string name{};
  /// items if unspecified, each key-value pair in the Data field of the referenced Secret will be projected into the
  /// volume as a file whose name is the key and content is the value. If specified, the listed keys will be projected
  /// into the specified paths, and unlisted keys will not be present.
  std::vector<KeyToPath> items{};
  /// optional field specify whether the Secret or its key must be defined
  std::optional<bool> optional{};

  friend bool operator==(const SecretProjection&, const SecretProjection&);
};
BOOST_DESCRIBE_STRUCT(SecretProjection, (), (name, items, optional))
KUBEXX_COMPILED(SecretProjection)

/// Represents downward API info for projecting into a projected volume. Note that this is identical to a downwardAPI
/// volume source without the default mode.
struct DownwardAPIProjection {
  /// Items is a list of DownwardAPIVolume file
  std::vector<DownwardAPIVolumeFile> items{};

  friend bool operator==(const DownwardAPIProjection&, const DownwardAPIProjection&);
};
BOOST_DESCRIBE_STRUCT(DownwardAPIProjection, (), (items))
KUBEXX_COMPILED(DownwardAPIProjection)

/// Adapts a ConfigMap into a projected volume. The contents of the target ConfigMap's Data field will be presented in a
/// projected volume as files using the keys in the Data field as the file names, unless the items element is populated
/// with specific mappings of keys to paths.
struct ConfigMapProjection {
  /// Name of the referent. This field is effectively required, but due to backwards compatibility is allowed to be
  /// empty. Instances of this type with an empty value here are almost certainly wrong.
  std::string name{};
  /// items if unspecified, each key-value pair in the Data field of the referenced ConfigMap will be projected into the
  /// volume as a file whose name is the key and content is the value. If specified, the listed keys will be projected
  /// into the specified paths, and unlisted keys will not be present.
  std::vector<KeyToPath> items{};
  /// optional specify whether the ConfigMap or its keys must be defined
  std::optional<bool> optional{};

  friend bool operator==(const ConfigMapProjection&, const ConfigMapProjection&);
};
BOOST_DESCRIBE_STRUCT(ConfigMapProjection, (), (name, items, optional))
KUBEXX_COMPILED(ConfigMapProjection)

/// ServiceAccountTokenProjection represents a projected service account token volume. This projection can be used to
/// insert a service account token into the pods runtime filesystem for use against APIs (Kubernetes API Server or
/// otherwise).
struct ServiceAccountTokenProjection {
  /// audience is the intended audience of the token. A recipient of a token must identify itself with an identifier
  /// specified in the audience of the token, and otherwise should reject the token. The audience defaults to the
  /// identifier of the apiserver.
  std::string audience{};
  /// expirationSeconds is the requested duration of validity of the service account token. As the token approaches
  /// expiration, the kubelet volume plugin will proactively rotate the service account token.
  std::optional<std::int64_t> expirationSeconds{};
  /// path is the path relative to the mount point of the file to project the token into.
  std::string path{};
  /// user is Optional: The owner UID of the created file. If specified, the item-level user field takes precedence over
  /// defaultUser. (Alpha) This field requires the AtomicWriteVolumeUserFields feature gate to be enabled.
  std::optional<std::int64_t> user{};

  friend bool operator==(const ServiceAccountTokenProjection&, const ServiceAccountTokenProjection&);
};
BOOST_DESCRIBE_STRUCT(ServiceAccountTokenProjection, (), (audience, expirationSeconds, path, user))
KUBEXX_COMPILED(ServiceAccountTokenProjection)

/// ClusterTrustBundleProjection describes how to select a set of ClusterTrustBundle objects and project their contents
/// into the pod filesystem.
struct ClusterTrustBundleProjection {
  /// Select a single ClusterTrustBundle by object name. Mutually-exclusive with signerName and labelSelector.
  std::optional<std::string> name{};
  /// Select all ClusterTrustBundles that match this signer name. Mutually-exclusive with name. The contents of all
  /// selected ClusterTrustBundles will be unified and deduplicated.
  std::optional<std::string> signerName{};
  /// Select all ClusterTrustBundles that match this label selector. Only has effect if signerName is set.
  /// Mutually-exclusive with name. If unset, interpreted as "match nothing". If set but empty, interpreted as "match
  /// everything".
  std::optional<MetaLabelSelector> labelSelector{};
  /// If true, don't block pod startup if the referenced ClusterTrustBundle(s) aren't available. If using name, then the
  /// named ClusterTrustBundle is allowed not to exist. If using signerName, then the combination of signerName and
  /// labelSelector is allowed to match zero ClusterTrustBundles.
  std::optional<bool> optional{};
  /// Relative path from the volume root to write the bundle.
  std::string path{};
  /// user is Optional: The owner UID of the created file. If specified, the item-level user field takes precedence over
  /// defaultUser. (Alpha) This field requires the AtomicWriteVolumeUserFields feature gate to be enabled.
  std::optional<std::int64_t> user{};

  friend bool operator==(const ClusterTrustBundleProjection&, const ClusterTrustBundleProjection&);
};
BOOST_DESCRIBE_STRUCT(ClusterTrustBundleProjection, (), (name, signerName, labelSelector, optional, path, user))
KUBEXX_COMPILED(ClusterTrustBundleProjection)

/// PodCertificateProjection provides a private key and X.509 certificate in the pod filesystem.
struct PodCertificateProjection {
  /// Kubelet's generated CSRs will be addressed to this signer.
  std::string signerName{};
  /// The type of keypair Kubelet will generate for the pod. Valid values are "RSA3072", "RSA4096", "ECDSAP256",
  /// "ECDSAP384", "ECDSAP521", and "ED25519".
  std::string keyType{};
  /// maxExpirationSeconds is the maximum lifetime permitted for the certificate. Kubelet copies this value verbatim
  /// into the PodCertificateRequests it generates for this projection. If omitted, kube-apiserver will set it to
  /// 86400(24 hours). kube-apiserver will reject values shorter than 3600 (1 hour).
  std::optional<std::int32_t> maxExpirationSeconds{};
  /// Write the credential bundle at this path in the projected volume. The credential bundle is a single file that
  /// contains multiple PEM blocks. The first PEM block is a PRIVATE KEY block, containing a PKCS#8 private key.
  std::string credentialBundlePath{};
  /// Write the key at this path in the projected volume. Most applications should use credentialBundlePath. When using
  /// keyPath and certificateChainPath, your application needs to check that the key and leaf certificate are
  /// consistent, because it is possible to read the files mid-rotation.
  std::string keyPath{};
  /// Write the certificate chain at this path in the projected volume. Most applications should use
  /// credentialBundlePath. When using keyPath and certificateChainPath, your application needs to check that the key
  /// and leaf certificate are consistent, because it is possible to read the files mid-rotation.
  std::string certificateChainPath{};
  /// userAnnotations allow pod authors to pass additional information to the signer implementation. Kubernetes does not
  /// restrict or validate this metadata in any way. These values are copied verbatim into the
  /// `spec.unverifiedUserAnnotations` field of the PodCertificateRequest objects that Kubelet creates.
  std::map<std::string, std::string> userAnnotations{};
  /// user is Optional: The owner UID of the created file. If specified, the item-level user field takes precedence over
  /// defaultUser. (Alpha) This field requires the AtomicWriteVolumeUserFields feature gate to be enabled.
  std::optional<std::int64_t> user{};

  friend bool operator==(const PodCertificateProjection&, const PodCertificateProjection&);
};
BOOST_DESCRIBE_STRUCT(PodCertificateProjection, (), (signerName, keyType, maxExpirationSeconds, credentialBundlePath,
    keyPath, certificateChainPath, userAnnotations, user))
KUBEXX_COMPILED(PodCertificateProjection)

/// Projection that may be projected along with other supported volume types. Exactly one of these fields must be set.
struct VolumeProjection {
  /// secret information about the secret data to project
  std::optional<SecretProjection> secret{};
  /// downwardAPI information about the downwardAPI data to project
  std::optional<DownwardAPIProjection> downwardAPI{};
  /// configMap information about the configMap data to project
  std::optional<ConfigMapProjection> configMap{};
  /// serviceAccountToken is information about the serviceAccountToken data to project
  std::optional<ServiceAccountTokenProjection> serviceAccountToken{};
  /// ClusterTrustBundle allows a pod to access the `.spec.trustBundle` field of ClusterTrustBundle objects in an
  /// auto-updating file. Alpha, gated by the ClusterTrustBundleProjection feature gate.
  std::optional<ClusterTrustBundleProjection> clusterTrustBundle{};
  /// Projects an auto-rotating credential bundle (private key and certificate chain) that the pod can use either as a
  /// TLS client or server. Kubelet generates a private key and uses it to send a PodCertificateRequest to the named
  /// signer.
  std::optional<PodCertificateProjection> podCertificate{};

  friend bool operator==(const VolumeProjection&, const VolumeProjection&);
};
BOOST_DESCRIBE_STRUCT(VolumeProjection, (), (secret, downwardAPI, configMap, serviceAccountToken, clusterTrustBundle,
    podCertificate))
KUBEXX_COMPILED(VolumeProjection)

/// Represents a projected volume source
struct ProjectedVolumeSource {
  /// sources is the list of volume projections. Each entry in this list handles one source.
  std::vector<VolumeProjection> sources{};
  /// defaultMode are the mode bits used to set permissions on created files by default. Must be an octal value between
  /// 0000 and 0777 or a decimal value between 0 and 511. YAML accepts both octal and decimal values, JSON requires
  /// decimal values for mode bits.
  std::optional<std::int32_t> defaultMode{};
  /// defaultUser is Optional: The owner UID of the created files by default. The defaultUser field is only used as a
  /// fallback when the item-level user field is unset. (Alpha) This field requires the AtomicWriteVolumeUserFields
  /// feature gate to be enabled.
  std::optional<std::int64_t> defaultUser{};

  friend bool operator==(const ProjectedVolumeSource&, const ProjectedVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(ProjectedVolumeSource, (), (sources, defaultMode, defaultUser))
KUBEXX_COMPILED(ProjectedVolumeSource)

/// ScaleIOVolumeSource represents a persistent ScaleIO volume
struct ScaleIOVolumeSource {
  /// gateway is the host address of the ScaleIO API Gateway.
  std::string gateway{};
  /// system is the name of the storage system as configured in ScaleIO.
  std::string system{};
  /// secretRef references to the secret for ScaleIO user and other sensitive information. If this is not provided,
  /// Login operation will fail.
  std::optional<LocalObjectReference> secretRef{};
  /// sslEnabled Flag enable/disable SSL communication with Gateway, default false
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
  /// "ext4", "xfs", "ntfs". Default is "xfs".
  std::string fsType{};
  /// readOnly Defaults to false (read/write). ReadOnly here will force the ReadOnly setting in VolumeMounts.
  bool readOnly = false;

  friend bool operator==(const ScaleIOVolumeSource&, const ScaleIOVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(ScaleIOVolumeSource, (), (gateway, system, secretRef, sslEnabled, protectionDomain, storagePool,
    storageMode, volumeName, fsType, readOnly))
KUBEXX_COMPILED(ScaleIOVolumeSource)

/// Represents a StorageOS persistent volume resource.
struct StorageOSVolumeSource {
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
  std::optional<LocalObjectReference> secretRef{};

  friend bool operator==(const StorageOSVolumeSource&, const StorageOSVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(StorageOSVolumeSource, (), (volumeName, volumeNamespace, fsType, readOnly, secretRef))
KUBEXX_COMPILED(StorageOSVolumeSource)

/// Represents a source location of a volume to mount, managed by an external CSI driver
struct CSIVolumeSource {
  /// driver is the name of the CSI driver that handles this volume. Consult with your admin for the correct name as
  /// registered in the cluster.
  std::string driver{};
  /// readOnly specifies a read-only configuration for the volume. Defaults to false (read/write).
  std::optional<bool> readOnly{};
  /// fsType to mount. Ex. "ext4", "xfs", "ntfs". If not provided, the empty value is passed to the associated CSI
  /// driver which will determine the default filesystem to apply.
  std::optional<std::string> fsType{};
  /// volumeAttributes stores driver-specific properties that are passed to the CSI driver. Consult your driver's
  /// documentation for supported values.
  std::map<std::string, std::string> volumeAttributes{};
  /// nodePublishSecretRef is a reference to the secret object containing sensitive information to pass to the CSI
  /// driver to complete the CSI NodePublishVolume and NodeUnpublishVolume calls. This field is optional, and may be
  /// empty if no secret is required.
  std::optional<LocalObjectReference> nodePublishSecretRef{};

  friend bool operator==(const CSIVolumeSource&, const CSIVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(CSIVolumeSource, (), (driver, readOnly, fsType, volumeAttributes, nodePublishSecretRef))
KUBEXX_COMPILED(CSIVolumeSource)

/// PersistentVolumeClaimTemplate is used to produce PersistentVolumeClaim objects as part of an EphemeralVolumeSource.
struct PersistentVolumeClaimTemplate {
  /// May contain labels and annotations that will be copied into the PVC when creating it. No other fields are allowed
  /// and will be rejected during validation.
  ObjectMeta metadata{};
  /// The specification for the PersistentVolumeClaim. The entire content is copied unchanged into the PVC that gets
  /// created from this template. The same fields as in a PersistentVolumeClaim are also valid here.
  PersistentVolumeClaimSpec spec{};

  friend bool operator==(const PersistentVolumeClaimTemplate&, const PersistentVolumeClaimTemplate&);
};
BOOST_DESCRIBE_STRUCT(PersistentVolumeClaimTemplate, (), (metadata, spec))
KUBEXX_COMPILED(PersistentVolumeClaimTemplate)

/// Represents an ephemeral volume that is handled by a normal storage driver.
struct EphemeralVolumeSource {
  /// Will be used to create a stand-alone PVC to provision the volume. The pod in which this EphemeralVolumeSource is
  /// embedded will be the owner of the PVC, i.e. the PVC will be deleted together with the pod.
  std::optional<PersistentVolumeClaimTemplate> volumeClaimTemplate{};

  friend bool operator==(const EphemeralVolumeSource&, const EphemeralVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(EphemeralVolumeSource, (), (volumeClaimTemplate))
KUBEXX_COMPILED(EphemeralVolumeSource)

/// ImageVolumeSource represents a image volume resource.
struct ImageVolumeSource {
  /// Required: Image or artifact reference to be used. Behaves in the same way as pod.spec.containers[*].image. Pull
  /// secrets will be assembled in the same way as for the container image by looking up node credentials, SA image pull
  /// secrets, and pod spec image pull secrets.
  std::string reference{};
  /// Policy for pulling OCI objects. Possible values are: Always: the kubelet always attempts to pull the reference.
  /// Container creation will fail If the pull fails. Never: the kubelet never pulls the reference and only uses a local
  /// image or artifact.
  PullPolicy pullPolicy{};

  friend bool operator==(const ImageVolumeSource&, const ImageVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(ImageVolumeSource, (), (reference, pullPolicy))
KUBEXX_COMPILED(ImageVolumeSource)

/// Volume represents a named volume in a pod that may be accessed by any container in the pod.
struct Volume {
  /// name of the volume. Must be a DNS_LABEL and unique within the pod.
  std::string name{};
  /// hostPath represents a pre-existing file or directory on the host machine that is directly exposed to the
  /// container. This is generally used for system agents or other privileged things that are allowed to see the host
  /// machine. Most containers will NOT need this.
  std::optional<HostPathVolumeSource> hostPath{};
  /// emptyDir represents a temporary directory that shares a pod's lifetime.
  std::optional<EmptyDirVolumeSource> emptyDir{};
  /// gcePersistentDisk represents a GCE Disk resource that is attached to a kubelet's host machine and then exposed to
  /// the pod. Deprecated: GCEPersistentDisk is deprecated. All operations for the in-tree gcePersistentDisk type are
  /// redirected to the pd.csi.storage.gke.io CSI driver.
  std::optional<GCEPersistentDiskVolumeSource> gcePersistentDisk{};
  /// awsElasticBlockStore represents an AWS Disk resource that is attached to a kubelet's host machine and then exposed
  /// to the pod. Deprecated: AWSElasticBlockStore is deprecated. All operations for the in-tree awsElasticBlockStore
  /// type are redirected to the ebs.csi.aws.com CSI driver.
  std::optional<AWSElasticBlockStoreVolumeSource> awsElasticBlockStore{};
  /// gitRepo represents a git repository at a particular revision. Deprecated: GitRepo is deprecated. To provision a
  /// container with a git repo, mount an EmptyDir into an InitContainer that clones the repo using git, then mount the
  /// EmptyDir into the Pod's container.
  std::optional<GitRepoVolumeSource> gitRepo{};
  /// secret represents a secret that should populate this volume.
  std::optional<SecretVolumeSource> secret{};
  /// nfs represents an NFS mount on the host that shares a pod's lifetime.
  std::optional<NFSVolumeSource> nfs{};
  /// iscsi represents an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod.
  std::optional<ISCSIVolumeSource> iscsi{};
  /// glusterfs represents a Glusterfs mount on the host that shares a pod's lifetime. Deprecated: Glusterfs is
  /// deprecated and the in-tree glusterfs type is no longer supported.
  std::optional<GlusterfsVolumeSource> glusterfs{};
  /// persistentVolumeClaimVolumeSource represents a reference to a PersistentVolumeClaim in the same namespace.
  std::optional<PersistentVolumeClaimVolumeSource> persistentVolumeClaim{};
  /// rbd represents a Rados Block Device mount on the host that shares a pod's lifetime. Deprecated: RBD is deprecated
  /// and the in-tree rbd type is no longer supported.
  std::optional<RBDVolumeSource> rbd{};
  /// flexVolume represents a generic volume resource that is provisioned/attached using an exec based plugin.
  /// Deprecated: FlexVolume is deprecated. Consider using a CSIDriver instead.
  std::optional<FlexVolumeSource> flexVolume{};
  /// cinder represents a cinder volume attached and mounted on kubelets host machine. Deprecated: Cinder is deprecated.
  /// All operations for the in-tree cinder type are redirected to the cinder.csi.openstack.org CSI driver.
  std::optional<CinderVolumeSource> cinder{};
  /// cephFS represents a Ceph FS mount on the host that shares a pod's lifetime. Deprecated: CephFS is deprecated and
  /// the in-tree cephfs type is no longer supported.
  std::optional<CephFSVolumeSource> cephfs{};
  /// flocker represents a Flocker volume attached to a kubelet's host machine. This depends on the Flocker control
  /// service being running. Deprecated: Flocker is deprecated and the in-tree flocker type is no longer supported.
  std::optional<FlockerVolumeSource> flocker{};
  /// downwardAPI represents downward API about the pod that should populate this volume
  std::optional<DownwardAPIVolumeSource> downwardAPI{};
  /// fc represents a Fibre Channel resource that is attached to a kubelet's host machine and then exposed to the pod.
  std::optional<FCVolumeSource> fc{};
  /// azureFile represents an Azure File Service mount on the host and bind mount to the pod. Deprecated: AzureFile is
  /// deprecated. All operations for the in-tree azureFile type are redirected to the file.csi.azure.com CSI driver.
  std::optional<AzureFileVolumeSource> azureFile{};
  /// configMap represents a configMap that should populate this volume
  std::optional<ConfigMapVolumeSource> configMap{};
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
  /// projected items for all in one resources secrets, configmaps, and downward API
  std::optional<ProjectedVolumeSource> projected{};
  /// portworxVolume represents a portworx volume attached and mounted on kubelets host machine. Deprecated:
  /// PortworxVolume is deprecated. All operations for the in-tree portworxVolume type are redirected to the
  /// pxd.portworx.com CSI driver.
  std::optional<PortworxVolumeSource> portworxVolume{};
  /// scaleIO represents a ScaleIO persistent volume attached and mounted on Kubernetes nodes. Deprecated: ScaleIO is
  /// deprecated and the in-tree scaleIO type is no longer supported.
  std::optional<ScaleIOVolumeSource> scaleIO{};
  /// storageOS represents a StorageOS volume attached and mounted on Kubernetes nodes. Deprecated: StorageOS is
  /// deprecated and the in-tree storageos type is no longer supported.
  std::optional<StorageOSVolumeSource> storageos{};
  /// csi (Container Storage Interface) represents ephemeral storage that is handled by certain external CSI drivers.
  std::optional<CSIVolumeSource> csi{};
  /// ephemeral represents a volume that is handled by a cluster storage driver. The volume's lifecycle is tied to the
  /// pod that defines it - it will be created before the pod starts, and deleted when the pod is removed.
  std::optional<EphemeralVolumeSource> ephemeral{};
  /// image represents an OCI object (a container image or artifact) pulled and mounted on the kubelet's host machine.
  /// The volume is resolved at pod startup depending on which PullPolicy value is provided: - Always: the kubelet
  /// always attempts to pull the reference.
  std::optional<ImageVolumeSource> image{};

  friend bool operator==(const Volume&, const Volume&);
};
BOOST_DESCRIBE_STRUCT(Volume, (), (name, hostPath, emptyDir, gcePersistentDisk, awsElasticBlockStore, gitRepo, secret,
    nfs, iscsi, glusterfs, persistentVolumeClaim, rbd, flexVolume, cinder, cephfs, flocker, downwardAPI, fc, azureFile,
    configMap, vsphereVolume, quobyte, azureDisk, photonPersistentDisk, projected, portworxVolume, scaleIO, storageos,
    csi, ephemeral, image))
KUBEXX_COMPILED(Volume)

}  // namespace kubexx::corev1
