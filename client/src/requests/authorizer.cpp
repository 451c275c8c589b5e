// SPDX-License-Identifier: Apache-2.0
#include "requests/authorizer.hpp"

#include <optional>

namespace kubexx::detail {

CredentialBounds Authorizer::bounds_of(const ApiCall& call)
{
  CredentialBounds bounds;
  bounds.deadline = call.limits.deadline;
  bounds.stop = call.limits.stop;
  return bounds;
}

bool Authorizer::authorize_now(ApiCall& call, Used& used) const
{
  if (tls_) {
    const auto certificates = tls_->at_hand();
    if (!certificates) return false;
    used.certificates = *certificates;
  }
  if (!credentials_) return true;
  std::optional<Authorization> authorization = credentials_->at_hand();
  if (!authorization) return false;
  if (!authorization->header.empty()) call.request.headers.set(header, std::move(authorization->header));
  used.credentials = authorization->generation;
  return true;
}

awaitable<void> Authorizer::authorize(ApiCall* call, Used* used) const
{
  const CredentialBounds bounds = bounds_of(*call);
  if (tls_) used->certificates = co_await TlsSource::poll(tls_, bounds);
  if (!credentials_) co_return;
  const Authorization authorization = co_await credentials_->get(bounds);
  if (!authorization.header.empty()) call->request.headers.set(header, authorization.header);
  used->credentials = authorization.generation;
}

awaitable<bool> Authorizer::renew(const ApiCall* call, Used used, bool answered) const
{
  const CredentialBounds bounds = bounds_of(*call);
  bool newer = false;
  try {
    if (tls_) newer = co_await TlsSource::refresh(tls_, used.certificates, bounds);
    if (answered && credentials_ && co_await credentials_->refresh(used.credentials, bounds)) newer = true;
  } catch (const TransportError&) {  // there is no time left for another try
    newer = false;
  }
  co_return newer;
}

}  // namespace kubexx::detail
