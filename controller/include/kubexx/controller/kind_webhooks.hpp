// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <memory>
#include <stdexcept>
#include <utility>

#include "kubexx/controller/detail/webhook_handlers.hpp"
#include "kubexx/controller/detail/webhook_registry.hpp"
#include "kubexx/controller/webhook_options.hpp"

namespace kubexx {

/// The webhooks of one described kind (Webhooks::for_). Each function below may be called once; a second call and an
/// empty handler throw std::invalid_argument. All functions return this value, so calls can be chained.
///
/// A handler is a function or a coroutine of the described form, or an object with such a call operator. The
/// AdmissionContext& may be left out. An object that does not fit T is answered with 400, which names the field.
template <Kind T>
class KindWebhooks {
public:
  KindWebhooks(std::shared_ptr<detail::WebhookRegistry> registry, WebhookOptions options)
      : registry_(std::move(registry)), options_(std::move(options))
  {
    registry_->describe(described_kind<T>());
  }

  /// `void(T&, AdmissionContext&)` or `awaitable<void>(T&, AdmissionContext&)`: changes a new or updated object
  /// before it is validated and stored. The patch has exactly these changes; fields that T does not declare are
  /// preserved, even if they move in a list (kubexx/apimachinery/describe.hpp describes how elements are matched).
  /// The function may be called twice for one request, so it must accept its own result. The value need not be valid:
  /// the API server checks the schema afterwards. Throw AdmissionDenied to deny the request.
  template <detail::Defaulter<T> F>
  KindWebhooks& defaults(F function)
  {
    registry_->add(resource_of<T>(), options_, detail::WebhookPhase::defaults,
                   detail::make_defaulter<T>(std::move(function)));
    return *this;
  }

  /// `R(const T&, AdmissionContext&)`: decides on an object that is created or updated. R is void, FieldErrors,
  /// std::vector<StatusCause>, AdmissionVerdict, or an awaitable of these.
  template <detail::Validator<const T> F>
  KindWebhooks& validates(F function)
  {
    return add(detail::WebhookPhase::validates, detail::make_validator<T>(std::move(function), &detail::new_value<T>));
  }

  /// `R(const T& before, const T& now, AdmissionContext&)`: decides on an update. `validates` has been called before,
  /// and the errors of both are returned.
  template <detail::Validator<const T, const T> F>
  KindWebhooks& validates_update(F function)
  {
    return add(detail::WebhookPhase::validates_update,
               detail::make_validator<T, T>(std::move(function), &detail::old_value<T>, &detail::new_value<T>));
  }

  /// `R(const T& before, AdmissionContext&)`: decides on a delete. The API server calls it for the first delete of an
  /// object with finalizers, and again for later ones.
  template <detail::Validator<const T> F>
  KindWebhooks& validates_deletion(F function)
  {
    return add(detail::WebhookPhase::validates_deletion,
               detail::make_validator<T>(std::move(function), &detail::old_value<T>));
  }

  /// An object with member functions `defaults`, `validates`, `validates_update` and `validates_deletion`, at least one
  /// of them, of the forms above and with the AdmissionContext&.
  template <class Handler>
  KindWebhooks& handled_by(std::shared_ptr<Handler> handler)
  {
    constexpr bool defaults_it = requires(Handler& h, T& value, AdmissionContext& c) { h.defaults(value, c); };
    constexpr bool validates_it = requires(Handler& h, const T& value, AdmissionContext& c) { h.validates(value, c); };
    constexpr bool validates_updates =
        requires(Handler& h, const T& value, AdmissionContext& c) { h.validates_update(value, value, c); };
    constexpr bool validates_deletions =
        requires(Handler& h, const T& value, AdmissionContext& c) { h.validates_deletion(value, c); };
    static_assert(defaults_it || validates_it || validates_updates || validates_deletions,
                  "the object has none of the member functions defaults(T&, AdmissionContext&), validates(const T&, "
                  "AdmissionContext&), validates_update(const T&, const T&, AdmissionContext&) and "
                  "validates_deletion(const T&, AdmissionContext&)");
    if (!handler) throw std::invalid_argument("KindWebhooks::handled_by: the object is null");
    if constexpr (defaults_it) {
      defaults([handler](T& value, AdmissionContext& context) { return handler->defaults(value, context); });
    }
    if constexpr (validates_it) {
      validates([handler](const T& value, AdmissionContext& context) { return handler->validates(value, context); });
    }
    if constexpr (validates_updates) {
      validates_update([handler](const T& before, const T& now, AdmissionContext& context) {
        return handler->validates_update(before, now, context);
      });
    }
    if constexpr (validates_deletions) {
      validates_deletion([handler](const T& before, AdmissionContext& context) {
        return handler->validates_deletion(before, context);
      });
    }
    return *this;
  }

private:
  KindWebhooks& add(detail::WebhookPhase phase, detail::AdmissionHandler handler)
  {
    registry_->add(resource_of<T>(), options_, phase, std::move(handler));
    return *this;
  }

  std::shared_ptr<detail::WebhookRegistry> registry_;
  WebhookOptions options_;
};

}  // namespace kubexx
