// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "kubexx/client/client.hpp"
#include "kubexx/http/message.hpp"

namespace kubexx {

/// Who may scrape the metrics: the API server is asked whose the bearer token is (TokenReview), and whether that user
/// may get the path (SubjectAccessReview), as controller-runtime's filters.WithAuthenticationAndAuthorization does.
/// Answers are kept for a while, denials shorter. Thread safe.
class ScrapeAccess {
public:
  explicit ScrapeAccess(Client client) : client_(std::move(client)) {}

  /// 200: it may. Otherwise what to answer: 401, 403, or 500 when the API server gives no answer.
  [[nodiscard]] static awaitable<unsigned> async_check(std::shared_ptr<ScrapeAccess> self, std::string authorization,
                                                       std::string path);

private:
  struct Answer {
    unsigned status = 401;
    SteadyTime until{};
  };
  [[nodiscard]] static awaitable<unsigned> ask(std::shared_ptr<ScrapeAccess> self, std::string token, std::string path);

  const Client client_;
  std::mutex mutex_;
  std::map<std::string, Answer> known_;  // guarded by mutex_; by token and path; at most kKept
};

}  // namespace kubexx
