// SPDX-License-Identifier: Apache-2.0
#include "probes.hpp"

#include <algorithm>

#include "kubexx/base/asio_block_on.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/http/client_transport.hpp"

namespace kubexx::e2e::node {
namespace {

using std::chrono::seconds;

std::uint16_t port_of(const corev1::HTTPGetAction& action, const corev1::Container& container)
{
  if (action.port.is_string()) {
    for (const auto& port : container.ports) {
      if (port.name == action.port.to_string()) return static_cast<std::uint16_t>(port.containerPort);
    }
  }
  return static_cast<std::uint16_t>(action.port.int_value());
}

// Any answer from 200 to 399 is a success.
bool answers(const Runtime& runtime, const std::string& address, std::uint16_t port,
             const corev1::HTTPGetAction& action, seconds timeout)
{
  ClientTransportOptions options;
  options.host = action.host.empty() ? address : action.host;
  options.port = port;
  options.connect_timeout = timeout;
  if (action.scheme == corev1::URIScheme::HTTPS) {
    TlsClientConfig tls;
    tls.insecure_skip_verify = true;
    options.tls = tls;
  }
  HttpRequest request;
  request.target = action.path.empty() ? "/" : action.path;
  request.headers.add("Host", options.host + ":" + std::to_string(port));
  request.headers.add("User-Agent", "kube-probe/1.37");
  request.headers.add("Connection", "close");
  for (const auto& header : action.httpHeaders) request.headers.set(header.name, header.value);
  ExchangeLimits limits;
  limits.deadline = runtime.clock->now() + timeout;
  try {
    const auto transport = make_client_transport(runtime, options);
    const HttpResponse response = block_on(runtime.executor, [&] { return transport->exchange(request, limits); });
    return response.status >= 200 && response.status < 400;
  } catch (const TransportError&) {
    return false;
  }
}

}  // namespace

Probing::Probing(std::optional<corev1::Probe> probe, bool initial, Clock::time_point started)
    : probe_(std::move(probe)), succeeded_(!probe_ || initial), next_(started)
{
  if (probe_) next_ += seconds(probe_->initialDelaySeconds);
}

void Probing::ask(const Runtime& runtime, const std::string& address, const corev1::Container& container)
{
  if (!probe_ || !probe_->httpGet || Clock::now() < next_) return;
  const auto& action = *probe_->httpGet;
  const seconds timeout(std::max(1, probe_->timeoutSeconds));
  const bool good = answers(runtime, address, port_of(action, container), action, timeout);
  successes_ = good ? successes_ + 1 : 0;
  failures_ = good ? 0 : failures_ + 1;
  if (successes_ >= std::max(1, probe_->successThreshold)) succeeded_ = true;
  if (failures_ >= std::max(1, probe_->failureThreshold)) {
    succeeded_ = false;
    failed_ = true;
  }
  next_ = Clock::now() + seconds(std::max(1, probe_->periodSeconds));
}

std::string unsupported_probe(const std::optional<corev1::Probe>& probe)
{
  return probe && !probe->httpGet ? "a probe that is not httpGet" : "";
}

}  // namespace kubexx::e2e::node
