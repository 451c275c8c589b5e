// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/evp.h>

#include <array>
#include <chrono>
#include <compare>
#include <kubexx/client/typed.hpp>
#include <kubexx/types/authentication/v1/token_review.hpp>
#include <kubexx/types/authorization/v1/subject_access_review.hpp>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// Asks the API server who a bearer token belongs to, and what that user may do; both answers are kept for a while. Of
/// a token only the SHA-256 is kept. Thread safe. Needs the rules `create tokenreviews` of authentication.k8s.io and
/// `create subjectaccessreviews` of authorization.k8s.io (system:auth-delegator).
class Reviews {
public:
  struct User {
    std::string name;
    std::vector<std::string> groups;
    auto operator<=>(const User&) const = default;
  };
  struct Action {
    std::string verb, group, resource, namespace_;
    auto operator<=>(const Action&) const = default;
  };

  /// An answer is kept for `ttl`: a token that is revoked, and a right that is withdrawn, count for that long.
  Reviews(kubexx::Client client, kubexx::Duration ttl) : client_(std::move(client)), ttl_(ttl) {}

  /// Nullopt: the token is not valid. Throws if the API server cannot be asked: nobody is let in then.
  std::optional<User> authenticate(const std::string& token)
  {
    const Digest id = digest_of(token);
    if (auto known = find(users_, id)) return *known;
    kubexx::authenticationv1::TokenReview review;
    review.spec.token = token;
    const auto answer = kubexx::api<kubexx::authenticationv1::TokenReview>(client_).create(review, call());
    std::optional<User> user;
    if (answer->status.authenticated) user = User{answer->status.user.username, answer->status.user.groups};
    keep(users_, id, user);
    return user;
  }

  bool allows(const User& user, const Action& action)
  {
    const auto id = std::pair(user, action);
    if (const auto known = find(rights_, id)) return *known;
    kubexx::authorizationv1::SubjectAccessReview review;
    review.spec.user = user.name;
    review.spec.groups = user.groups;
    auto& attributes = review.spec.resourceAttributes.emplace();
    attributes.verb = action.verb;
    attributes.group = action.group;
    attributes.resource = action.resource;
    attributes.namespace_ = action.namespace_;
    const auto answer = kubexx::api<kubexx::authorizationv1::SubjectAccessReview>(client_).create(review, call());
    keep(rights_, id, answer->status.allowed);
    return answer->status.allowed;
  }

private:
  template <class Value>
  struct Kept {
    Value value;
    kubexx::SteadyTime until;
  };
  template <class Key, class Value>
  using Cache = std::map<Key, Kept<Value>>;
  using Digest = std::array<unsigned char, 32>;
  static constexpr std::size_t kMostKept = 10'000;  // of each kind

  static Digest digest_of(const std::string& text)
  {
    Digest digest{};
    if (EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1) {
      throw std::runtime_error("SHA-256 is not available");
    }
    return digest;
  }
  static kubexx::WriteOptions call()
  {
    kubexx::WriteOptions options;
    options.timeout = std::chrono::seconds(2);  // a caller waits
    return options;
  }
  template <class Key, class Value>
  std::optional<Value> find(const Cache<Key, Value>& cache, const Key& key)
  {
    const std::lock_guard lock(mutex_);
    const auto found = cache.find(key);
    if (found == cache.end() || found->second.until <= client_.runtime().clock->now()) return std::nullopt;
    return found->second.value;
  }
  template <class Key, class Value>
  void keep(Cache<Key, Value>& cache, const Key& key, const Value& value)
  {
    const auto now = client_.runtime().clock->now();
    const std::lock_guard lock(mutex_);
    if (cache.size() >= kMostKept) std::erase_if(cache, [now](const auto& one) { return one.second.until <= now; });
    if (cache.size() >= kMostKept) cache.clear();
    cache.insert_or_assign(key, Kept<Value>{value, now + ttl_});
  }

  const kubexx::Client client_;
  const kubexx::Duration ttl_;
  std::mutex mutex_;
  Cache<Digest, std::optional<User>> users_;     // guarded by mutex_
  Cache<std::pair<User, Action>, bool> rights_;  // guarded by mutex_
};
