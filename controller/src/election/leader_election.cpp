// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/leader_election.hpp"

#include <utility>

#include "election/leader_elector.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx {

namespace {

// client-go's JitterFactor: a retry period must fit into the renew deadline with its jitter.
constexpr double kRetryRoom = 1.2;

std::string shown(Duration duration)
{
  return MetaDuration(duration).to_string();
}

}  // namespace

std::vector<std::string> mistakes_of(const LeaderElectionOptions& options)
{
  std::vector<std::string> mistakes;
  if (options.lease.empty()) mistakes.emplace_back("the name of the Lease is missing");
  const auto retry = std::chrono::duration<double, Duration::period>(options.retry_period);
  if (options.retry_period <= Duration::zero()) {
    mistakes.push_back("the retry period must be greater than zero, not " + shown(options.retry_period));
  } else if (std::chrono::duration<double, Duration::period>(options.renew_deadline) <= retry * kRetryRoom) {
    mistakes.push_back("the renew deadline, " + shown(options.renew_deadline) +
                       ", must be greater than 1.2 times the retry period, " + shown(options.retry_period));
  }
  if (options.lease_duration <= options.renew_deadline) {
    mistakes.push_back("the lease duration, " + shown(options.lease_duration) +
                       ", must be greater than the renew deadline, " + shown(options.renew_deadline));
  }
  return mistakes;
}

namespace {

class Fence final : public Interceptor {
public:
  explicit Fence(LeaderElector elector) : elector_(std::move(elector)) {}

  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    if (!elector_.is_leader()) {
      throw TransportError(TransportErrc::cancelled, "not sent: this replica does not lead");
    }
    return next(std::move(call));
  }

private:
  const LeaderElector elector_;
};

}  // namespace

LeaderElector::LeaderElector(Client client, LeaderElectionOptions options, Callbacks callbacks)
    : impl_(std::make_shared<Impl>(std::move(client), std::move(options), std::move(callbacks)))
{
}

void LeaderElector::start() const
{
  impl_->start();
}
awaitable<void> LeaderElector::async_stop(bool release, SteadyTime deadline) const
{
  return Impl::stop(impl_, release, deadline);
}
bool LeaderElector::is_leader() const noexcept
{
  return impl_->is_leader();
}
std::string LeaderElector::leader() const
{
  return impl_->leader();
}
const LeaderElectionOptions& LeaderElector::options() const noexcept
{
  return impl_->options();
}
Client LeaderElector::fence(const Client& client) const
{
  return client.with_innermost(std::make_shared<Fence>(*this));
}

}  // namespace kubexx
