// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kubexx/controller/webhook_authority.hpp"
#include "kubexx/http/detail/sha256.hpp"

namespace kubexx {

namespace {

constexpr std::size_t kLongestLabel = 63;
constexpr std::size_t kHashDigits = 40;

}  // namespace

ObjectKey secret_of(const WebhookAuthorityOptions& options)
{
  return {options.namespace_, options.secret.empty() ? options.service + "-certificates" : options.secret};
}

std::string mark_of(const WebhookAuthorityOptions& options)
{
  if (!options.mark.empty()) return options.mark;
  const ObjectKey secret = secret_of(options);
  const std::string text = secret.namespace_ + "." + secret.name;
  return text.size() <= kLongestLabel ? text : detail::sha256_hex(text).substr(0, kHashDigits);
}

std::vector<std::string> mistakes_of(const WebhookAuthorityOptions& options)
{
  std::vector<std::string> mistakes;
  const auto require = [&](bool well, const char* otherwise) {
    if (!well) mistakes.push_back(std::string("WebhookAuthorityOptions::") + otherwise);
  };
  require(!options.service.empty(), "service is empty: name the Service in front of the webhooks");
  require(!options.namespace_.empty(),
          "namespace_ is empty: name that of the Service; in a pod, own_namespace() returns it");
  require(mark_of(options).size() <= kLongestLabel,
          "mark is longer than the 63 characters of a label: set a shorter one");
  require(options.certificate_lifetime > Duration::zero(), "certificate_lifetime is not positive");
  require(options.certificate_lifetime <= options.authority_lifetime / 3,
          "certificate_lifetime is longer than a third of authority_lifetime");
  require(options.settle >= Duration::zero(), "settle is negative");
  require(options.overlap >= Duration::zero() && options.overlap <= options.certificate_lifetime / 3,
          "overlap is negative or longer than a third of certificate_lifetime");
  return mistakes;
}

}  // namespace kubexx
