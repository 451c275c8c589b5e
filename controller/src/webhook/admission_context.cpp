// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/admission_context.hpp"

#include <algorithm>
#include <utility>

#include "context/stop_link.hpp"

namespace kubexx {

std::string_view to_string(AdmissionOperation operation) noexcept
{
  switch (operation) {
    case AdmissionOperation::create:
      return "CREATE";
    case AdmissionOperation::update:
      return "UPDATE";
    case AdmissionOperation::remove:
      return "DELETE";
    case AdmissionOperation::connect:
      return "CONNECT";
  }
  return "";
}

bool AdmissionUser::is_in(std::string_view group) const
{
  return std::find(groups.begin(), groups.end(), group) != groups.end();
}

AdmissionContext::AdmissionContext(std::shared_ptr<ControllerServices> services, Call call)
    : CacheReader(std::move(services)), call_(std::move(call))
{
}

AdmissionContext::~AdmissionContext() = default;

const Client& AdmissionContext::client() const
{
  if (!client_) client_ = call_.client.with_interceptor(make_stop_link(call_.stop));
  return *client_;
}

const Log& AdmissionContext::log() const
{
  if (!log_) {
    const AdmissionRequest& request = call_.request;
    const AdmissionKind& resource = request.resource;
    std::string name = resource.group.empty() ? resource.name : resource.name + "." + resource.group;
    if (!request.subresource.empty()) name += "/" + request.subresource;
    log_ = call_.log.with({{"webhook", call_.webhook},
                           {"operation", to_string(request.operation)},
                           {"resource", name},
                           {"namespace", request.namespace_},
                           {"name", request.name},
                           {"user", request.user.name},
                           {"request", request.uid}});
  }
  return *log_;
}

void AdmissionContext::warn(std::string text)
{
  warnings_.push_back(std::move(text));
}

void AdmissionContext::audit(std::string key, std::string value)
{
  audit_.insert_or_assign(std::move(key), std::move(value));
}

}  // namespace kubexx
