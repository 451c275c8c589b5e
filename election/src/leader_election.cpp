// SPDX-License-Identifier: Apache-2.0
#include "kubexx/election/leader_election.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "election.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/utf8.hpp"
#include "kubexx/http/transport.hpp"
#include "leadership.hpp"

namespace kubexx {

namespace {

// client-go's JitterFactor: a retry period must fit into the renew deadline with its jitter.
constexpr double kRetryRoom = 1.2;

bool is_object_name(std::string_view name)
{
  return dns_subdomain_problems(name).empty();
}

std::string in_go_notation(Duration duration)
{
  return MetaDuration(duration).to_string();
}

}  // namespace

std::vector<std::string> mistakes_of(const LeaderElectionOptions& options)
{
  std::vector<std::string> mistakes;
  if (options.lease.empty()) {
    mistakes.emplace_back("the name of the Lease is missing");
  } else if (!is_object_name(options.lease)) {
    mistakes.push_back(
        "the name of the Lease, '" + valid_utf8(options.lease) +
        "', must consist of lower case letters, digits, '-' and '.', begin and end with a letter or digit, and have " +
        "at most 253 characters");
  }
  const std::string& space = options.namespace_;
  if (!space.empty() && (!is_object_name(space) || space.size() > 63 || space.find('.') != std::string::npos)) {
    mistakes.push_back("the namespace of the Lease, '" + valid_utf8(space) +
                       "', must consist of lower case letters, digits and '-', begin and end with a letter or digit, "
                       "and have at most 63 characters");
  }
  if (valid_utf8(options.identity) != options.identity) mistakes.emplace_back("the identity must be valid UTF-8");
  const auto retry = std::chrono::duration<double, Duration::period>(options.retry_period);
  if (options.retry_period <= Duration::zero()) {
    mistakes.push_back("the retry period must be greater than zero, not " + in_go_notation(options.retry_period));
  } else if (std::chrono::duration<double, Duration::period>(options.renew_deadline) <= retry * kRetryRoom) {
    mistakes.push_back("the renew deadline, " + in_go_notation(options.renew_deadline) +
                       ", must be greater than 1.2 times the retry period, " + in_go_notation(options.retry_period));
  }
  if (options.lease_duration <= options.renew_deadline) {
    mistakes.push_back("the lease duration, " + in_go_notation(options.lease_duration) +
                       ", must be greater than the renew deadline, " + in_go_notation(options.renew_deadline));
  }
  return mistakes;
}

namespace {

class Fence final : public Interceptor {
public:
  explicit Fence(std::shared_ptr<const Leadership> leadership) : leadership_(std::move(leadership)) {}

  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    if (!leadership_->holds())
      throw TransportError(TransportErrc::cancelled, "not sent: this replica is not the leader");
    if (is_write(call.verb)) {
      const SteadyTime end = leadership_->lease_end();
      call.limits.deadline = std::min(call.limits.deadline.value_or(end), end);
    }
    return next(std::move(call));
  }

private:
  const std::shared_ptr<const Leadership> leadership_;
};

}  // namespace

/// What the handles share.
class LeaderElector::Impl {
public:
  explicit Impl(std::shared_ptr<Election> of) : election(std::move(of)) {}
  ~Impl() { election->abandon(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  const std::shared_ptr<Election> election;
};

LeaderElector::LeaderElector(Client client, LeaderElectionOptions options, Callbacks callbacks)
    : impl_(std::make_shared<Impl>(
          std::make_shared<Election>(std::move(client), std::move(options), std::move(callbacks))))
{
}

void LeaderElector::start() const
{
  impl_->election->start();
}
awaitable<bool> LeaderElector::async_stop(bool release, SteadyTime deadline) const
{
  return Election::stop(impl_->election, release, deadline);
}
bool LeaderElector::stop(SteadyTime deadline, bool release) const
{
  const Runtime& runtime = impl_->election->runtime();
  const auto work = [election = impl_->election, release, deadline] {
    return Election::stop(election, release, deadline);
  };
  return block_on(runtime.executor, work, "async_stop", *runtime.clock, deadline);
}
bool LeaderElector::is_leader() const noexcept
{
  return impl_->election->leadership()->holds();
}
std::string LeaderElector::leader() const
{
  return impl_->election->leader();
}
const LeaderElectionOptions& LeaderElector::options() const noexcept
{
  return impl_->election->options();
}
Client LeaderElector::fence(const Client& client) const
{
  return client.with_innermost(std::make_shared<Fence>(impl_->election->leadership()));
}

}  // namespace kubexx
