// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/persistent_volume_spec.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(AzureFilePersistentVolumeSource, KUBEXX_FIELD(secretName), KUBEXX_FIELD(shareName),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true), KUBEXX_FIELD(secretNamespace))

KUBEXX_TABLE(SecretReference, KUBEXX_FIELD(name), KUBEXX_FIELD_AS(namespace_, "namespace", false))

KUBEXX_TABLE(CSIPersistentVolumeSource, KUBEXX_FIELD(driver), KUBEXX_FIELD(volumeHandle),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true), KUBEXX_FIELD(fsType), KUBEXX_FIELD(volumeAttributes),
             KUBEXX_FIELD(controllerPublishSecretRef), KUBEXX_FIELD(nodeStageSecretRef),
             KUBEXX_FIELD(nodePublishSecretRef), KUBEXX_FIELD(controllerExpandSecretRef),
             KUBEXX_FIELD(nodeExpandSecretRef))

KUBEXX_TABLE(CephFSPersistentVolumeSource, KUBEXX_FIELD(monitors), KUBEXX_FIELD(path), KUBEXX_FIELD(user),
             KUBEXX_FIELD(secretFile), KUBEXX_FIELD(secretRef), KUBEXX_FIELD_AS(readOnly, "readOnly", true))

KUBEXX_TABLE(CinderPersistentVolumeSource, KUBEXX_FIELD(volumeID), KUBEXX_FIELD(fsType),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true), KUBEXX_FIELD(secretRef))

KUBEXX_TABLE(FlexPersistentVolumeSource, KUBEXX_FIELD(driver), KUBEXX_FIELD(fsType), KUBEXX_FIELD(secretRef),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true), KUBEXX_FIELD(options))

KUBEXX_TABLE(GlusterfsPersistentVolumeSource, KUBEXX_FIELD(endpoints), KUBEXX_FIELD(path),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true), KUBEXX_FIELD(endpointsNamespace))

KUBEXX_TABLE(ISCSIPersistentVolumeSource, KUBEXX_FIELD(targetPortal), KUBEXX_FIELD(iqn), KUBEXX_FIELD(lun),
             KUBEXX_FIELD(iscsiInterface), KUBEXX_FIELD(fsType), KUBEXX_FIELD_AS(readOnly, "readOnly", true),
             KUBEXX_FIELD(portals), KUBEXX_FIELD_AS(chapAuthDiscovery, "chapAuthDiscovery", true),
             KUBEXX_FIELD_AS(chapAuthSession, "chapAuthSession", true), KUBEXX_FIELD(secretRef),
             KUBEXX_FIELD(initiatorName))

KUBEXX_TABLE(LocalVolumeSource, KUBEXX_FIELD(path), KUBEXX_FIELD(fsType))

KUBEXX_TABLE(RBDPersistentVolumeSource, KUBEXX_FIELD(monitors), KUBEXX_FIELD(image), KUBEXX_FIELD(fsType),
             KUBEXX_FIELD(pool), KUBEXX_FIELD(user), KUBEXX_FIELD(keyring), KUBEXX_FIELD(secretRef),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true))

KUBEXX_TABLE(ScaleIOPersistentVolumeSource, KUBEXX_FIELD(gateway), KUBEXX_FIELD(system), KUBEXX_FIELD(secretRef),
             KUBEXX_FIELD_AS(sslEnabled, "sslEnabled", true), KUBEXX_FIELD(protectionDomain), KUBEXX_FIELD(storagePool),
             KUBEXX_FIELD(storageMode), KUBEXX_FIELD(volumeName), KUBEXX_FIELD(fsType),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true))

KUBEXX_TABLE(StorageOSPersistentVolumeSource, KUBEXX_FIELD(volumeName), KUBEXX_FIELD(volumeNamespace),
             KUBEXX_FIELD(fsType), KUBEXX_FIELD_AS(readOnly, "readOnly", true), KUBEXX_FIELD(secretRef))

KUBEXX_TABLE(VolumeNodeAffinity, KUBEXX_FIELD(required))

KUBEXX_TABLE(PersistentVolumeSpec, KUBEXX_FIELD(capacity), KUBEXX_FIELD(gcePersistentDisk),
             KUBEXX_FIELD(awsElasticBlockStore), KUBEXX_FIELD(hostPath), KUBEXX_FIELD(glusterfs), KUBEXX_FIELD(nfs),
             KUBEXX_FIELD(rbd), KUBEXX_FIELD(iscsi), KUBEXX_FIELD(cinder), KUBEXX_FIELD(cephfs), KUBEXX_FIELD(fc),
             KUBEXX_FIELD(flocker), KUBEXX_FIELD(flexVolume), KUBEXX_FIELD(azureFile), KUBEXX_FIELD(vsphereVolume),
             KUBEXX_FIELD(quobyte), KUBEXX_FIELD(azureDisk), KUBEXX_FIELD(photonPersistentDisk),
             KUBEXX_FIELD(portworxVolume), KUBEXX_FIELD(scaleIO), KUBEXX_FIELD(local), KUBEXX_FIELD(storageos),
             KUBEXX_FIELD(csi), KUBEXX_FIELD(accessModes), KUBEXX_FIELD(claimRef),
             KUBEXX_FIELD(persistentVolumeReclaimPolicy), KUBEXX_FIELD(storageClassName), KUBEXX_FIELD(mountOptions),
             KUBEXX_FIELD(volumeMode), KUBEXX_FIELD(nodeAffinity), KUBEXX_FIELD(volumeAttributesClassName))

}  // namespace kubexx::corev1
