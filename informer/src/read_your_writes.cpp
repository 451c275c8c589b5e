// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/informer/read_your_writes.hpp"

namespace kubexx {

namespace {

// What has to be known of a call after it was sent.
struct Written {
  Verb verb;
  ResourceType type;
  ObjectKey key;
  bool metadata_only = false;
  bool in_background = true;  // delete-collection: dependents are no reason to keep an object
};

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

class ReadYourWrites final : public Interceptor {
public:
  explicit ReadYourWrites(FindInformers find) : find_(std::move(find)) {}

  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    if (!may_answer_with_object(call)) co_return co_await next(std::move(call));
    Written written{call.verb, call.type, call.key, call.metadata_only, true};
    if (written.verb == Verb::delete_collection) written.in_background = deletes_in_background(call);
    const Known known = written.verb == Verb::delete_ ? known_before(written) : Known();
    HttpResponse response = co_await next(std::move(call));
    if (response.status >= 200 && response.status < 300) {
      const std::string uid = tell_all(written, response.body);
      // What had this name before the deletion was sent is gone as well: its successor was deleted.
      for (const auto& [informer, before] : known) {
        if (!uid.empty() && before != uid) informer.deleted(written.key, before);
      }
    }
    co_return response;
  }

private:
  using Known = std::vector<std::pair<SharedInformer, std::string>>;  // uid

  Known known_before(const Written& written) const
  {
    Known known;
    for (const auto& informer : informers(written.type)) {
      const Object stored = informer.store().get(written.key);
      if (stored) known.emplace_back(informer, stored.uid());
    }
    return known;
  }

  // None when the function throws: the write has nothing to do with that, and the watches bring it.
  std::vector<SharedInformer> informers(const ResourceType& type) const
  {
    try {
      return find_(type);
    } catch (...) {
      return {};
    }
  }

  // The uid of the answer; empty when it has none.
  std::string tell_all(const Written& written, const std::string& body) const
  {
    std::string uid;
    for (const auto& informer : informers(written.type)) {
      try {
        uid = tell(informer, written, body);
      } catch (const ObjectError&) {
        return {};  // the caller parses it too, and gets the error
      }
    }
    return uid;
  }

  static std::string tell(const SharedInformer& informer, const Written& written, const std::string& body)
  {
    Object::ParseOptions options;
    options.type = &written.type;
    options.keep_managed_fields = informer.options().keep_managed_fields;
    if (written.verb == Verb::delete_collection) {
      tell_deleted(informer, written, body, options);
      return {};
    }
    const Object answer = Object::parse(body, options);
    const bool ends = written.verb == Verb::delete_;
    if (ends && answer.kind() == "Status") {
      std::string uid = answer.at("/details/uid").as_string().value_or("");
      informer.deleted(written.key, uid);
      return uid;
    }
    if (written.metadata_only || !is_of(answer, written.type)) return {};
    if (ends && !answer.is_deleting()) {
      informer.deleted(answer.key(), answer.uid());
    } else {
      informer.wrote(answer);
    }
    return std::string(answer.uid());
  }

  static void tell_deleted(const SharedInformer& informer, const Written& written, const std::string& body,
                           const Object::ParseOptions& options)
  {
    std::vector<Object> items;
    (void)detail::scan_list(
        body, [&](const detail::ScannedObject& item) { items.push_back(detail::make_object(item, options)); },
        [](std::string_view, const std::string&) {});
    for (const auto& item : items) {
      if (written.in_background && nothing_holds(item, written.type)) {
        informer.deleted(item.key(), item.uid(), item.resource_version());
      } else if (!written.metadata_only && is_of(item, written.type)) {
        informer.wrote(item);
      }
    }
  }

  const FindInformers find_;
};

}  // namespace

std::shared_ptr<Interceptor> make_read_your_writes(FindInformers find)
{
  if (!find) throw std::invalid_argument("make_read_your_writes: the function is empty");
  return std::make_shared<ReadYourWrites>(std::move(find));
}

}  // namespace kubexx
