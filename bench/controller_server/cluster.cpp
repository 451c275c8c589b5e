// SPDX-License-Identifier: Apache-2.0
#include "cluster.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <utility>

namespace kubexx::bench {

namespace {

constexpr std::string_view kFoos = "/apis/samplecontroller.k8s.io/v1alpha1/";
constexpr std::string_view kDeployments = "/apis/apps/v1/";
constexpr std::string_view kNewEvents = "/apis/events.k8s.io/v1/";
constexpr std::string_view kCore = "/api/v1/";

constexpr std::pair<std::string_view, std::string_view> kDiscovery[] = {
    {"/version", R"({"major":"1","minor":"37","gitVersion":"v1.37.1","platform":"linux/amd64"})"},
    {"/api", R"({"kind":"APIVersions","versions":["v1"]})"},
    {"/apis", R"({"kind":"APIGroupList","apiVersion":"v1","groups":[)"
              R"({"name":"apps","versions":[{"groupVersion":"apps/v1","version":"v1"}],)"
              R"("preferredVersion":{"groupVersion":"apps/v1","version":"v1"}},)"
              R"({"name":"events.k8s.io","versions":[{"groupVersion":"events.k8s.io/v1","version":"v1"}],)"
              R"("preferredVersion":{"groupVersion":"events.k8s.io/v1","version":"v1"}},)"
              R"({"name":"samplecontroller.k8s.io","versions":[{"groupVersion":"samplecontroller.k8s.io/v1alpha1",)"
              R"("version":"v1alpha1"}],"preferredVersion":{"groupVersion":"samplecontroller.k8s.io/v1alpha1",)"
              R"("version":"v1alpha1"}}]})"},
    {"/api/v1",
     R"({"kind":"APIResourceList","apiVersion":"v1","groupVersion":"v1","resources":[)"
     R"({"name":"events","singularName":"event","namespaced":true,"kind":"Event","verbs":["create","patch"]}]})"},
    {"/apis/apps/v1", R"({"kind":"APIResourceList","apiVersion":"v1","groupVersion":"apps/v1","resources":[)"
                      R"({"name":"deployments","singularName":"deployment","namespaced":true,"kind":"Deployment",)"
                      R"("verbs":["create","delete","get","list","patch","update","watch"]},)"
                      R"({"name":"deployments/status","singularName":"","namespaced":true,"kind":"Deployment",)"
                      R"("verbs":["get","patch","update"]}]})"},
    {"/apis/events.k8s.io/v1",
     R"({"kind":"APIResourceList","apiVersion":"v1","groupVersion":"events.k8s.io/v1","resources":[)"
     R"({"name":"events","singularName":"event","namespaced":true,"kind":"Event","verbs":["create","patch"]}]})"},
    {"/apis/samplecontroller.k8s.io/v1alpha1",
     R"({"kind":"APIResourceList","apiVersion":"v1","groupVersion":"samplecontroller.k8s.io/v1alpha1","resources":[)"
     R"({"name":"foos","singularName":"foo","namespaced":true,"kind":"Foo",)"
     R"("verbs":["create","delete","get","list","patch","update","watch"]},)"
     R"({"name":"foos/status","singularName":"","namespaced":true,"kind":"Foo","verbs":["get","patch","update"]}]})"},
};

// What a real kube-apiserver gives, with its defaults and its managedFields; $N is the Foo's number, $U its uid, $D the
// Deployment's, $V the version.
constexpr std::string_view kFoo =
    R"({"apiVersion":"samplecontroller.k8s.io/v1alpha1","kind":"Foo","metadata":{"creationTimestamp":)"
    R"("2026-11-24T08:00:00Z","generation":1,"managedFields":[{"apiVersion":"samplecontroller.k8s.io/v1alpha1",)"
    R"("fieldsType":"FieldsV1","fieldsV1":{"f:spec":{".":{},"f:deploymentName":{},"f:replicas":{}}},)"
    R"("manager":"kubectl-create","operation":"Update","time":"2026-11-24T08:00:00Z"}],"name":"foo-$N",)"
    R"("namespace":"default","resourceVersion":"$V","uid":"$U"},"spec":{"deploymentName":"foo-$N","replicas":1}})";
constexpr std::string_view kDeployment =
    R"({"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"foo-$N","namespace":"default","uid":"$D",)"
    R"("resourceVersion":"$V","generation":1,"creationTimestamp":"2026-11-24T08:00:00Z","ownerReferences":[)"
    R"({"apiVersion":"samplecontroller.k8s.io/v1alpha1","kind":"Foo","name":"foo-$N","uid":"$U","controller":true,)"
    R"("blockOwnerDeletion":true}],"managedFields":[{"manager":"sample-controller","operation":"Update",)"
    R"("apiVersion":"apps/v1","time":"2026-11-24T08:00:00Z","fieldsType":"FieldsV1","fieldsV1":{"f:metadata":{)"
    R"("f:ownerReferences":{".":{},"k:{\"uid\":\"$U\"}":{}}},"f:spec":{"f:progressDeadlineSeconds":{},)"
    R"("f:replicas":{},"f:revisionHistoryLimit":{},"f:selector":{},"f:strategy":{"f:rollingUpdate":{".":{},)"
    R"("f:maxSurge":{},"f:maxUnavailable":{}},"f:type":{}},"f:template":{"f:metadata":{"f:labels":{".":{},"f:app":{},)"
    R"("f:controller":{}}},"f:spec":{"f:containers":{"k:{\"name\":\"nginx\"}":{".":{},"f:image":{},)"
    R"("f:imagePullPolicy":{},"f:name":{},"f:resources":{},"f:terminationMessagePath":{},)"
    R"("f:terminationMessagePolicy":{}}},"f:dnsPolicy":{},"f:restartPolicy":{},"f:schedulerName":{},)"
    R"("f:securityContext":{},"f:terminationGracePeriodSeconds":{}}}}}}]},"spec":{"replicas":1,"selector":{)"
    R"("matchLabels":{"app":"nginx","controller":"foo-$N"}},"template":{"metadata":{"labels":{"app":"nginx",)"
    R"("controller":"foo-$N"}},"spec":{"containers":[{"name":"nginx","image":"nginx:latest","resources":{},)"
    R"("terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File","imagePullPolicy":"Always"}],)"
    R"("restartPolicy":"Always","terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst","securityContext":{},)"
    R"("schedulerName":"default-scheduler"}},"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":)"
    R"("25%","maxSurge":"25%"}},"revisionHistoryLimit":10,"progressDeadlineSeconds":600},"status":{}})";

void reply(Connection& connection, std::string_view status, std::string_view body)
{
  std::string text = "HTTP/1.1 ";
  text += status;
  text += "\r\nContent-Type: application/json\r\nContent-Length: ";
  text += std::to_string(body.size());
  text += "\r\n\r\n";
  text += body;
  connection.send(text);
}

void not_found(Connection& connection)
{
  reply(connection, "404 Not Found",
        R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"not found",)"
        R"("reason":"NotFound","details":{},"code":404})");
}

void append_chunk(std::string& to, std::string_view type, std::string_view object)
{
  constexpr std::string_view kBefore = R"({"type":")", kBetween = R"(","object":)", kAfter = "}\n";
  const std::size_t size = kBefore.size() + type.size() + kBetween.size() + object.size() + kAfter.size();
  std::array<char, 20> hex{};
  to.append(hex.data(), std::to_chars(hex.data(), hex.data() + hex.size(), size, 16).ptr);
  to += "\r\n";
  to += kBefore;
  to += type;
  to += kBetween;
  to += object;
  to += kAfter;
  to += "\r\n";
}

std::string uid(std::uint64_t number)
{
  std::array<char, 40> text{};
  const int size = std::snprintf(text.data(), text.size(), "5f0e8b1c-93a4-4d27-8a6b-%012llx",
                                 static_cast<unsigned long long>(number));
  return {text.data(), static_cast<std::size_t>(size)};
}

struct Values {
  std::string number, foo_uid, deployment_uid, version;
};

std::string filled(std::string_view form, const Values& values)
{
  std::string text;
  text.reserve(form.size() + 300);
  for (;;) {
    const std::size_t mark = form.find('$');
    text += form.substr(0, mark);
    if (mark == std::string_view::npos) return text;
    switch (form[mark + 1]) {
      case 'N':
        text += values.number;
        break;
      case 'U':
        text += values.foo_uid;
        break;
      case 'D':
        text += values.deployment_uid;
        break;
      default:
        text += values.version;
        break;
    }
    form.remove_prefix(mark + 2);
  }
}

std::uint64_t number_of(std::string_view text)
{
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

std::string_view Call::parameter(std::string_view name) const
{
  for (std::size_t begin = 0; begin < query.size();) {
    const std::size_t end = std::min(query.find('&', begin), query.size());
    const std::string_view one = query.substr(begin, end - begin);
    if (one.size() > name.size() && one.starts_with(name) && one[name.size()] == '=')
      return one.substr(name.size() + 1);
    begin = end + 1;
  }
  return {};
}

bool Call::flag(std::string_view name) const
{
  const std::string_view value = parameter(name);
  return value == "true" || value == "1";
}

Cluster::Cluster()
    : foos_{"samplecontroller.k8s.io/v1alpha1", "Foo", "foos", {}, {}, {}},
      deployments_{"apps/v1", "Deployment", "deployments", {}, {}, {}}
{
}

void Cluster::add(Kind& kind, const std::string& name, std::string text)
{
  append_chunk(kind.news, "ADDED", text);
  kind.items.push_back({version_, name, std::move(text)});
}

void Cluster::add_foo()
{
  const std::string number = std::to_string(foos_.items.size());
  ++version_;
  add(foos_, "foo-" + number, filled(kFoo, {number, uid(version_), {}, std::to_string(version_)}));
}

void Cluster::flush_watches()
{
  for (Kind* kind : {&foos_, &deployments_}) {
    if (kind->news.empty()) continue;
    for (Connection* watch : kind->watches) {
      watch->send(kind->news);
      watch->flush();
    }
    kind->news.clear();
  }
}

void Cluster::forget(const Connection& connection)
{
  std::erase(foos_.watches, &connection);
  std::erase(deployments_.watches, &connection);
}

void Cluster::collection(const Call& call, Kind& kind, Connection& connection)
{
  const std::string version = std::to_string(version_);
  if (!call.flag("watch")) {
    ++requests_["list " + kind.resource];
    std::string body = R"({"kind":")" + kind.kind + R"(List","apiVersion":")" + kind.api_version +
                       R"(","metadata":{"resourceVersion":")" + version + R"("},"items":[)";
    for (const Item& item : kind.items) {
      if (&item != kind.items.data()) body += ",";
      body += item.text;
    }
    reply(connection, "200 OK", body + "]}");
    return;
  }
  ++requests_["watch " + kind.resource];
  flush_watches();  // so that the news goes to those who do not get it by what follows
  std::string begin = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
  const bool from_start = call.flag("sendInitialEvents");
  const std::uint64_t seen = from_start ? 0 : number_of(call.parameter("resourceVersion"));
  for (const Item& item : kind.items) {
    if (item.version > seen) append_chunk(begin, "ADDED", item.text);
  }
  if (from_start) {
    append_chunk(begin, "BOOKMARK",
                 R"({"kind":")" + kind.kind + R"(","apiVersion":")" + kind.api_version +
                     R"(","metadata":{"resourceVersion":")" + version +
                     R"(","annotations":{"k8s.io/initial-events-end":"true"}},"spec":{}})");
  }
  connection.send(begin);
  kind.watches.push_back(&connection);
}

void Cluster::object(const Kind& kind, std::string_view name, Connection& connection)
{
  const auto found =
      std::find_if(kind.items.rbegin(), kind.items.rend(), [&](const Item& i) { return i.name == name; });
  if (found == kind.items.rend()) return not_found(connection);
  reply(connection, "200 OK", found->text);
}

std::string Cluster::accepted(std::string_view body)
{
  constexpr std::string_view kMetadata = R"("metadata":{)";
  std::size_t at = body.find(kMetadata);
  if (at == std::string_view::npos) return std::string(body);
  at += kMetadata.size();
  const std::string version = std::to_string(++version_);
  std::string text;
  text.reserve(body.size() + 160);
  text += body.substr(0, at);
  text += R"("uid":")" + uid(version_) + R"(","resourceVersion":")" + version +
          R"(","generation":1,"creationTimestamp":"2026-11-24T08:00:00Z",)";
  text += body.substr(at);
  return text;
}

void Cluster::create(const Call& call, Connection& connection)
{
  constexpr std::string_view kName = R"("name":"foo-)";
  const std::size_t at = call.body.find(kName);
  if (at == std::string_view::npos) {
    return reply(connection, "415 Unsupported Media Type",
                 R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"no JSON",)"
                 R"("reason":"UnsupportedMediaType","code":415})");
  }
  const std::uint64_t number = number_of(call.body.substr(at + kName.size()));
  if (number >= foos_.items.size()) return not_found(connection);
  created_.emplace(number, std::chrono::steady_clock::now());
  const std::string foo_uid = uid(foos_.items[number].version);
  ++version_;
  std::string text = filled(kDeployment, {std::to_string(number), foo_uid, uid(version_), std::to_string(version_)});
  reply(connection, "201 Created", text);
  add(deployments_, "foo-" + std::to_string(number), std::move(text));
}

void Cluster::answer(const Call& call, Connection& connection)
{
  for (const auto& [path, body] : kDiscovery) {
    if (call.path != path) continue;
    ++requests_["discovery"];
    return reply(connection, "200 OK", body);
  }
  // Below a namespace or not: "[namespaces/NAMESPACE/]RESOURCE[/NAME[/SUBRESOURCE]]".
  std::string_view rest;
  for (const std::string_view group : {kFoos, kDeployments, kNewEvents, kCore}) {
    if (call.path.starts_with(group)) rest = call.path.substr(group.size());
  }
  if (rest.starts_with("namespaces/")) rest.remove_prefix(std::min(rest.find('/', 11), rest.size() - 1) + 1);
  const std::string_view resource = rest.substr(0, rest.find('/'));
  std::string_view name = rest.substr(std::min(resource.size() + 1, rest.size()));
  const bool subresource = name.find('/') != std::string_view::npos;
  name = name.substr(0, name.find('/'));

  Kind* kind = nullptr;
  if (resource == foos_.resource) kind = &foos_;
  if (resource == deployments_.resource) kind = &deployments_;
  if (kind != nullptr && name.empty() && call.method == "GET") return collection(call, *kind, connection);

  std::string what(call.method);
  what += " ";
  what += resource.empty() ? call.path : resource;
  if (subresource) what += "/status";
  ++requests_[what];
  if (kind == &deployments_ && name.empty() && call.method == "POST") return create(call, connection);
  if (kind != nullptr && !name.empty()) return object(*kind, name, connection);  // a write changes nothing
  if (resource == "events" && (call.method == "POST" || call.method == "PATCH" || call.method == "PUT")) {
    return reply(connection, call.method == "POST" ? "201 Created" : "200 OK", accepted(call.body));
  }
  not_found(connection);
}

}  // namespace kubexx::bench
