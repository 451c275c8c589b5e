// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/bytes.hpp"
#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx::certificatesv1 {

/// KeyUsage specifies valid usage contexts for keys. See: https://tools.ietf.org/html/rfc5280#section-4.2.1.3
/// https://tools.ietf.org/html/rfc5280#section-4.2.1.12
struct KeyUsage : OpenEnum<KeyUsage> {
  using OpenEnum::OpenEnum;
  static constexpr Name signing{"signing"}, UsageDigitalSignature{"digital signature"},
      UsageContentCommitment{"content commitment"}, UsageKeyEncipherment{"key encipherment"},
      UsageKeyAgreement{"key agreement"}, UsageDataEncipherment{"data encipherment"}, UsageCertSign{"cert sign"},
      UsageCRLSign{"crl sign"}, UsageEncipherOnly{"encipher only"}, UsageDecipherOnly{"decipher only"}, any{"any"},
      UsageServerAuth{"server auth"}, UsageClientAuth{"client auth"}, UsageCodeSigning{"code signing"},
      UsageEmailProtection{"email protection"}, UsageSMIME{"s/mime"}, UsageIPsecEndSystem{"ipsec end system"},
      UsageIPsecTunnel{"ipsec tunnel"}, UsageIPsecUser{"ipsec user"}, timestamping{"timestamping"},
      UsageOCSPSigning{"ocsp signing"}, UsageMicrosoftSGC{"microsoft sgc"}, UsageNetscapeSGC{"netscape sgc"};
};

/// CertificateSigningRequestSpec contains the certificate request.
struct CertificateSigningRequestSpec {
  /// request contains an x509 certificate signing request encoded in a "CERTIFICATE REQUEST" PEM block. When serialized
  /// as JSON or YAML, the data is additionally base64-encoded.
  Bytes request{};
  /// signerName indicates the requested signer, and is a qualified name. List/watch requests for
  /// CertificateSigningRequests can filter on this field using a "spec.signerName=NAME" fieldSelector. Well-known
  /// Kubernetes signers are: 1.
  std::string signerName{};
  /// expirationSeconds is the requested duration of validity of the issued certificate.
  std::optional<std::int32_t> expirationSeconds{};
  /// usages specifies a set of key usages requested in the issued certificate. Requests for TLS client certificates
  /// typically request: "digital signature", "key encipherment", "client auth". Requests for TLS serving certificates
  /// typically request: "key encipherment", "digital signature", "server auth".
  std::vector<KeyUsage> usages{};
  /// username contains the name of the user that created the CertificateSigningRequest. Populated by the API server on
  /// creation and immutable.
  std::string username{};
  /// uid contains the uid of the user that created the CertificateSigningRequest. Populated by the API server on
  /// creation and immutable.
  std::string uid{};
  /// groups contains group membership of the user that created the CertificateSigningRequest. Populated by the API
  /// server on creation and immutable.
  std::vector<std::string> groups{};
  /// extra contains extra attributes of the user that created the CertificateSigningRequest. Populated by the API
  /// server on creation and immutable.
  std::map<std::string, std::vector<std::string>> extra{};

  friend bool operator==(const CertificateSigningRequestSpec&, const CertificateSigningRequestSpec&);
};
BOOST_DESCRIBE_STRUCT(CertificateSigningRequestSpec, (), (request, signerName, expirationSeconds, usages, username, uid,
    groups, extra))
KUBEXX_COMPILED(CertificateSigningRequestSpec)

/// CertificateSigningRequestCondition describes a condition of a CertificateSigningRequest object
struct CertificateSigningRequestCondition {
  /// type of the condition. Known conditions are "Approved", "Denied", and "Failed". An "Approved" condition is added
  /// via the /approval subresource, indicating the request was approved and should be issued by the signer.
  std::string type{};
  /// status of the condition, one of True, False, Unknown. Approved, Denied, and Failed conditions may not be "False"
  /// or "Unknown".
  std::string status{};
  /// reason indicates a brief reason for the request state
  std::string reason{};
  /// message contains a human readable message with details about the request state
  std::string message{};
  /// lastUpdateTime is the time of the last update to this condition
  Time lastUpdateTime{};
  /// lastTransitionTime is the time the condition last transitioned from one status to another. If unset, when a new
  /// condition type is added or an existing condition's status is changed, the server defaults this to the current
  /// time.
  Time lastTransitionTime{};

  friend bool operator==(const CertificateSigningRequestCondition&, const CertificateSigningRequestCondition&);
};
BOOST_DESCRIBE_STRUCT(CertificateSigningRequestCondition, (), (type, status, reason, message, lastUpdateTime,
    lastTransitionTime))
KUBEXX_COMPILED(CertificateSigningRequestCondition)

/// CertificateSigningRequestStatus contains conditions used to indicate approved/denied/failed status of the request,
/// and the issued certificate.
struct CertificateSigningRequestStatus {
  /// conditions applied to the request. Known conditions are "Approved", "Denied", and "Failed". Merged by type.
  std::vector<CertificateSigningRequestCondition> conditions{};
  /// certificate is populated with an issued certificate by the signer after an Approved condition is present. This
  /// field is set via the /status subresource. Once populated, this field is immutable.
  Bytes certificate{};

  friend bool operator==(const CertificateSigningRequestStatus&, const CertificateSigningRequestStatus&);
};
BOOST_DESCRIBE_STRUCT(CertificateSigningRequestStatus, (), (conditions, certificate))
KUBEXX_COMPILED(CertificateSigningRequestStatus)

/// CertificateSigningRequest objects provide a mechanism to obtain x509 certificates by submitting a certificate
/// signing request, and having it asynchronously approved and issued.
struct CertificateSigningRequest {
  static constexpr ResourceInfo kubexx_resource{"certificates.k8s.io", "v1", "CertificateSigningRequest", "certificatesigningrequests", Scope::cluster};
  ObjectMeta metadata{};
  /// spec contains the certificate request, and is immutable after creation. Only the request, signerName,
  /// expirationSeconds, and usages fields can be set on creation. Other fields are derived by Kubernetes and cannot be
  /// modified by users.
  CertificateSigningRequestSpec spec{};
  /// status contains information about whether the request is approved or denied, and the certificate issued by the
  /// signer, or the failure condition indicating signer failure.
  CertificateSigningRequestStatus status{};

  friend bool operator==(const CertificateSigningRequest&, const CertificateSigningRequest&);
};
BOOST_DESCRIBE_STRUCT(CertificateSigningRequest, (), (metadata, spec, status))
KUBEXX_COMPILED(CertificateSigningRequest)

}  // namespace kubexx::certificatesv1
