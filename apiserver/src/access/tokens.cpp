// SPDX-License-Identifier: Apache-2.0
#include "access/tokens.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>

#include "core/text.hpp"
#include "kubexx/base/base64.hpp"

namespace kubexx::apiserver {
namespace {

std::int64_t seconds_of(WallTime time)
{
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

}  // namespace

std::string BoundObject::collection() const
{
  return kind == "Pod" ? "/pods" : kind == "Secret" ? "/secrets" : "/nodes";
}

std::string Tokens::issue(IssuedToken token, const std::string& issuer, Random& random, WallTime now)
{
  if (issued_.size() >= look_at_) {
    // A token counts for a minute more, and then nobody should be told that it has expired for ever.
    const auto ended = now - std::chrono::hours(1);
    std::erase_if(issued_, [ended](const auto& entry) { return entry.second.expires <= ended; });
    look_at_ = std::max(look_at_, 2 * issued_.size());
  }
  token.id = random.uuid();
  Json about{{"namespace", token.namespace_}, {"serviceaccount", {{"name", token.name}, {"uid", token.uid}}}};
  if (!token.bound.kind.empty()) {
    about[lower(token.bound.kind)] = {{"name", token.bound.name}, {"uid", token.bound.uid}};
  }
  if (!token.node_name.empty()) {
    about["node"] = {{"name", token.node_name}};
    if (!token.node_uid.empty()) about["node"]["uid"] = token.node_uid;
  }
  if (token.warn_after) about["warnafter"] = seconds_of(*token.warn_after);
  const Json claims{{"iss", issuer},
                    {"aud", token.audiences},
                    {"iat", seconds_of(now)},
                    {"nbf", seconds_of(now)},
                    {"exp", seconds_of(token.expires)},
                    {"jti", token.id},
                    {"kubernetes.io", std::move(about)},
                    {"sub", "system:serviceaccount:" + token.namespace_ + ":" + token.name}};
  std::string secret;
  for (int part = 0; part < 4; ++part) secret += std::to_string(random.next()) + ".";
  secret.pop_back();
  const auto text = encode_base64(dump(Json{{"alg", "none"}, {"typ", "JWT"}}), Base64::url) + "." +
                    encode_base64(dump(claims), Base64::url) + "." + encode_base64(secret, Base64::url);
  issued_.insert_or_assign(text, std::move(token));
  return text;
}

const IssuedToken* Tokens::find(std::string_view text) const
{
  const auto found = issued_.find(text);
  return found == issued_.end() ? nullptr : &found->second;
}

}  // namespace kubexx::apiserver
