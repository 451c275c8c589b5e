// SPDX-License-Identifier: Apache-2.0
#include "happy_eyeballs.hpp"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <utility>

namespace kubexx::detail {

namespace {

/// RFC 8305, section 8: the recommended Connection Attempt Delay.
constexpr Duration attempt_delay = std::chrono::milliseconds(250);

bool is_v6(const Endpoint& endpoint)
{
  return endpoint.address.find(':') != std::string::npos;
}

}  // namespace

std::vector<Endpoint> interleave_by_family(std::vector<Endpoint> endpoints)
{
  if (endpoints.empty()) return endpoints;
  const bool first_is_v6 = is_v6(endpoints.front());
  std::vector<Endpoint> first;
  std::vector<Endpoint> second;
  for (auto& one : endpoints) (is_v6(one) == first_is_v6 ? first : second).push_back(std::move(one));
  std::vector<Endpoint> result;
  result.reserve(endpoints.size());
  for (std::size_t index = 0; index < std::max(first.size(), second.size()); ++index) {
    if (index < first.size()) result.push_back(std::move(first[index]));
    if (index < second.size()) result.push_back(std::move(second[index]));
  }
  return result;
}

HappyEyeballs::HappyEyeballs(Clock& clock, asio::any_io_executor strand, std::vector<Endpoint> endpoints)
    : clock_(clock), strand_(std::move(strand)), endpoints_(interleave_by_family(std::move(endpoints)))
{
}

awaitable<void> HappyEyeballs::run(std::shared_ptr<HappyEyeballs> self)
{
  self->next_attempt_ = std::make_shared<Watchdog>(self->clock_, self->strand_, [weak = std::weak_ptr(self)] {
    if (const auto alive = weak.lock()) alive->start_next();
  });
  self->start_next();
  co_await self->done_.wait();
}

void HappyEyeballs::start_next()
{
  while (!finished_ && next_ < endpoints_.size()) {
    const Endpoint& endpoint = endpoints_[next_++];
    boost::system::error_code error;
    const auto address = asio::ip::make_address(endpoint.address, error);
    if (error) {
      failed("\"" + endpoint.address + "\" is not an IP address", {});
      continue;
    }
    const asio::ip::tcp::endpoint target(address, endpoint.port);
    const auto attempt = std::make_shared<Socket>(strand_);
    open_socket(*attempt, target.protocol(), error);
    if (error) {
      failed(error.message(), endpoint.address);
      continue;
    }
    tune(*attempt);
    attempts_.push_back(attempt);
    attempt->async_connect(
        target, [self = shared_from_this(), attempt, text = endpoint.address](const boost::system::error_code& result) {
          self->ended(attempt, text, result);
        });
    const bool more = next_ < endpoints_.size();
    next_attempt_->expire_at(more ? saturating_add(clock_.now(), attempt_delay) : SteadyTime::max());
    return;
  }
  if (attempts_.empty()) finish();
}

void HappyEyeballs::ended(const std::shared_ptr<Socket>& attempt, const std::string& address,
                          const boost::system::error_code& error)
{
  if (finished_) return;
  std::erase(attempts_, attempt);
  if (!error) {
    connection_ = std::make_unique<Socket>(std::move(*attempt));
    finish();
    return;
  }
  failed(error.message(), address);
  start_next();
}

void HappyEyeballs::failed(std::string why, std::string address)
{
  last_error_ = std::move(why);
  last_address_ = std::move(address);
}

void HappyEyeballs::cancel()
{
  if (!finished_) finish();
}

void HappyEyeballs::finish()
{
  finished_ = true;
  if (next_attempt_) next_attempt_->disarm();
  boost::system::error_code ignored;
  for (const auto& attempt : attempts_) attempt->close(ignored);
  attempts_.clear();
  done_.fire();
}

}  // namespace kubexx::detail
