// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/admission_context.hpp"

#include <algorithm>
#include <utility>

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

AdmissionContext::AdmissionContext(std::shared_ptr<ControllerServices> services, Call call, AdmissionRequest request)
    : WebhookContext(std::move(services), std::move(call)), request_(std::move(request))
{
}

AdmissionContext::~AdmissionContext() = default;

Log AdmissionContext::make_log() const
{
  const AdmissionKind& resource = request_.resource;
  std::string name = resource.group.empty() ? resource.name : resource.name + "." + resource.group;
  if (!request_.subresource.empty()) name += "/" + request_.subresource;
  return call().log.with({{"webhook", call().webhook},
                          {"operation", to_string(request_.operation)},
                          {"resource", name},
                          {"namespace", request_.namespace_},
                          {"name", request_.name},
                          {"user", request_.user.name},
                          {"request", request_.uid}});
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
