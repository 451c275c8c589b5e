// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/conversion.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/controller/access_review.hpp"
#include "kubexx/controller/admission_context.hpp"
#include "kubexx/controller/admission_verdict.hpp"
#include "kubexx/controller/detail/path_function.hpp"
#include "kubexx/controller/detail/webhook_registry.hpp"
#include "kubexx/controller/kind_webhooks.hpp"
#include "kubexx/controller/token_review.hpp"
#include "kubexx/controller/webhook_options.hpp"

namespace kubexx {

/// The webhooks of a program: Manager::webhooks(). Each one has a path and a handler; the server starts with the
/// manager if there is one. Register them before Manager::start(). Not thread safe.
///
///     manager.webhooks().for_<CronJob>()
///         .defaults([](CronJob& job) { if (!job.spec.suspend) job.spec.suspend = false; })
///         .validates([](const CronJob& job) { return check(job); });
///
/// A handler is a function or a coroutine. It may take an AdmissionContext& as its last argument. A function runs on
/// the webhook server's executor and must not block (AdmissionContext). The executor has one thread, so a handler
/// runs until it ends or waits before another one runs.
class Webhooks {
public:
  /// A handler of any kind: it gets the request as the API server sent it.
  using MutatingHandler = detail::RawMutatingHandler;
  using ValidatingHandler = detail::RawValidatingHandler;

  /// Handlers of a path.
  using PathHandler = detail::PathFunction<HttpRequest, HttpResponse>;
  using TokenHandler = detail::PathFunction<TokenReviewRequest, TokenVerdict>;
  using AccessHandler = detail::PathFunction<AccessReviewRequest, AccessVerdict>;

  explicit Webhooks(std::shared_ptr<detail::WebhookRegistry> registry) : registry_(std::move(registry)) {}

  /// The webhooks of a described kind. `options` apply to all of them.
  template <Kind T>
    requires Described<T>
  [[nodiscard]] KindWebhooks<T> for_(WebhookOptions options = {}) const
  {
    return KindWebhooks<T>(registry_, std::move(options));
  }

  /// Adds a mutating webhook for any kind. The handler returns the object as it shall be: a default-constructed Object,
  /// or the same one, changes nothing. Throws std::invalid_argument for an empty handler, for options that are wrong,
  /// and for a path that is taken.
  void mutates(const ResourceType& type, const MutatingHandler& handler, WebhookOptions options = {}) const
  {
    registry_->add_raw(type, std::move(options), true, handler.handler());
  }
  /// Adds a validating webhook for any kind. Throws likewise.
  void validates(const ResourceType& type, const ValidatingHandler& handler, WebhookOptions options = {}) const
  {
    registry_->add_raw(type, std::move(options), false, handler.handler());
  }

  /// Serves the conversions at the path /convert, which is where conversion_webhook() sends an API server. It may be
  /// called for several kinds. Throws std::invalid_argument if there are no conversions, or if a kind has them already.
  ///
  /// The functions are called on the webhook server's executor. All metadata but labels and annotations stays as it is.
  /// By default nothing is lost when an object is changed in a version that cannot express all of it
  /// (ConversionOptions::keeps_lost_members). If a function throws, the whole request fails, and with it the API
  /// server's request: the read, write or list of these objects. controller_runtime_conversion_webhook_panics_total
  /// counts what is thrown, except ConversionErrors.
  ///
  /// An API server needs conversions for the caches of this very program. So a program with conversions is ready
  /// although its caches have not synced.
  void converts(Conversions conversions, ConversionOptions options = {}) const
  {
    registry_->add_conversions(std::move(conversions), options);
  }

  /// Answers every request at a path, whatever its method: `HttpResponse(const HttpRequest&, WebhookContext&)`, or an
  /// awaitable of it. The context is optional. HttpRequest::target has the path and the query.
  ///
  /// Limits and shutdown are the same as for webhooks; a body may have WebhookServerOptions::max_body bytes. The
  /// deadline is `?timeout=10s` in the query. After an exception the response is 500 and the log has the reason; after
  /// the deadline it is 504. The server does not authenticate clients, so the handler decides which clients it answers.
  ///
  /// Throws std::invalid_argument for an empty handler, for a path that is taken, and for one that does not begin with
  /// a slash.
  void handles(std::string path, const PathHandler& handler) const;
  /// Answers the TokenReviews (authentication.k8s.io/v1 and v1beta1) of an API server that has the option
  /// --authentication-token-webhook-config-file: `TokenVerdict(const TokenReviewRequest&, WebhookContext&)`, or an
  /// awaitable of it. The context is optional. Everything else is as for handles().
  void authenticates(std::string path, const TokenHandler& handler) const;
  /// Answers the SubjectAccessReviews (authorization.k8s.io/v1 and v1beta1) of an API server that has a Webhook in its
  /// --authorization-config: `AccessVerdict(const AccessReviewRequest&, WebhookContext&)`, or an awaitable of it.
  /// The context is optional. Everything else is as for handles().
  void authorizes(std::string path, const AccessHandler& handler) const;

  /// Keeps a cache of the kind, or of its metadata only, that handlers read through AdmissionContext. Kinds that a
  /// controller of the manager watches need it too.
  void reads(const ResourceType& type, bool metadata_only = false) const { registry_->add_read(type, metadata_only); }
  template <Kind T>
  void reads(bool metadata_only = false) const
  {
    reads(resource_of<T>(), metadata_only);
  }

private:
  std::shared_ptr<detail::WebhookRegistry> registry_;
};

}  // namespace kubexx
