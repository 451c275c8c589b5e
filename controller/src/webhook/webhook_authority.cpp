// SPDX-License-Identifier: Apache-2.0
#include "webhook/webhook_authority.hpp"

#include <algorithm>
#include <utility>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"

namespace kubexx::detail {

namespace {

// The longest time between two looks at the wall clock, which goes on while the machine sleeps.
constexpr Duration kLongestWait = std::chrono::hours(1);
constexpr Duration kUnsyncedWait = std::chrono::seconds(10);
constexpr Duration kFirstRetry = std::chrono::seconds(1);
constexpr unsigned kMostDoublings = 6;
// How long the leader has for a repair before others try.
constexpr Duration kPatience = std::chrono::seconds(30);

SharedInformer watch_secret(const Client& client, const ObjectKey& key)
{
  InformerOptions options;
  options.namespaces = {key.namespace_};
  options.field_selector = "metadata.name=" + key.name;
  options.name = "webhook-certificates";
  return SharedInformer(client, resources::secrets, options);
}

std::string needed_for(const ObjectKey& secret)
{
  return " (it needs get, list, watch and update on the Secret " + secret.to_string() +
         ", and create on Secrets there: --print-rbac prints the role)";
}

}  // namespace

WebhookAuthority::WebhookAuthority(WebhookAuthorityOptions options, AuthorityServices services)
    : options_(std::move(options)),
      key_(secret_of(options_)),
      services_(std::move(services)),
      runtime_(services_.client.runtime()),
      secret_(watch_secret(services_.client, key_)),
      injector_(options_, services_)
{
}

void WebhookAuthority::start()
{
  started_ = true;
  const auto watch = [this](const SharedInformer& informer) {
    EventHandler handler;
    handler.name = "webhook authority";
    handler.on_caught_up = [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->wake();
    };
    registrations_.push_back(informer.add_handler(std::move(handler)));
    informer.start();
  };
  watch(secret_);
  for (const auto& informer : injector_.informers()) watch(informer);
  spawn(make_strand_of(runtime_.executor), run(shared_from_this()));
}

void WebhookAuthority::request_stop()
{
  stop_.request_stop();
  for (const auto& registration : registrations_) registration->remove();
  secret_.request_stop();
  for (const auto& informer : injector_.informers()) informer.request_stop();
  wake();
}

awaitable<void> WebhookAuthority::async_stop(std::shared_ptr<WebhookAuthority> self)
{
  self->request_stop();
  if (!self->started_) co_return;
  co_await self->ended_.wait();
  co_await self->secret_.async_stop();
  for (const auto& informer : self->injector_.informers()) co_await informer.async_stop();
}

std::optional<std::string> WebhookAuthority::problem() const
{
  const WatchStatus status = secret_.status();
  const std::lock_guard lock(mutex_);
  if (served_.cert_chain_pem.empty()) {
    return "has no certificate yet" + (problem_.empty() ? std::string() : ": " + problem_);
  }
  if (status.failing_since && runtime_.clock->now() - *status.failing_since > options_.overlap) {
    return "cannot read the Secret " + key_.to_string() +
           ", so its certificate may be one that is no longer trusted: " + status.last_error;
  }
  return std::nullopt;
}

TlsServerConfig WebhookAuthority::served() const
{
  const std::lock_guard lock(mutex_);
  return served_;
}

std::stop_token WebhookAuthority::next_wake()
{
  const std::lock_guard lock(mutex_);
  wake_ = std::stop_source();
  if (stop_.stop_requested()) wake_.request_stop();
  return wake_.get_token();
}

void WebhookAuthority::wake()
{
  std::stop_source waiting;
  {
    const std::lock_guard lock(mutex_);
    waiting = wake_;
  }
  waiting.request_stop();
}

void WebhookAuthority::note(const std::string& problem)
{
  {
    const std::lock_guard lock(mutex_);
    if (problem_ == problem) return;
    problem_ = problem;
  }
  if (!problem.empty()) runtime_.log.error("webhook certificates: " + problem);
}

awaitable<void> WebhookAuthority::run(std::shared_ptr<WebhookAuthority> self)
{
  while (!self->stop_.stop_requested()) {
    const std::stop_token woken = self->next_wake();
    auto looking = self->look();
    const Duration wait = co_await std::move(looking);
    if (wait > Duration::zero()) (void)co_await async_sleep(*self->runtime_.clock, wait, woken);
  }
  self->ended_.fire();
}

awaitable<Duration> WebhookAuthority::look()
{
  std::string problem;
  try {
    auto looking = look_or_throw();
    const Duration wait = co_await std::move(looking);
    failures_ = 0;
    co_return wait;
  } catch (const std::exception& error) {
    problem = error.what();
    if (is_forbidden(error)) problem += needed_for(key_);
  }
  if (stop_.stop_requested()) co_return Duration::zero();
  note(problem);
  co_return kFirstRetry * (1U << std::min(failures_++, kMostDoublings));
}

awaitable<Duration> WebhookAuthority::look_or_throw()
{
  if (!secret_.has_synced()) {
    const std::string why = secret_.status().last_error;
    if (!why.empty()) note("cannot read the Secret " + key_.to_string() + ": " + why + needed_for(key_));
    co_return kUnsyncedWait;
  }
  const Object secret = secret_.store().get(key_);
  const AuthorityState seen = examined(secret);
  adopt(seen);
  const bool usable = seen.serves(runtime_.clock->wall_now());
  const bool leads = services_.leads();
  bool injected = true;
  if (usable && leads) {
    auto injecting = injector_.inject(seen.record.ca_crt, stop_.get_token());
    injected = co_await std::move(injecting);
  }
  if (!injected) injector_.forget();
  if (may_write(usable)) {
    if (auto step = step_for(secret, seen)) {
      auto writing = write(secret, std::move(*step));
      co_return co_await std::move(writing);
    }
  }
  if (usable) note("");
  if (!injected) co_return kFirstRetry * (1U << std::min(failures_++, kMostDoublings));
  // A standby follows the watch; it waits longer only with a certificate.
  if (!usable) co_return kPatience;
  if (!leads) co_return kLongestWait;
  co_return until_next_change(seen);
}

const AuthorityState& WebhookAuthority::examined(const Object& secret)
{
  std::string version = secret ? std::string(secret.uid()) + "/" + std::string(secret.resource_version()) : "none";
  if (version == examined_version_) return examined_;
  examined_ = examine(options_, *runtime_.clock, record_of(secret));
  if (!secret) examined_.problem = "there is no Secret " + key_.to_string();
  examined_version_ = std::move(version);
  return examined_;
}

void WebhookAuthority::adopt(const AuthorityState& seen)
{
  const WallTime now = runtime_.clock->wall_now();
  if (!seen.serves(now)) {
    if (!unusable_since_) {
      unusable_since_ = runtime_.clock->now();
      if (seen.record == AuthorityRecord() && served().cert_chain_pem.empty()) {
        runtime_.log.info("there are no webhook certificates yet", {{"secret", key_.to_string()}});
      } else {
        runtime_.log.warn("the webhook certificates cannot be used",
                          {{"secret", key_.to_string()},
                           {"error", seen.problem.empty() ? "the certificate has expired" : seen.problem}});
      }
    }
    return;
  }
  unusable_since_.reset();
  held_ = seen;
  TlsServerConfig shown;
  shown.cert_chain_pem = seen.record.tls_crt;
  shown.key_pem = seen.record.tls_key;
  const TlsServerConfig before = served();
  if (before.cert_chain_pem == shown.cert_chain_pem && before.key_pem == shown.key_pem) return;
  services_.serve(shown);
  runtime_.log.info("serving a webhook certificate",
                    {{"secret", key_.to_string()}, {"until", Time(seen.certificate->not_after).to_string()}});
  const std::lock_guard lock(mutex_);
  served_ = shown;
}

bool WebhookAuthority::may_write(bool usable)
{
  if (services_.leads()) return true;
  if (usable || !unusable_since_) return false;
  const bool is_first = !held_ && examined_.record == AuthorityRecord();
  return is_first || runtime_.clock->now() - *unusable_since_ >= kPatience;
}

std::optional<RotationStep> WebhookAuthority::step_for(const Object& secret, const AuthorityState& seen)
{
  const Clock& clock = *runtime_.clock;
  if (!secret && held_ && held_->serves(clock.wall_now())) {
    return RotationStep{with_next_authority(options_, clock, *held_), "the Secret was deleted: the authority rotates"};
  }
  RotationView view;
  view.seen = seen;
  view.held = held_;
  view.trusted = injector_.trusts(seen.record.ca_crt) && clock.now() - injector_.trusted_since() >= options_.settle;
  return next_step(options_, clock, view);
}

awaitable<Duration> WebhookAuthority::write(Object secret, RotationStep step)
{
  const Client client = services_.leads() ? services_.leader_client : services_.client;
  WriteOptions bounds;
  bounds.stop = stop_.get_token();
  Object wanted = secret_with(secret, key_, step.record);
  try {
    auto writing = secret ? client.async_update(resources::secrets, std::move(wanted), bounds)
                          : client.async_create(resources::secrets, std::move(wanted), bounds);
    const Object stored = co_await std::move(writing);
    secret_.wrote(stored);
  } catch (const ApiError& error) {
    if (!is_conflict(error) && !is_already_exists(error) && !(secret && is_not_found(error))) throw;
    // Somebody else was faster: look at what they wrote.
    co_return kFirstRetry;
  }
  runtime_.log.info("wrote the webhook certificates", {{"secret", key_.to_string()}, {"why", step.why}});
  co_return Duration::zero();
}

Duration WebhookAuthority::until_next_change(const AuthorityState& seen) const
{
  const WallTime now = runtime_.clock->wall_now();
  Duration wait = kLongestWait;
  const auto consider = [&](WallTime when) {
    if (when > now) wait = std::min<Duration>(wait, when - now);
  };
  consider(renewal_of(*seen.certificate));
  consider(seen.certificate->not_after);
  consider(seen.certificate->not_before + std::chrono::hours(1) + options_.overlap);
  if (seen.signer) consider(renewal_of(seen.signer->validity));
  const Duration settled = injector_.trusted_since() + options_.settle - runtime_.clock->now();
  if (seen.next && settled > Duration::zero()) wait = std::min(wait, settled);
  return std::max<Duration>(wait, std::chrono::milliseconds(1));
}

}  // namespace kubexx::detail
