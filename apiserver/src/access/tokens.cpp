// SPDX-License-Identifier: Apache-2.0
#include "access/tokens.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>

#include "kubexx/base/base64.hpp"

namespace kubexx::apiserver {
namespace {

std::int64_t seconds_of(WallTime time)
{
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

}  // namespace

std::string Tokens::issue(IssuedToken token, Random& random, WallTime now)
{
  if (issued_.size() >= look_at_) {
    std::erase_if(issued_, [now](const auto& entry) { return entry.second.expires <= now; });
    look_at_ = std::max(look_at_, 2 * issued_.size());
  }
  token.id = random.uuid();
  const Json claims{{"iss", token_issuer},
                    {"aud", token.audiences},
                    {"iat", seconds_of(now)},
                    {"nbf", seconds_of(now)},
                    {"exp", seconds_of(token.expires)},
                    {"jti", token.id},
                    {"kubernetes.io",
                     {{"namespace", token.namespace_}, {"serviceaccount", {{"name", token.name}, {"uid", token.uid}}}}},
                    {"sub", "system:serviceaccount:" + token.namespace_ + ":" + token.name}};
  std::string secret;
  for (int part = 0; part < 4; ++part) secret += std::to_string(random.next()) + ".";
  secret.pop_back();
  const auto text = encode_base64(dump(Json{{"alg", "none"}, {"typ", "JWT"}}), Base64::url) + "." +
                    encode_base64(dump(claims), Base64::url) + "." + encode_base64(secret, Base64::url);
  issued_.insert_or_assign(text, std::move(token));
  return text;
}

const IssuedToken* Tokens::find(std::string_view text, WallTime now)
{
  const auto found = issued_.find(text);
  return found == issued_.end() || found->second.expires <= now ? nullptr : &found->second;
}

}  // namespace kubexx::apiserver
