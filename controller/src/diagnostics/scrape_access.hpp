// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "events/recently_used.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/http/message.hpp"

namespace kubexx {

/// Who may scrape the metrics: the API server is asked whose the bearer token is (TokenReview), and whether that user
/// may get the path (SubjectAccessReview), as controller-runtime's filters.WithAuthenticationAndAuthorization does.
/// Answers are kept for a while, denials shorter. Thread safe.
///
/// Whoever reaches the port may send any token, so what is asked about tokens that have not been let in before is
/// bounded: kBurst of them at once, then kPerSecond, two requests each. Tokens that have been let in do not compete
/// with them: they are kept apart and asked about again whatever else comes.
class ScrapeAccess {
public:
  static constexpr double kPerSecond = 5;
  static constexpr double kBurst = 10;

  /// `client` has connections and a budget of its own.
  explicit ScrapeAccess(Client client);

  /// 200: it may. Otherwise what to answer: 401, 403, 429 when too many unknown tokens come, or 500 when the API server
  /// gives no answer.
  [[nodiscard]] static awaitable<unsigned> async_check(std::shared_ptr<ScrapeAccess> self, std::string authorization,
                                                       std::string path);

private:
  struct Answer {
    unsigned status = 401;
    SteadyTime until{};
  };
  [[nodiscard]] static awaitable<unsigned> ask(std::shared_ptr<ScrapeAccess> self, std::string token, std::string path);
  /// What is known of a path and token, or, when there is nothing better, 429. nullopt: the API server is to be asked.
  [[nodiscard]] std::optional<unsigned> known(const std::string& key, SteadyTime now);
  void keep(const std::string& key, unsigned status, SteadyTime now);
  /// The API server gave no answer: what was known of it is not known any more.
  void expire(const std::string& key);

  const Client client_;
  std::mutex mutex_;
  RecentlyUsed<std::string, Answer> allowed_, denied_;  // guarded by mutex_; by path and token
  double left_ = kBurst;                                // guarded by mutex_; unknown tokens that may be asked about
  SteadyTime counted_{};                                // guarded by mutex_; when left_ was brought up to date
};

}  // namespace kubexx
