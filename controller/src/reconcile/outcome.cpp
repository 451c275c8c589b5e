// SPDX-License-Identifier: Apache-2.0
#include "reconcile/outcome.hpp"

#include <algorithm>
#include <string_view>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/controller/not_synced.hpp"

namespace kubexx {

namespace {
constexpr unsigned kTooLarge = 413;
constexpr unsigned kInvalid = 422;

// Other field managers own what an apply sets: it stays so until somebody gives way.
bool is_apply_conflict(const ApiError& error)
{
  const auto& causes = error.status().causes;
  return std::any_of(causes.begin(), causes.end(),
                     [](const StatusCause& cause) { return cause.reason == "FieldManagerConflict"; });
}

// Somebody deleted the object after it was read: its event is on its way, as after a conflict. The text is that of
// k8s.io/apimachinery/pkg/api/validation/objectmeta.go.
bool is_deleted_meanwhile(const ApiError& error)
{
  return error.code() == kInvalid &&
         std::string_view(error.what()).find("no new finalizers can be added if the object is being deleted") !=
             std::string_view::npos;
}

}  // namespace

Duration delay_of_retry_after(Duration asked, Random& random)
{
  return random.jitter(std::clamp(asked, Duration::zero(), kLongestRetryAfter), kRetryAfterJitter);
}

Outcome outcome_of(const Result& result)
{
  Outcome outcome;
  outcome.priority = result.priority();
  switch (result.kind()) {
    case Result::Kind::done:
      break;
    case Result::Kind::requeue_after:
      outcome.kind = Outcome::Kind::requeue_after;
      outcome.delay = result.delay();
      break;
    case Result::Kind::requeue:
      outcome.kind = Outcome::Kind::requeue;
      break;
    case Result::Kind::terminal:
      outcome.kind = Outcome::Kind::terminal;
      outcome.message = result.message();
      break;
  }
  return outcome;
}

Outcome outcome_of(const std::exception_ptr& failure)
{
  Outcome outcome;
  outcome.kind = Outcome::Kind::error;
  try {
    std::rethrow_exception(failure);
  } catch (const TerminalError& error) {
    outcome.kind = Outcome::Kind::terminal;
    outcome.message = error.what();
  } catch (const NotSynced& error) {
    outcome.kind = Outcome::Kind::not_synced;
    outcome.message = error.what();
  } catch (const ApiError& error) {
    outcome.already_exists = is_already_exists(error);
    const bool passes = (is_conflict(error) && !is_apply_conflict(error)) || is_deleted_meanwhile(error);
    if (passes || outcome.already_exists) outcome.kind = Outcome::Kind::conflict;
    outcome.refused = !passes && (error.code() == kInvalid || error.code() == kTooLarge);
    outcome.message = error.what();
    if (error.retryable()) outcome.retry_after = error.status().retry_after;
  } catch (const std::exception& error) {
    outcome.message = error.what();
  } catch (...) {
    outcome.kind = Outcome::Kind::panic;
    outcome.message = "the reconciler threw something that is not a std::exception";
  }
  return outcome;
}

const char* label_of(Outcome::Kind kind) noexcept
{
  switch (kind) {
    case Outcome::Kind::success:
      return "success";
    case Outcome::Kind::requeue_after:
      return "requeue_after";
    case Outcome::Kind::requeue:
      return "requeue";
    case Outcome::Kind::conflict:
      return "conflict";
    case Outcome::Kind::not_synced:
      return "not_synced";
    case Outcome::Kind::superseded:
      return "superseded";
    case Outcome::Kind::terminal:
    case Outcome::Kind::error:
    case Outcome::Kind::panic:
      break;
  }
  return "error";
}

}  // namespace kubexx
