// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/storage/v1/volume_attachment.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::storagev1 {

KUBEXX_TABLE(VolumeAttachmentSource, KUBEXX_FIELD(persistentVolumeName), KUBEXX_FIELD(inlineVolumeSpec))

KUBEXX_TABLE(VolumeAttachmentSpec, KUBEXX_FIELD(attacher), KUBEXX_FIELD(source), KUBEXX_FIELD(nodeName))

KUBEXX_TABLE(VolumeError, KUBEXX_FIELD(time), KUBEXX_FIELD(message), KUBEXX_FIELD(errorCode))

KUBEXX_TABLE(VolumeAttachmentStatus, KUBEXX_FIELD(attached), KUBEXX_FIELD(attachmentMetadata),
             KUBEXX_FIELD(attachError), KUBEXX_FIELD(detachError))

KUBEXX_TABLE(VolumeAttachment, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::storagev1
