// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "credentials/credentials.hpp"
#include "credentials/tls_source.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/impersonation.hpp"
#include "kubexx/client/interceptor.hpp"
#include "kubexx/client/request_budget.hpp"
#include "requests/rest_metrics.hpp"

/// The client's own links of the chain, in the order in which they stand inside the user's: retry, throttle,
/// impersonation, authorization, attempt metrics.
namespace kubexx::detail {

/// client-go's rules: 429 and 5xx with a Retry-After, for every verb; a GET whose connection broke before the head of
/// an answer, after a second, but for logs; at most ten times, and never beyond the deadline of the call. A call
/// that may not wait is not retried.
[[nodiscard]] std::shared_ptr<Interceptor> make_retry(Clock& clock, std::shared_ptr<RestMetrics> metrics);

/// Keeps to a RequestBudget. Throws std::invalid_argument for a bad one.
[[nodiscard]] std::shared_ptr<Interceptor> make_throttle(const RequestBudget& budget, const Runtime& runtime,
                                                         std::shared_ptr<RestMetrics> metrics);

/// Adds the credentials, unless the request has an Authorization already, and keeps certificates up to date. After a
/// 401, and when a TLS handshake failed before the request was sent, it looks for newer ones and, when there are, tries
/// once more. `credentials` and `tls` may be null.
[[nodiscard]] std::shared_ptr<Interceptor> make_authorization(std::shared_ptr<Credentials> credentials,
                                                              std::shared_ptr<TlsSource> tls);

/// Adds the Impersonate-… header fields, unless the request has an Impersonate-User already. Throws
/// std::invalid_argument when a value cannot be sent, or when there is no user.
[[nodiscard]] std::shared_ptr<Interceptor> make_impersonation(const Impersonation& as);

/// Counts every HTTP attempt.
[[nodiscard]] std::shared_ptr<Interceptor> make_attempt_metrics(std::shared_ptr<RestMetrics> metrics);

}  // namespace kubexx::detail
