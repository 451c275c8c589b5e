{{/* The value of the label app.kubernetes.io/name. */}}
{{- define "@NAME@.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/*
The names of the objects. 54 characters leave room for "-webhooks", with which the name of a Service has 63. The name of the
release, of at most 53, is never cut, so two releases differ. A Service has no dots in its name.
*/}}
{{- define "@NAME@.fullname" -}}
{{- $name := include "@NAME@.name" . }}
{{- $full := printf "%s-%s" .Release.Name $name }}
{{- if contains $name .Release.Name }}
{{- $full = .Release.Name }}
{{- end }}
{{- default $full .Values.fullnameOverride | replace "." "-" | trunc 54 | trimSuffix "-" }}
{{- end }}

{{- define "@NAME@.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "@NAME@.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- required "serviceAccount.name is required if serviceAccount.create is false" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{/* The labels by which everything finds the pods. They never change, because a Deployment cannot change its selector. */}}
{{- define "@NAME@.selectorLabels" -}}
app.kubernetes.io/name: {{ include "@NAME@.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "@NAME@.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "@NAME@.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- with .Values.labels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "@NAME@.image" -}}
{{- if .Values.image.digest }}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest }}
{{- else }}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) }}
{{- end }}
{{- end }}

{{/*
The label by which the program's own authority finds its webhook configurations: NAMESPACE.SECRET, or 40 digits of its hash
where that is too long for a label. The program computes the same.
*/}}
{{- define "@NAME@.webhookMark" -}}
{{- $mark := printf "%s.%s-webhooks-certificates" .Release.Namespace (include "@NAME@.fullname" .) }}
{{- if gt (len $mark) 63 }}
{{- sha256sum $mark | trunc 40 }}
{{- else }}
{{- $mark }}
{{- end }}
{{- end }}

{{/* "true" if cert-manager makes the certificate of the webhooks. */}}
{{- define "@NAME@.certManager" -}}
{{- if and .Values.webhooks.enabled .Values.webhooks.certManager.enabled }}true{{ end }}
{{- end }}

{{/* "true" if the program has an authority of its own. */}}
{{- define "@NAME@.ownAuthority" -}}
{{- if and .Values.webhooks.enabled (not .Values.webhooks.certManager.enabled) }}true{{ end }}
{{- end }}
