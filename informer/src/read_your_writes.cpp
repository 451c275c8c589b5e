// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/client/detail/link.hpp"
#include "kubexx/informer/read_your_writes.hpp"

namespace kubexx {

namespace {

using detail::LiveCall;
using detail::Passage;

bool is_of(const Object& answer, const ResourceType& type)
{
  return answer.kind() == type.kind && answer.api_version() == type.api_version();
}

bool deletes_in_background(const ApiCall& call)
{
  const auto policy = JsonView(call.request.body).member("propagationPolicy");
  return !policy || policy.equals("Background");
}

// kube-apiserver lists the objects as they were before their deletion. Whatever could hold one, holds it.
bool nothing_holds(const Object& item, const ResourceType& type)
{
  const bool graceful = type.group.empty() && (type.plural == "pods" || type.plural == "namespaces");
  return !graceful && !item.is_deleting() && item.finalizers().empty() && !item.resource_version().empty();
}

// A subresource that is created is something else than its object; others may answer with the object.
bool may_answer_with_object(const ApiCall& call)
{
  if (call.dry_run || !is_write(call.verb)) return false;
  return call.subresource.empty() || call.verb == Verb::update || call.verb == Verb::patch;
}

// None when the function throws: the write has nothing to do with that, and the watches bring it.
std::vector<SharedInformer> informers_of(const FindInformers& find, const ResourceType& type)
{
  try {
    return find(type);
  } catch (...) {
    return {};
  }
}

// One write.
class RecordedWrite final : public Passage {
public:
  RecordedWrite(LiveCall& call, const FindInformers& find) : call_(call), find_(find)
  {
    // Dependents are no reason to keep an object.
    if (call.verb == Verb::delete_collection) in_background_ = deletes_in_background(call);
    if (call.verb != Verb::delete_) return;
    for (const auto& informer : informers_of(find_, call.type)) {
      const Object stored = informer.store().get(call.key);
      if (stored) known_.emplace_back(informer, stored.uid());
    }
  }

  void answered(HttpResponse& response) override
  {
    if (response.status < 200 || response.status >= 300) return;
    const std::string uid = tell_all(response.body);
    // What had this name before the deletion was sent is gone as well: its successor was deleted.
    for (const auto& [informer, before] : known_) {
      if (!uid.empty() && before != uid) informer.deleted(call_.key, before);
    }
  }

private:
  // The uid of the answer; empty when it has none.
  std::string tell_all(const std::string& body)
  {
    std::string uid;
    for (const auto& informer : informers_of(find_, call_.type)) {
      try {
        uid = tell(informer, body);
      } catch (const ObjectError&) {
        return {};  // the caller parses it too, and gets the error
      }
    }
    return uid;
  }

  std::string tell(const SharedInformer& informer, const std::string& body)
  {
    Object::ParseOptions options;
    options.type = &call_.type;
    options.keep_managed_fields = informer.options().keep_managed_fields;
    if (call_.verb == Verb::delete_collection) {
      tell_deleted(informer, body, options);
      return {};
    }
    const Object answer = parsed(body, options);
    const bool ends = call_.verb == Verb::delete_;
    if (ends && answer.kind() == "Status") {
      std::string uid = answer.at("/details/uid").as_string().value_or("");
      informer.deleted(call_.key, uid);
      return uid;
    }
    if (call_.metadata_only || !is_of(answer, call_.type)) return {};
    if (ends && !answer.is_deleting()) {
      informer.deleted(answer.key(), answer.uid());
    } else {
      informer.wrote(answer);
    }
    return std::string(answer.uid());
  }

  // Usually the object that the client returns to its caller as well.
  Object parsed(const std::string& body, const Object::ParseOptions& options)
  {
    if (options.keep_managed_fields) return Object::parse(body, options);
    if (!call_.answer) call_.answer = Object::parse(body);
    const bool says_its_type = !call_.answer.kind().empty() && !call_.answer.api_version().empty();
    return says_its_type ? call_.answer : Object::parse(body, options);
  }

  void tell_deleted(const SharedInformer& informer, const std::string& body, const Object::ParseOptions& options) const
  {
    std::vector<Object> items;
    (void)detail::scan_list(
        body, [&](const detail::ScannedObject& item) { items.push_back(detail::make_object(item, options)); },
        [](std::string_view, const std::string&) {});
    for (const auto& item : items) {
      if (in_background_ && nothing_holds(item, call_.type)) {
        informer.deleted(item.key(), item.uid(), item.resource_version());
      } else if (!call_.metadata_only && is_of(item, call_.type)) {
        informer.wrote(item);
      }
    }
  }

  LiveCall& call_;
  const FindInformers& find_;
  bool in_background_ = true;
  std::vector<std::pair<SharedInformer, std::string>> known_;  // and the uid before a deletion
};

class ReadYourWrites final : public detail::Link {
public:
  explicit ReadYourWrites(FindInformers find) : find_(std::move(find)) {}

  std::unique_ptr<Passage> enter(LiveCall& call) override
  {
    if (!may_answer_with_object(call)) return nullptr;
    return std::make_unique<RecordedWrite>(call, find_);
  }

private:
  const FindInformers find_;
};

}  // namespace

std::shared_ptr<Interceptor> make_read_your_writes(FindInformers find)
{
  if (!find) throw std::invalid_argument("make_read_your_writes: the function is empty");
  return std::make_shared<ReadYourWrites>(std::move(find));
}

}  // namespace kubexx
