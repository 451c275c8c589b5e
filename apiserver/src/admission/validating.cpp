// SPDX-License-Identifier: Apache-2.0
// k8s.io/apiserver/pkg/admission/plugin/webhook/validating: all webhooks of a write are asked at the same time.
#include <boost/asio/this_coro.hpp>
#include <mutex>
#include <utility>

#include "admission/admission.hpp"
#include "admission/ask.hpp"
#include "admission/objects.hpp"
#include "admission/policies.hpp"
#include "kubexx/base/asio.hpp"

namespace kubexx::apiserver {
namespace {

/// What the webhooks of one write say, in the order in which they answer. Thread safe.
class Answers {
public:
  explicit Answers(std::size_t awaited) : awaited_(awaited) {}

  void add(std::vector<std::string> warnings, std::exception_ptr error)
  {
    const std::lock_guard lock(mutex_);
    warnings_.insert(warnings_.end(), warnings.begin(), warnings.end());
    if (!first_error_) first_error_ = std::move(error);
    if (--awaited_ == 0) complete_.fire();
  }

  [[nodiscard]] awaitable<void> wait() const { return complete_.wait(); }

  /// Of all; throws the first error.
  void finish(std::vector<std::string>& warnings)
  {
    const std::lock_guard lock(mutex_);
    warnings.insert(warnings.end(), warnings_.begin(), warnings_.end());
    if (first_error_) std::rethrow_exception(first_error_);
  }

private:
  std::mutex mutex_;
  std::vector<std::string> warnings_;  // guarded by mutex_
  std::exception_ptr first_error_;     // guarded by mutex_
  std::size_t awaited_;                // guarded by mutex_
  OneShot complete_;
};

/// One of the answers that a write waits for. Destroyed without one, as when its coroutine never runs again, it gives
/// an error: the write waits inside the answers, which would keep each other for ever.
class AwaitedAnswer {
public:
  explicit AwaitedAnswer(std::shared_ptr<Answers> answers) : answers_(std::move(answers)) {}
  AwaitedAnswer(AwaitedAnswer&&) noexcept = default;
  AwaitedAnswer& operator=(AwaitedAnswer&&) = delete;
  AwaitedAnswer(const AwaitedAnswer&) = delete;
  AwaitedAnswer& operator=(const AwaitedAnswer&) = delete;
  ~AwaitedAnswer()
  {
    if (answers_) answers_->add({}, std::make_exception_ptr(request_timed_out()));
  }

  void give(std::vector<std::string> warnings, std::exception_ptr error)
  {
    std::exchange(answers_, nullptr)->add(std::move(warnings), std::move(error));
  }

private:
  std::shared_ptr<Answers> answers_;  // null once given
};

/// Asks one of them. The admission owns its webhook.
awaitable<void> ask_one(std::shared_ptr<Server> server, AdmissionPtr /*owner*/, Question question, AwaitedAnswer answer)
{
  std::vector<std::string> warnings;
  std::exception_ptr error;
  const auto& webhook = *question.webhook;
  try {
    (void)co_await ask(std::move(server), std::move(question), warnings);
  } catch (const WebhookProblem& problem) {
    if (!webhook.ignore_failures) error = std::make_exception_ptr(calling_failed(webhook, problem));
  } catch (...) {
    error = std::current_exception();
  }
  answer.give(std::move(warnings), error);
}

}  // namespace

awaitable<void> validate_admission(std::shared_ptr<Server> server, AdmissionPtr admission,
                                   const AdmissionAttributes& attributes, std::vector<std::string>& warnings)
{
  if (!admission || !is_admitted(attributes)) co_return;
  co_await validate_policies(server, admission->webhooks->policies, attributes, warnings);
  std::vector<Question> questions;
  std::exception_ptr early;  // what is wrong before anybody is asked comes first
  for (const auto& webhook : admission->webhooks->validating) {
    const auto invocation = invocation_of(*server, webhook, attributes);
    if (!invocation) continue;
    const auto objects = co_await versioned_objects(server, attributes, *invocation);
    if (!webhook_conditions_hold(server, *invocation, attributes, objects)) continue;
    try {
      questions.push_back(question_for(*server, *invocation, attributes, objects, false));
    } catch (const WebhookProblem& problem) {
      if (!early && !webhook.ignore_failures) early = std::make_exception_ptr(calling_failed(webhook, problem));
    } catch (const Failure&) {
      if (!early) early = std::current_exception();
    }
  }
  if (!questions.empty()) {
    const auto answers = std::make_shared<Answers>(questions.size());
    const auto executor = co_await asio::this_coro::executor;
    for (auto& question : questions)
      spawn(executor, ask_one(server, admission, std::move(question), AwaitedAnswer(answers)));
    co_await answers->wait();
    if (!early) answers->finish(warnings);
  }
  if (early) std::rethrow_exception(early);
}

}  // namespace kubexx::apiserver
