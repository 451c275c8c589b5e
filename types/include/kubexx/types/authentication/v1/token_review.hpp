// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/authentication/v1/user_info.hpp"

namespace kubexx::authenticationv1 {

/// TokenReviewSpec is a description of the token authentication request.
struct TokenReviewSpec {
  /// token is the opaque bearer token.
  std::string token{};
  /// audiences is a list of the identifiers that the resource server presented with the token identifies as.
  /// Audience-aware token authenticators will verify that the token was intended for at least one of the audiences in
  /// this list.
  std::vector<std::string> audiences{};

  friend bool operator==(const TokenReviewSpec&, const TokenReviewSpec&);
};
BOOST_DESCRIBE_STRUCT(TokenReviewSpec, (), (token, audiences))
KUBEXX_COMPILED(TokenReviewSpec)

/// TokenReviewStatus is the result of the token authentication request.
struct TokenReviewStatus {
  /// authenticated indicates that the token was associated with a known user.
  bool authenticated = false;
  /// user is the UserInfo associated with the provided token.
  UserInfo user{};
  /// audiences are audience identifiers chosen by the authenticator that are compatible with both the TokenReview and
  /// token. An identifier is any identifier in the intersection of the TokenReviewSpec audiences and the token's
  /// audiences.
  std::vector<std::string> audiences{};
  /// error indicates that the token couldn't be checked
  std::string error{};

  friend bool operator==(const TokenReviewStatus&, const TokenReviewStatus&);
};
BOOST_DESCRIBE_STRUCT(TokenReviewStatus, (), (authenticated, user, audiences, error))
KUBEXX_COMPILED(TokenReviewStatus)

/// TokenReview attempts to authenticate a token to a known user. Note: TokenReview requests may be cached by the
/// webhook token authenticator plugin in the kube-apiserver.
struct TokenReview {
  static constexpr ResourceInfo kubexx_resource{"authentication.k8s.io", "v1", "TokenReview", "tokenreviews", Scope::cluster, false};
  ObjectMeta metadata{};
  /// spec holds information about the request being evaluated
  TokenReviewSpec spec{};
  /// status is filled in by the server and indicates whether the request can be authenticated.
  TokenReviewStatus status{};

  friend bool operator==(const TokenReview&, const TokenReview&);
};
BOOST_DESCRIBE_STRUCT(TokenReview, (), (metadata, spec, status))
KUBEXX_COMPILED(TokenReview)

}  // namespace kubexx::authenticationv1
