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
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx::authenticationv1 {

/// BoundObjectReference is a reference to an object that a token is bound to.
struct BoundObjectReference {
  /// kind of the referent. Valid kinds are 'Pod', 'Secret', 'Node', 'ValidatingWebhookConfiguration', and
  /// 'MutatingWebhookConfiguration'.
  std::string kind{};
  /// apiVersion is API version of the referent.
  std::string apiVersion{};
  /// name of the referent.
  std::string name{};
  /// uid of the referent.
  std::string uid{};

  friend bool operator==(const BoundObjectReference&, const BoundObjectReference&);
};
BOOST_DESCRIBE_STRUCT(BoundObjectReference, (), (kind, apiVersion, name, uid))
KUBEXX_COMPILED(BoundObjectReference)

/// TokenRequestSpec contains client provided parameters of a token request.
struct TokenRequestSpec {
  /// audiences are the intendend audiences of the token. A recipient of a token must identify themself with an
  /// identifier in the list of audiences of the token, and otherwise should reject the token.
  std::vector<std::string> audiences{};
  /// expirationSeconds is the requested duration of validity of the request. The token issuer may return a token with a
  /// different validity duration so a client needs to check the 'expiration' field in a response.
  std::optional<std::int64_t> expirationSeconds{};
  /// boundObjectRef is a reference to an object that the token will be bound to. The token will only be valid for as
  /// long as the bound object exists. NOTE: The API server's TokenReview endpoint will validate the BoundObjectRef, but
  /// other audiences may not.
  std::optional<BoundObjectReference> boundObjectRef{};
  /// attestations is a map of well-known keys to string-slice values. The values for each key have a specific semantic
  /// meaning, which is documented on the key definition. Requesters of tokens may ask the Kubernetes API Server to
  /// attest to certain claims.
  std::map<std::string, std::vector<std::string>> attestations{};

  friend bool operator==(const TokenRequestSpec&, const TokenRequestSpec&);
};
BOOST_DESCRIBE_STRUCT(TokenRequestSpec, (), (audiences, expirationSeconds, boundObjectRef, attestations))
KUBEXX_COMPILED(TokenRequestSpec)

/// TokenRequestStatus is the result of a token request.
struct TokenRequestStatus {
  /// token is the opaque bearer token.
  std::string token{};
  /// expirationTimestamp is the time of expiration of the returned token.
  Time expirationTimestamp{};

  friend bool operator==(const TokenRequestStatus&, const TokenRequestStatus&);
};
BOOST_DESCRIBE_STRUCT(TokenRequestStatus, (), (token, expirationTimestamp))
KUBEXX_COMPILED(TokenRequestStatus)

/// TokenRequest requests a token for a given service account.
struct TokenRequest {
  static constexpr ResourceInfo kubexx_resource{"authentication.k8s.io", "v1", "TokenRequest", "tokenrequests", Scope::namespaced, false};
  ObjectMeta metadata{};
  /// spec holds information about the request being evaluated
  TokenRequestSpec spec{};
  /// status is filled in by the server and indicates whether the token can be authenticated.
  TokenRequestStatus status{};

  friend bool operator==(const TokenRequest&, const TokenRequest&);
};
BOOST_DESCRIBE_STRUCT(TokenRequest, (), (metadata, spec, status))
KUBEXX_COMPILED(TokenRequest)

}  // namespace kubexx::authenticationv1
