// SPDX-License-Identifier: Apache-2.0
#include "webhook/admission_call.hpp"

#include <boost/asio/error.hpp>
#include <exception>
#include <utility>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/json_patch.hpp"
#include "webhook/recorded_admission.hpp"

namespace kubexx::detail {

namespace {

constexpr unsigned kBadRequest = 400, kInternalError = 500, kUnavailable = 503, kGatewayTimeout = 504;

Status status(unsigned code, const char* reason, std::string message)
{
  Status status;
  status.code = code;
  status.reason = reason;
  status.message = std::move(message);
  return status;
}

/// Whether an update of an object in deletion changes nothing but its metadata, such as its finalizers.
bool only_lets_go(const AdmissionRequest& request)
{
  if (request.operation != AdmissionOperation::update || !request.old_object || !request.object) return false;
  if (!request.object.is_deleting()) return false;
  std::size_t members = 0;
  for (auto child = JsonView(request.object.bytes()).children(); child.next(); ++members) {
    const std::string name = child.key();
    const JsonView before = JsonView(request.old_object.bytes()).member(name);
    if (name != "metadata" && before.bytes() != child.value().bytes()) return false;
  }
  for (auto child = JsonView(request.old_object.bytes()).children(); child.next();) {
    if (members == 0) return false;
    --members;
  }
  return members == 0;
}

bool is_for(WebhookPhase phase, AdmissionOperation operation)
{
  switch (phase) {
    case WebhookPhase::defaults:
    case WebhookPhase::validates:
      return operation == AdmissionOperation::create || operation == AdmissionOperation::update;
    case WebhookPhase::validates_update:
      return operation == AdmissionOperation::update;
    case WebhookPhase::validates_deletion:
      return operation == AdmissionOperation::remove;
  }
  return false;
}

/// Adds a denial to one that is there: field errors are joined, and of other denials the first one counts.
void join(AdmissionVerdict& all, const AdmissionVerdict& next)
{
  if (next.allowed()) return;
  if (all.allowed()) {
    all = next;
    return;
  }
  auto causes = all.status().causes;
  const auto& more = next.status().causes;
  if (!all.status().message.empty() || !next.status().message.empty() || more.empty()) return;
  causes.insert(causes.end(), more.begin(), more.end());
  all = AdmissionVerdict(std::move(causes));
}

awaitable<void> run_coroutine(const AdmissionHandler* handler, AdmissionContext* context, AdmissionOutcome* outcome)
{
  *outcome = co_await handler->coroutine(*context);
}

/// One call, from the request to what is decided.
class AdmissionCall {
public:
  AdmissionCall(const AdmissionEndpoint& endpoint, const WebhookServices& services, AdmissionRequest request,
                CallLimits limits)
      : endpoint_(endpoint),
        bounds_(*services.runtime.clock, std::move(limits)),
        context_(services.caches,
                 {endpoint.path, services.client, services.runtime.log, bounds_.stop_token(), bounds_.deadline()},
                 std::move(request))
  {
  }

  awaitable<void> run()
  {
    try {
      co_await run_handlers();
      if (bounds_.is_late()) time_out();
    } catch (const AdmissionDenied& denial) {
      deny(AdmissionResult::denied, denial.verdict());
    } catch (const UnreadableRequest& error) {
      fail(AdmissionResult::error, status(kBadRequest, "BadRequest", error.what()));
    } catch (const ApiError& error) {
      fail(AdmissionResult::error, error.status());
    } catch (const boost::system::system_error& error) {
      failed(error.code() == asio::error::operation_aborted, error.what());
    } catch (const std::exception& error) {
      failed(false, error.what());
    } catch (...) {
      failed(false, "an exception that is not a std::exception");
    }
  }

  [[nodiscard]] const AdmissionAnswer& answer() const noexcept { return answer_; }
  [[nodiscard]] AdmissionResult result() const noexcept { return result_; }
  [[nodiscard]] const AdmissionContext& context() const noexcept { return context_; }

private:
  awaitable<void> run_handlers()
  {
    const AdmissionRequest& request = context_.request();
    const bool skips =
        !endpoint_.raw && !endpoint_.mutating && !endpoint_.options.validates_deleting && only_lets_go(request);
    if (skips) co_return;
    for (const auto& [phase, handler] : endpoint_.handlers) {
      if (!endpoint_.raw && !is_for(phase, request.operation)) continue;
      AdmissionOutcome outcome;
      if (handler.plain) {
        outcome = handler.plain(context_);
      } else {
        co_await bounds_.run(run_coroutine(&handler, &context_, &outcome));
      }
      join(answer_.verdict, outcome.verdict);
      if (outcome.object && outcome.verdict.allowed()) patch(outcome.object);
    }
    if (!answer_.verdict.allowed()) deny(AdmissionResult::denied, answer_.verdict);
  }

  void patch(const Object& changed)
  {
    const Object& before = context_.request().object;
    if (!before || changed.bytes() == before.bytes()) return;
    std::string patch = make_json_patch(before, changed).body;
    if (patch != "[]") answer_.json_patch = std::move(patch);
  }

  void deny(AdmissionResult result, const AdmissionVerdict& verdict)
  {
    result_ = result;
    answer_.verdict = verdict;
    answer_.json_patch.clear();
    const Status& status = verdict.status();
    context_.log().debug("request denied",
                         {{"code", status.code}, {"reason", status.reason}, {"message", status.message}});
  }
  void fail(AdmissionResult result, Status status)
  {
    result_ = result;
    context_.log().warn("webhook failed, request refused", {{"code", status.code}, {"error", status.message}});
    answer_.verdict = AdmissionVerdict::denied(std::move(status));
    answer_.json_patch.clear();
  }
  void time_out()
  {
    result_ = AdmissionResult::timeout;
    context_.log().warn("webhook took longer than the API server waits");
    answer_.verdict = AdmissionVerdict::denied(
        status(kGatewayTimeout, "Timeout", "the webhook " + endpoint_.path + " did not decide in time"));
    answer_.json_patch.clear();
  }
  void failed(bool aborted, const std::string& error)
  {
    if (bounds_.is_late()) return time_out();
    if (aborted && bounds_.server_stops()) {
      return fail(AdmissionResult::error, status(kUnavailable, "ServiceUnavailable", "the webhook server is stopping"));
    }
    result_ = AdmissionResult::exception;
    context_.log().error("webhook handler threw an exception", {{"error", error}});
    answer_.verdict = AdmissionVerdict::denied(
        status(kInternalError, "InternalError", "the webhook " + endpoint_.path + " failed: " + error));
    answer_.json_patch.clear();
  }

  const AdmissionEndpoint& endpoint_;
  CallBounds bounds_;
  AdmissionContext context_;
  AdmissionAnswer answer_;
  AdmissionResult result_ = AdmissionResult::allowed;
};

}  // namespace

awaitable<DecidedCall> decide(std::shared_ptr<const AdmissionEndpoint> endpoint,
                              std::shared_ptr<const WebhookServices> services, AdmissionReview review,
                              CallLimits limits)
{
  const Clock& clock = *services->runtime.clock;
  const SteadyTime begin = clock.now();
  const WallTime began = clock.wall_now();
  AdmissionCall call(*endpoint, *services, std::move(review.request), std::move(limits));
  co_await call.run();
  if (services->recorder) {
    record_admission(*services->recorder, endpoint->path,
                     {call.context().request(), call.answer(), call.result(), began, clock.now() - begin});
  }
  DecidedCall decided;
  decided.result = call.result();
  decided.body = write_admission_review(review.api_version, call.context(), call.answer());
  co_return decided;
}

}  // namespace kubexx::detail
