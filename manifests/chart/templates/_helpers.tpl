{{/* The value of the label app.kubernetes.io/name. */}}
{{- define "sample-controller.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/*
The name of the objects. It has at most 54 characters, because a Service is named NAME-webhooks, in at most 63. The name
of a release has at most 53 characters and is never truncated, so the names of two releases differ. Dots are replaced,
because the name of a Service must not contain them.
*/}}
{{- define "sample-controller.fullname" -}}
{{- $name := include "sample-controller.name" . }}
{{- $full := printf "%s-%s" .Release.Name $name }}
{{- if contains $name .Release.Name }}
{{- $full = .Release.Name }}
{{- end }}
{{- default $full .Values.fullnameOverride | replace "." "-" | trunc 54 | trimSuffix "-" }}
{{- end }}

{{- define "sample-controller.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "sample-controller.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- required "serviceAccount.name is required if serviceAccount.create is false" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{/* The labels for selectors of the pods. They must not change, because the selector of a Deployment is immutable. */}}
{{- define "sample-controller.selectorLabels" -}}
app.kubernetes.io/name: {{ include "sample-controller.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "sample-controller.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "sample-controller.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- with .Values.labels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "sample-controller.image" -}}
{{- if .Values.image.digest }}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest }}
{{- else }}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) }}
{{- end }}
{{- end }}

{{/*
The value of the label by which the program's own authority finds its webhook configurations: NAMESPACE.SECRET, or the
first 40 digits of its SHA-256 if it is too long for a label. The program computes the same value.
*/}}
{{- define "sample-controller.webhookMark" -}}
{{- $mark := printf "%s.%s-webhooks-certificates" .Release.Namespace (include "sample-controller.fullname" .) }}
{{- if gt (len $mark) 63 }}
{{- sha256sum $mark | trunc 40 }}
{{- else }}
{{- $mark }}
{{- end }}
{{- end }}

{{/* "true" if cert-manager issues the certificate of the webhooks. */}}
{{- define "sample-controller.certManager" -}}
{{- if and .Values.webhooks.enabled .Values.webhooks.certManager.enabled }}true{{ end }}
{{- end }}

{{/* "true" if the program has its own authority. */}}
{{- define "sample-controller.ownAuthority" -}}
{{- if and .Values.webhooks.enabled (not .Values.webhooks.certManager.enabled) }}true{{ end }}
{{- end }}
