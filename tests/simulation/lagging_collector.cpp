// SPDX-License-Identifier: Apache-2.0
#include "lagging_collector.hpp"

#include <utility>

#include "kubexx/apimachinery/json_view.hpp"

namespace kubexx::simulation {

namespace {

constexpr const char* kLater = "Kubexx-Garbage-Later";

class LeavesGarbage final : public Transport {
public:
  LeavesGarbage(std::shared_ptr<Transport> server, const bool& lags) : server_(std::move(server)), lags_(lags) {}

  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override
  {
    if (lags_) request.headers.set(kLater, "true");
    return server_->exchange(std::move(request), std::move(limits));
  }
  [[nodiscard]] bool completes_inline() const noexcept override { return server_->completes_inline(); }

private:
  std::shared_ptr<Transport> server_;
  const bool& lags_;
};

}  // namespace

LaggingCollector::LaggingCollector(Clock& clock, ApiServer& server, Duration period)
    : clock_(clock), server_(server), period_(period), lags_(period > Duration::zero())
{
  if (lags_) arm();
}

std::shared_ptr<Transport> LaggingCollector::transport(std::shared_ptr<Transport> to_server)
{
  return std::make_shared<LeavesGarbage>(std::move(to_server), lags_);
}

void LaggingCollector::catch_up()
{
  timer_.cancel();
  if (lags_) run();
  lags_ = false;
}

void LaggingCollector::arm()
{
  timer_ = clock_.call_at(saturating_add(clock_.now(), period_), [this] {
    run();
    arm();
  });
}

// Any request collects that does not say "later".
void LaggingCollector::run()
{
  const std::string before = version(false);
  (void)version(true);
  if (version(false) != before) ++late_runs_;
}

// Of the whole server.
std::string LaggingCollector::version(bool collecting)
{
  HttpRequest request;
  request.target = "/api/v1/namespaces";
  request.user = "system:admin";
  if (!collecting) request.headers.set(kLater, "true");
  const HttpResponse response = server_.handle(std::move(request));
  return JsonView(response.body).at("/metadata/resourceVersion").as_string().value_or(std::string());
}

}  // namespace kubexx::simulation
