// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/client.hpp"
#include "support/partial_deployment.hpp"

/// Two writers who have read the same object and each add something to a list of it: both additions are there in the
/// end. The same for the embedded and for a real API server.
namespace kubexx::test {

struct Condition {
  std::string type, status, reason;
};
BOOST_DESCRIBE_STRUCT(Condition, (), (type, status, reason))

struct Conditions {
  std::vector<Condition> conditions;
};
BOOST_DESCRIBE_STRUCT(Conditions, (), (conditions))

struct PodWithConditions {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "Pod", "pods"};
  ObjectMeta metadata;
  Conditions status;
};
BOOST_DESCRIBE_STRUCT(PodWithConditions, (), (metadata, status))

/// A custom resource, whose lists are replaced by every patch that it takes.
struct Widget {
  static constexpr ResourceInfo kubexx_resource{"writers.example.com", "v1", "Widget", "widgets"};
  ObjectMeta metadata;
  Conditions status;
};
BOOST_DESCRIBE_STRUCT(Widget, (), (metadata, status))

inline Object widget_definition()
{
  return Object::parse(R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
    "metadata":{"name":"widgets.writers.example.com"},"spec":{"group":"writers.example.com","scope":"Namespaced",
    "names":{"kind":"Widget","listKind":"WidgetList","plural":"widgets","singular":"widget"},
    "versions":[{"name":"v1","served":true,"storage":true,"subresources":{"status":{}},
      "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}})");
}

/// Writes what `edit` makes of the object as `seen`, and starts again from the newest one after a conflict, as a
/// reconciler does. The number of conflicts.
template <class T>
int write_from(const Client& client, Object seen, const std::string& subresource, const std::function<void(T&)>& edit)
{
  for (int conflicts = 0;; ++conflicts) {
    T value = seen.as<T>();
    edit(value);
    try {
      client.patch(resource_of<T>(), seen.key(), make_patch(seen, seen.with(value)), {}, subresource);
      return conflicts;
    } catch (const ApiError& error) {
      if (!is_conflict(error) || conflicts == 10) throw;
    }
    seen = client.get(resource_of<T>(), seen.key());
  }
}

/// Two writers who have seen `seen`; the second knows nothing of the first. The conflicts of both: the first one has
/// some where its patch says of which version it is and a controller of the server writes too.
template <class T>
int both_write(const Client& client, const Object& seen, const std::string& subresource,
               const std::function<void(T&)>& first, const std::function<void(T&)>& second)
{
  const int conflicts = write_from<T>(client, seen, subresource, first);
  return conflicts + write_from<T>(client, seen, subresource, second);
}

inline std::vector<std::string> names_of(const Object& object, const char* list, const char* member)
{
  std::vector<std::string> names;
  for (auto child = object.at(list).children(); child.next();) {
    names.push_back(child.value().member(member).as_string().value_or(""));
  }
  return names;
}

inline void expect_built_in_writes_survive(const Client& client, const std::string& ns)
{
  using testing::Contains;
  using testing::Not;
  using testing::UnorderedElementsAre;
  auto deployment = Object::parse(R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"namespace":")" + ns +
                                  R"(","name":"shared","finalizers":["example.com/old","example.com/kept"]},
    "spec":{"replicas":0,"paused":true,"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
      "spec":{"containers":[{"name":"main","image":"i","env":[{"name":"E","value":"1"}]}]}}}})");
  deployment = client.create(resources::deployments, deployment);

  EXPECT_EQ(both_write<Deployment>(
                client, deployment, "", [](Deployment& d) { d.metadata.finalizers.push_back("example.com/first"); },
                [](Deployment& d) { d.metadata.finalizers = {"example.com/kept", "example.com/second"}; }),
            0);
  auto now = client.get(resources::deployments, deployment.key());
  EXPECT_THAT(now.finalizers(), UnorderedElementsAre("example.com/kept", "example.com/first", "example.com/second"));

  const auto add = [](const char* name) {
    return [name](Deployment& d) {
      Container container;
      container.name = name;
      container.image = "i";
      d.spec.template_.spec.containers.push_back(container);
    };
  };
  EXPECT_EQ(both_write<Deployment>(client, now, "", add("first"), add("second")), 0);
  now = client.get(resources::deployments, deployment.key());
  EXPECT_THAT(names_of(now, "/spec/template/spec/containers", "name"), UnorderedElementsAre("main", "first", "second"));
  EXPECT_EQ(now.at("/spec/template/spec/containers/0/env/0/value").as_string(), "1");

  // A list without a merge key is replaced, so the second writer has to look again.
  const auto with_args = [&](const char* name, const char* argument) {
    return [name, argument](Deployment& d) {
      for (auto& container : d.spec.template_.spec.containers) {
        if (container.name == name) container.args.push_back(argument);
      }
    };
  };
  EXPECT_GE(both_write<Deployment>(client, now, "", with_args("main", "--first"), with_args("main", "--second")), 1);
  now = client.get(resources::deployments, deployment.key());
  EXPECT_EQ(now.at("/spec/template/spec/containers/0/args").bytes(), R"(["--first","--second"])");

  // The only finalizer that one writer knows of goes, and not all of them.
  const auto before = now;
  write_from<Deployment>(client, before, "",
                         [](Deployment& d) { d.metadata.finalizers.push_back("example.com/late"); });
  write_from<Deployment>(client, before, "", [](Deployment& d) { d.metadata.finalizers.clear(); });
  now = client.get(resources::deployments, deployment.key());
  EXPECT_THAT(now.finalizers(), UnorderedElementsAre("example.com/late"));
  write_from<Deployment>(client, now, "", [](Deployment& d) { d.metadata.finalizers.clear(); });
  EXPECT_THAT(client.get(resources::deployments, deployment.key()).finalizers(), testing::IsEmpty());

  auto pod = client.create(resources::pods,
                           Object::parse(R"({"apiVersion":"v1","kind":"Pod","metadata":{"namespace":")" + ns +
                                         R"(","name":"shared"},"spec":{"containers":[{"name":"c","image":"i"}]}})"));
  const auto condition = [](const char* type) {
    return [type](PodWithConditions& p) { p.status.conditions.push_back({type, "True", "Because"}); };
  };
  EXPECT_EQ(both_write<PodWithConditions>(client, pod, "status", condition("First"), condition("Second")), 0);
  pod = client.get(resources::pods, pod.key());
  EXPECT_THAT(names_of(pod, "/status/conditions", "type"), testing::IsSupersetOf({"First", "Second"}));
}

/// The definition is served already.
inline void expect_custom_writes_survive(const Client& client, const std::string& ns)
{
  using testing::UnorderedElementsAre;
  const ResourceType& widgets = resource_of<Widget>();
  auto widget = client.create(widgets, Object::parse(R"({"apiVersion":"writers.example.com/v1","kind":"Widget",
    "metadata":{"namespace":")" + ns + R"(","name":"shared","finalizers":["example.com/kept"]}})"));
  const auto finalizer = [](const char* name) { return [name](Widget& w) { w.metadata.finalizers.push_back(name); }; };
  EXPECT_EQ(both_write<Widget>(client, widget, "", finalizer("example.com/first"), finalizer("example.com/second")), 1)
      << "a conflict";
  widget = client.get(widgets, widget.key());
  EXPECT_THAT(widget.finalizers(), UnorderedElementsAre("example.com/kept", "example.com/first", "example.com/second"));

  const auto condition = [](const char* type) {
    return [type](Widget& w) { w.status.conditions.push_back({type, "True", "Because"}); };
  };
  EXPECT_EQ(both_write<Widget>(client, widget, "status", condition("First"), condition("Second")), 1);
  widget = client.get(widgets, widget.key());
  EXPECT_THAT(names_of(widget, "/status/conditions", "type"), UnorderedElementsAre("First", "Second"));

  // What is no list needs no version: two writers of different fields do not meet.
  const auto label = [](const char* name) { return [name](Widget& w) { w.metadata.labels[name] = "1"; }; };
  EXPECT_EQ(both_write<Widget>(client, widget, "", label("first"), label("second")), 0);
  EXPECT_EQ(client.get(widgets, widget.key()).labels().size(), 2U);
  write_from<Widget>(client, client.get(widgets, widget.key()), "", [](Widget& w) { w.metadata.finalizers.clear(); });
}

}  // namespace kubexx::test
