// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "kubexx/apimachinery/label_selector.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/controller/admission_policy.hpp"
#include "kubexx/controller/admission_request.hpp"
#include "kubexx/controller/webhook_authority.hpp"
#include "kubexx/http/tls.hpp"

namespace kubexx {

/// The webhooks of one kind. The zero value is the default. The members below `validates_deleting` only appear in the
/// configurations (Manager::webhook_configurations), but are checked when a webhook is declared.
struct WebhookOptions {
  /// Default: "/mutate-GROUP-VERSION-KIND" and "/validate-GROUP-VERSION-KIND", with dashes for the dots of the group
  /// and the kind in lower case, as controller-runtime has it. A path of your own is for one webhook.
  std::string path = {};
  std::string subresource = {};  ///< "status"; empty: the object itself
  /// Of Webhooks::mutates and validates. Empty: create and update. for_<T>() knows them from the functions.
  std::set<AdmissionOperation> operations = {};
  /// Validate also an update that changes nothing but the metadata of an object in deletion. Otherwise a stricter rule
  /// could keep the finalizer of an old object forever.
  bool validates_deleting = false;

  /// At least three parts with dots between them, such as "jobs.example.org". Users read it in denials. Default:
  /// "mutate.KIND.VERSION.GROUP" and "validate.KIND.VERSION.GROUP", or with the path of your own in front.
  std::string name = {};
  /// `fail` on Pods, Secrets, Leases, Namespaces, Nodes or "*" needs a selector, because a cluster whose webhook is
  /// down could not start the pods that serve it.
  FailurePolicy failure_policy = FailurePolicy::fail;
  Duration timeout = std::chrono::seconds(10);  ///< whole seconds from 1 to 30
  SideEffects side_effects = SideEffects::none;
  MatchPolicy match_policy = MatchPolicy::equivalent;
  ReinvocationPolicy reinvocation_policy = ReinvocationPolicy::never;  ///< of mutating webhooks
  /// Selects objects by the labels of their namespace, and Namespaces by their own. nullopt: every namespace except
  /// kube-system and the program's own, for Leases also kube-node-lease. An empty one selects every namespace.
  std::optional<LabelSelector> namespace_selector = {};
  LabelSelector object_selector = {};  ///< by their own labels; empty: every object
  /// At most 64. With FailurePolicy::fail, the webhooks of the kinds that the program itself reconciles get one more,
  /// which lets its service account pass: it could otherwise not repair an object while its webhook is down.
  std::vector<MatchCondition> match_conditions = {};

  friend bool operator==(const WebhookOptions&, const WebhookOptions&) = default;
};

/// How Webhooks::converts works. The zero value is the default.
struct ConversionOptions {
  /// Keep what a version cannot express in the annotation kubexx.io/conversion-data, so that the way there and back
  /// loses nothing (kubexx/apimachinery/lossless_conversion.hpp). Otherwise only the functions decide.
  bool keeps_lost_members = true;
};

/// The server of the webhooks. The zero value is the default.
struct WebhookServerOptions {
  std::string address = ":9443";  ///< "host:port" or ":port"; port 0: any free port; empty: nothing listens
  /// Directory of tls.crt and tls.key, as a Secret of cert-manager is mounted. They are read every ten seconds; a pair
  /// that cannot be used is logged, and the one before stays. Empty: /tmp/k8s-webhook-server/serving-certs, as
  /// controller-runtime has it.
  std::string certificate_folder = {};
  /// Returns the certificate in place of certificate_folder. Called at the start and every ten seconds, on the server's
  /// executor; exceptions are logged, and at the start they are thrown by Manager::start().
  std::function<TlsServerConfig()> certificate = {};
  /// Makes and renews the certificate itself, in place of both. The port is opened as soon as there is one; until then
  /// /readyz fails. The manager never waits for it: what goes wrong is logged and tried again.
  std::optional<WebhookAuthorityOptions> authority = {};
  /// The maximum size of a body that is not a ConversionReview, in bytes; a larger body gets 413.
  std::size_t max_body = std::size_t{7} << 20U;
  /// The same for a ConversionReview. An API server sends all objects of a list at once. A request
  /// takes up to three times the size of its body in memory, and max_bytes_in_flight bounds the sum of the bodies.
  std::size_t max_conversion_body = std::size_t{64} << 20U;
  /// Limits of the requests that are in progress. A request that arrives beyond them waits for up to half of its
  /// timeout, then it gets 429.
  std::size_t max_in_flight = 256;
  std::size_t max_bytes_in_flight = std::size_t{128} << 20U;  ///< of their bodies
  /// How long a stop goes on accepting requests while /readyz already fails, until the endpoint of this pod is gone
  /// everywhere. Requests in progress then get the rest of ManagerOptions::grace.
  Duration endpoint_delay = std::chrono::seconds(5);
};

}  // namespace kubexx
