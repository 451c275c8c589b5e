// SPDX-License-Identifier: Apache-2.0
#include "webhook/authority_injector.hpp"

#include <utility>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "webhook/authority_injection.hpp"
#include "webhook/authority_record.hpp"

namespace kubexx::detail {

namespace {

SharedInformer watch_marked(const Client& client, const ResourceType& type, const std::string& mark)
{
  InformerOptions options;
  options.label_selector = std::string(webhook_authority_label) + "=" + mark;
  options.name = "webhook-authority";
  return SharedInformer(client, type, options);
}

}  // namespace

AuthorityInjector::AuthorityInjector(const WebhookAuthorityOptions& options, AuthorityServices services)
    : key_(secret_of(options)), mark_(mark_of(options)), services_(std::move(services))
{
  for (const auto& type : injected_kinds()) marked_.push_back(watch_marked(services_.client, type, mark_));
}

awaitable<bool> AuthorityInjector::inject(std::string bundle, std::stop_token stop)
{
  bool complete = true;
  bool checked = false;
  for (const auto& kind : marked_) {
    if (!kind.has_synced()) {
      complete = false;
      const std::string why = kind.status().last_error;
      if (!why.empty() && noted_injection_ != why) {
        noted_injection_ = why;
        services_.client.runtime().log.error("cannot read where the webhook authority's certificate belongs",
                                             {{"kind", kind.type().kind},
                                              {"needs", "list, watch and patch: --print-rbac prints the role"},
                                              {"error", why}});
      }
      continue;
    }
    for (const auto& object : kind.store().list()) {
      auto patch = injection(object, mark_, bundle);
      if (!patch) continue;
      complete = false;
      if (!checked) {
        GetOptions bounds;
        bounds.stop = stop;
        auto reading = services_.client.async_get(resources::secrets, key_, bounds);
        const Object current = co_await std::move(reading);
        if (record_of(current).ca_crt != bundle) co_return false;
        checked = true;
      }
      auto injecting = inject_into(kind, object, std::move(*patch), stop);
      const bool done = co_await std::move(injecting);
      (void)done;
    }
  }
  if (complete && trusted_bundle_ != bundle) {
    trusted_bundle_ = bundle;
    trusted_since_ = services_.client.runtime().clock->now();
  }
  co_return complete;
}

awaitable<bool> AuthorityInjector::inject_into(SharedInformer kind, Object object, Patch patch, std::stop_token stop)
{
  const std::string name(object.name());
  PatchOptions bounds;
  bounds.stop = stop;
  std::string problem;
  try {
    auto patching = services_.leader_client.async_patch(kind.type(), {"", name}, std::move(patch), bounds);
    const Object stored = co_await std::move(patching);
    kind.wrote(stored);
    services_.client.runtime().log.info("wrote the webhook authority's certificate",
                                        {{"kind", kind.type().kind}, {"name", name}, {"secret", key_.to_string()}});
    co_return true;
  } catch (const ApiError& error) {
    // It has changed meanwhile: the watch tells, and then it is looked at again.
    if (is_conflict(error) || is_not_found(error)) co_return false;
    problem = error.what();
    if (is_forbidden(error)) {
      problem +=
          " (it needs list, watch and patch on " + kind.type().group_resource() + ": --print-rbac prints the role)";
    }
  }
  if (noted_injection_ != problem) {
    services_.client.runtime().log.error("cannot write the webhook authority's certificate",
                                         {{"kind", kind.type().kind}, {"name", name}, {"error", problem}});
  }
  noted_injection_ = problem;
  co_return false;
}

}  // namespace kubexx::detail
