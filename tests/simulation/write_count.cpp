// SPDX-License-Identifier: Apache-2.0
#include "write_count.hpp"

#include <utility>

namespace kubexx::simulation {

namespace {

struct InFlight {
  WriteCounts& of;
  explicit InFlight(WriteCounts& to) : of(to)
  {
    ++of.all;
    ++of.in_flight;
  }
  ~InFlight() { --of.in_flight; }
  InFlight(const InFlight&) = delete;
  InFlight& operator=(const InFlight&) = delete;
};

class WriteCount final : public Transport {
public:
  WriteCount(std::shared_ptr<Transport> server, WriteCounts& counts, std::function<bool(std::string_view)> counted)
      : server_(std::move(server)), counts_(counts), counted_(std::move(counted))
  {
  }

  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override
  {
    if (request.method == "GET" || !counted_(request.target)) {
      return server_->exchange(std::move(request), std::move(limits));
    }
    return count(server_, std::move(request), std::move(limits), counts_);
  }
  [[nodiscard]] bool completes_inline() const noexcept override { return server_->completes_inline(); }

private:
  static awaitable<HttpResponse> count(std::shared_ptr<Transport> server, HttpRequest request, ExchangeLimits limits,
                                       WriteCounts& counts)
  {
    const InFlight now(counts);
    HttpResponse response = co_await server->exchange(std::move(request), std::move(limits));
    co_return response;
  }

  const std::shared_ptr<Transport> server_;
  WriteCounts& counts_;
  const std::function<bool(std::string_view)> counted_;
};

}  // namespace

std::shared_ptr<Transport> make_write_count(std::shared_ptr<Transport> server, WriteCounts& counts,
                                            std::function<bool(std::string_view target)> counted)
{
  return std::make_shared<WriteCount>(std::move(server), counts, std::move(counted));
}

}  // namespace kubexx::simulation
