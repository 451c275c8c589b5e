// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/scrape_access.hpp"

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

namespace kubexx {

namespace {

using nlohmann::json;

constexpr std::size_t kKept = 64;
constexpr Duration kAllowedFor = std::chrono::minutes(1);
constexpr Duration kDeniedFor = std::chrono::seconds(10);
constexpr Duration kTimeout = std::chrono::seconds(5);

const ResourceType& token_reviews()
{
  static const ResourceType type{"authentication.k8s.io", "v1", "TokenReview", "tokenreviews", Scope::cluster};
  return type;
}

const ResourceType& access_reviews()
{
  static const ResourceType type{"authorization.k8s.io", "v1", "SubjectAccessReview", "subjectaccessreviews",
                                 Scope::cluster};
  return type;
}

Object review(const ResourceType& type, json spec)
{
  const json body = {
      {"apiVersion", type.api_version()}, {"kind", type.kind}, {"metadata", json::object()}, {"spec", std::move(spec)}};
  return Object::parse(body.dump());
}

std::string bearer_token(const std::string& authorization)
{
  constexpr std::string_view scheme = "bearer ";  // in any case: RFC 9110, 11.1
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  const bool is_bearer =
      authorization.size() > scheme.size() &&
      std::equal(scheme.begin(), scheme.end(), authorization.begin(), [&](char a, char b) { return a == lower(b); });
  return is_bearer ? authorization.substr(scheme.size()) : std::string();
}

WriteOptions bounded()
{
  WriteOptions options;
  options.timeout = kTimeout;
  return options;
}

}  // namespace

ScrapeAccess::ScrapeAccess(Client client) : client_(std::move(client)), allowed_(kKept), denied_(kKept) {}

std::optional<unsigned> ScrapeAccess::known(const std::string& key, SteadyTime now)
{
  const std::lock_guard lock(mutex_);
  if (Answer* const answer = allowed_.find(key)) {
    if (now < answer->until) return answer->status;
    answer->until = saturating_add(now, kTimeout);  // those who come while it is asked about again share the answer
    return std::nullopt;
  }
  if (const Answer* const answer = denied_.find(key); answer != nullptr && now < answer->until) return answer->status;
  const std::chrono::duration<double> passed = now - counted_;
  left_ = std::min(kBurst, left_ + passed.count() * kPerSecond);
  counted_ = now;
  if (left_ < 1) return 429;
  left_ -= 1;
  return std::nullopt;
}

void ScrapeAccess::keep(const std::string& key, unsigned status, SteadyTime now)
{
  const bool may = status == 200;
  const std::lock_guard lock(mutex_);
  (may ? denied_ : allowed_).erase(key);
  (may ? allowed_ : denied_)[key] = {status, saturating_add(now, may ? kAllowedFor : kDeniedFor)};
}

void ScrapeAccess::expire(const std::string& key)
{
  const std::lock_guard lock(mutex_);
  if (Answer* const answer = allowed_.find(key)) *answer = {500, SteadyTime::min()};
}

awaitable<unsigned> ScrapeAccess::async_check(std::shared_ptr<ScrapeAccess> self, std::string authorization,
                                              std::string path)
{
  std::string token = bearer_token(authorization);
  if (token.empty()) co_return 401;
  const std::string key = path + " " + token;
  const Runtime& runtime = self->client_.runtime();
  if (const auto answer = self->known(key, runtime.clock->now())) co_return *answer;
  unsigned status = 500;
  try {
    status = co_await ask(self, std::move(token), std::move(path));
  } catch (const std::exception& error) {
    self->expire(key);
    runtime.log.error("cannot authenticate or authorize a metrics request", {{"error", error.what()}});
    co_return 500;
  }
  self->keep(key, status, runtime.clock->now());
  co_return status;
}

awaitable<unsigned> ScrapeAccess::ask(std::shared_ptr<ScrapeAccess> self, std::string token, std::string path)
{
  Object question = review(token_reviews(), {{"token", std::move(token)}});
  const Object who = co_await self->client_.async_create(token_reviews(), std::move(question), bounded());
  const json status = who.json().value("status", json::object());
  if (!status.value("authenticated", false)) co_return 401;
  const json user = status.value("user", json::object());
  json spec = {{"user", user.value("username", "")}, {"nonResourceAttributes", {{"path", path}, {"verb", "get"}}}};
  for (const char* field : {"uid", "groups", "extra"}) {
    if (user.contains(field)) spec[field] = user[field];
  }
  question = review(access_reviews(), std::move(spec));
  const Object may = co_await self->client_.async_create(access_reviews(), std::move(question), bounded());
  co_return may.json().value("status", json::object()).value("allowed", false) ? 200U : 403U;
}

}  // namespace kubexx
