// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/volume.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(EmptyDirVolumeSource, KUBEXX_FIELD(medium), KUBEXX_FIELD(sizeLimit), KUBEXX_FIELD(mode))

KUBEXX_TABLE(GitRepoVolumeSource, KUBEXX_FIELD(repository), KUBEXX_FIELD(revision), KUBEXX_FIELD(directory))

KUBEXX_TABLE(KeyToPath, KUBEXX_FIELD(key), KUBEXX_FIELD(path), KUBEXX_FIELD(mode), KUBEXX_FIELD(user))

KUBEXX_TABLE(SecretVolumeSource, KUBEXX_FIELD(secretName), KUBEXX_FIELD(items), KUBEXX_FIELD(defaultMode),
             KUBEXX_FIELD(optional), KUBEXX_FIELD(defaultUser))

KUBEXX_TABLE(ISCSIVolumeSource, KUBEXX_FIELD(targetPortal), KUBEXX_FIELD(iqn), KUBEXX_FIELD(lun),
             KUBEXX_FIELD(iscsiInterface), KUBEXX_FIELD(fsType), KUBEXX_FIELD_AS(readOnly, "readOnly", true),
             KUBEXX_FIELD(portals), KUBEXX_FIELD_AS(chapAuthDiscovery, "chapAuthDiscovery", true),
             KUBEXX_FIELD_AS(chapAuthSession, "chapAuthSession", true), KUBEXX_FIELD(secretRef),
             KUBEXX_FIELD(initiatorName))

KUBEXX_TABLE(GlusterfsVolumeSource, KUBEXX_FIELD(endpoints), KUBEXX_FIELD(path),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true))

KUBEXX_TABLE(PersistentVolumeClaimVolumeSource, KUBEXX_FIELD(claimName), KUBEXX_FIELD_AS(readOnly, "readOnly", true))

KUBEXX_TABLE(RBDVolumeSource, KUBEXX_FIELD(monitors), KUBEXX_FIELD(image), KUBEXX_FIELD(fsType), KUBEXX_FIELD(pool),
             KUBEXX_FIELD(user), KUBEXX_FIELD(keyring), KUBEXX_FIELD(secretRef),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true))

KUBEXX_TABLE(FlexVolumeSource, KUBEXX_FIELD(driver), KUBEXX_FIELD(fsType), KUBEXX_FIELD(secretRef),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true), KUBEXX_FIELD(options))

KUBEXX_TABLE(CinderVolumeSource, KUBEXX_FIELD(volumeID), KUBEXX_FIELD(fsType),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true), KUBEXX_FIELD(secretRef))

KUBEXX_TABLE(CephFSVolumeSource, KUBEXX_FIELD(monitors), KUBEXX_FIELD(path), KUBEXX_FIELD(user),
             KUBEXX_FIELD(secretFile), KUBEXX_FIELD(secretRef), KUBEXX_FIELD_AS(readOnly, "readOnly", true))

KUBEXX_TABLE(DownwardAPIVolumeFile, KUBEXX_FIELD(path), KUBEXX_FIELD(fieldRef), KUBEXX_FIELD(resourceFieldRef),
             KUBEXX_FIELD(mode), KUBEXX_FIELD(user))

KUBEXX_TABLE(DownwardAPIVolumeSource, KUBEXX_FIELD(items), KUBEXX_FIELD(defaultMode), KUBEXX_FIELD(defaultUser))

KUBEXX_TABLE(AzureFileVolumeSource, KUBEXX_FIELD(secretName), KUBEXX_FIELD(shareName),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true))

KUBEXX_TABLE(ConfigMapVolumeSource, KUBEXX_FIELD(name), KUBEXX_FIELD(items), KUBEXX_FIELD(defaultMode),
             KUBEXX_FIELD(optional), KUBEXX_FIELD(defaultUser))

KUBEXX_TABLE(SecretProjection, KUBEXX_FIELD(name), KUBEXX_FIELD(items), KUBEXX_FIELD(optional))

KUBEXX_TABLE(DownwardAPIProjection, KUBEXX_FIELD(items))

KUBEXX_TABLE(ConfigMapProjection, KUBEXX_FIELD(name), KUBEXX_FIELD(items), KUBEXX_FIELD(optional))

KUBEXX_TABLE(ServiceAccountTokenProjection, KUBEXX_FIELD(audience), KUBEXX_FIELD(expirationSeconds), KUBEXX_FIELD(path),
             KUBEXX_FIELD(user))

KUBEXX_TABLE(ClusterTrustBundleProjection, KUBEXX_FIELD(name), KUBEXX_FIELD(signerName), KUBEXX_FIELD(labelSelector),
             KUBEXX_FIELD(optional), KUBEXX_FIELD(path), KUBEXX_FIELD(user))

KUBEXX_TABLE(PodCertificateProjection, KUBEXX_FIELD(signerName), KUBEXX_FIELD(keyType),
             KUBEXX_FIELD(maxExpirationSeconds), KUBEXX_FIELD(credentialBundlePath), KUBEXX_FIELD(keyPath),
             KUBEXX_FIELD(certificateChainPath), KUBEXX_FIELD(userAnnotations), KUBEXX_FIELD(user))

KUBEXX_TABLE(VolumeProjection, KUBEXX_FIELD(secret), KUBEXX_FIELD(downwardAPI), KUBEXX_FIELD(configMap),
             KUBEXX_FIELD(serviceAccountToken), KUBEXX_FIELD(clusterTrustBundle), KUBEXX_FIELD(podCertificate))

KUBEXX_TABLE(ProjectedVolumeSource, KUBEXX_FIELD(sources), KUBEXX_FIELD(defaultMode), KUBEXX_FIELD(defaultUser))

KUBEXX_TABLE(ScaleIOVolumeSource, KUBEXX_FIELD(gateway), KUBEXX_FIELD(system), KUBEXX_FIELD(secretRef),
             KUBEXX_FIELD_AS(sslEnabled, "sslEnabled", true), KUBEXX_FIELD(protectionDomain), KUBEXX_FIELD(storagePool),
             KUBEXX_FIELD(storageMode), KUBEXX_FIELD(volumeName), KUBEXX_FIELD(fsType),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true))

KUBEXX_TABLE(StorageOSVolumeSource, KUBEXX_FIELD(volumeName), KUBEXX_FIELD(volumeNamespace), KUBEXX_FIELD(fsType),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true), KUBEXX_FIELD(secretRef))

KUBEXX_TABLE(CSIVolumeSource, KUBEXX_FIELD(driver), KUBEXX_FIELD(readOnly), KUBEXX_FIELD(fsType),
             KUBEXX_FIELD(volumeAttributes), KUBEXX_FIELD(nodePublishSecretRef))

KUBEXX_TABLE(PersistentVolumeClaimTemplate, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec))

KUBEXX_TABLE(EphemeralVolumeSource, KUBEXX_FIELD(volumeClaimTemplate))

KUBEXX_TABLE(ImageVolumeSource, KUBEXX_FIELD(reference), KUBEXX_FIELD(pullPolicy))

KUBEXX_TABLE(Volume, KUBEXX_FIELD(name), KUBEXX_FIELD(hostPath), KUBEXX_FIELD(emptyDir),
             KUBEXX_FIELD(gcePersistentDisk), KUBEXX_FIELD(awsElasticBlockStore), KUBEXX_FIELD(gitRepo),
             KUBEXX_FIELD(secret), KUBEXX_FIELD(nfs), KUBEXX_FIELD(iscsi), KUBEXX_FIELD(glusterfs),
             KUBEXX_FIELD(persistentVolumeClaim), KUBEXX_FIELD(rbd), KUBEXX_FIELD(flexVolume), KUBEXX_FIELD(cinder),
             KUBEXX_FIELD(cephfs), KUBEXX_FIELD(flocker), KUBEXX_FIELD(downwardAPI), KUBEXX_FIELD(fc),
             KUBEXX_FIELD(azureFile), KUBEXX_FIELD(configMap), KUBEXX_FIELD(vsphereVolume), KUBEXX_FIELD(quobyte),
             KUBEXX_FIELD(azureDisk), KUBEXX_FIELD(photonPersistentDisk), KUBEXX_FIELD(projected),
             KUBEXX_FIELD(portworxVolume), KUBEXX_FIELD(scaleIO), KUBEXX_FIELD(storageos), KUBEXX_FIELD(csi),
             KUBEXX_FIELD(ephemeral), KUBEXX_FIELD(image))

}  // namespace kubexx::corev1
