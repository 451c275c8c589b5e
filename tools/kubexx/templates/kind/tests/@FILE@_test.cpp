// Tests of the operator with the API server of support.hpp.
#include "@FILE@.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <kubexx/testing/operator_test.hpp>
#include <kubexx/types/core/v1/config_map.hpp>
#include <string>

#include "support.hpp"

namespace @SPACE@ {
namespace {

using namespace std::chrono_literals;
using kubexx::ObjectKey;
using kubexx::corev1::ConfigMap;
using kubexx::testing::OperatorTest;
using kubexx::testing::TestServer;
using Object = kubexx::Typed<@KIND@>;

@if cluster@
ObjectKey key_of(const OperatorTest&)
{
  return {"", "example"};
}
@else@
ObjectKey key_of(const OperatorTest& test)
{
  return {test.ns(), "example"};
}
@end@

ObjectKey copy_of(const OperatorTest& test, int number)
{
  return {test.ns(), key_of(test).name + "-@SINGULAR@-" + std::to_string(number)};
}

@KIND@ make_object(const OperatorTest& test, int copies)
{
  @KIND@ object;
  object.metadata.namespace_ = key_of(test).namespace_;
  object.metadata.name = key_of(test).name;
@if cluster@
  object.spec.targetNamespace = test.ns();
@end@
  object.spec.text = "hello";
  object.spec.copies = copies;
  return object;
}

bool is_ready(const Object& object)
{
  return kubexx::is_condition_true(object->status.conditions, "Ready");
}

// The reason why an object is ready or not; empty before the operator has written it.
std::string reason_of(const Object& object)
{
  const auto* const ready = kubexx::find_condition(object->status.conditions, "Ready");
  return ready == nullptr ? "" : ready->reason;
}

void wait_for_reason(OperatorTest& test, const ObjectKey& key, const std::string& reason)
{
  const auto holds = [&](const Object& object) { return reason_of(object) == reason; };
  test.wait_for<@KIND@>(key, "the reason is " + reason, holds);
}

void wait_for_text(OperatorTest& test, const ObjectKey& copy, const std::string& text)
{
  test.wait_for<ConfigMap>(copy, "its text is " + text, [&](const kubexx::Typed<ConfigMap>& map) {
    return map->data.contains("text") && map->data.at("text") == text;
  });
}

class @KIND@ControllerTest : public ::testing::Test {
protected:
  @KIND@ControllerTest() { test.start(); }

@if cluster@
  // Each test has its own server, because cluster-scoped objects of other tests would interfere.
  OperatorTest test{test_options(TestServer::from_environment())};
@else@
  OperatorTest test{test_options(shared_server())};
@end@
};

TEST_F(@KIND@ControllerTest, CreatesConfigMapsAndReportsThem)
{
  api<@KIND@>(test.user()).create(make_object(test, 2));
  wait_for_text(test, copy_of(test, 1), "hello");
  wait_for_text(test, copy_of(test, 2), "hello");
  const auto object = test.wait_for<@KIND@>(key_of(test), "it is ready", is_ready);
  EXPECT_EQ(object->status.copies, 2);
  EXPECT_EQ(object->status.observedGeneration, object->metadata.generation);
  test.stop();
}

TEST_F(@KIND@ControllerTest, FollowsTheSpec)
{
  api<@KIND@>(test.user()).create(make_object(test, 2));
  test.wait_for<@KIND@>(key_of(test), "it is ready", is_ready);
  auto object = api<@KIND@>(test.user()).get(key_of(test));
  object->spec.text = "goodbye";
  object->spec.copies = 1;
  object.patch();
  wait_for_text(test, copy_of(test, 1), "goodbye");
  test.wait_until_gone<ConfigMap>(copy_of(test, 2));
  test.stop();
}

TEST_F(@KIND@ControllerTest, RestoresDeletedConfigMap)
{
  api<@KIND@>(test.user()).create(make_object(test, 1));
  wait_for_text(test, copy_of(test, 1), "hello");
  test.user().delete_(kubexx::resource_of<ConfigMap>(), copy_of(test, 1));
  wait_for_text(test, copy_of(test, 1), "hello");
  test.stop();
}

TEST_F(@KIND@ControllerTest, WritesNothingWithoutChanges)
{
  api<@KIND@>(test.user()).create(make_object(test, 1));
  test.wait_for<@KIND@>(key_of(test), "it is ready", is_ready);
  test.run_for(1s);
  test.expect_no_writes(5s);
  test.stop();
}

ConfigMap make_foreign_copy(const OperatorTest& test)
{
  ConfigMap theirs;
  theirs.metadata.namespace_ = copy_of(test, 1).namespace_;
  theirs.metadata.name = copy_of(test, 1).name;
  theirs.data["text"] = "theirs";
  return theirs;
}

TEST_F(@KIND@ControllerTest, DoesNotChangeForeignConfigMap)
{
  api<ConfigMap>(test.user()).create(make_foreign_copy(test));
  api<@KIND@>(test.user()).create(make_object(test, 1));
  wait_for_reason(test, key_of(test), "NameTaken");
  wait_for_text(test, copy_of(test, 1), "theirs");
  test.user().delete_(kubexx::resource_of<@KIND@>(), key_of(test));
  test.wait_until_gone<@KIND@>(key_of(test));
  wait_for_text(test, copy_of(test, 1), "theirs");
  test.stop();
}

TEST_F(@KIND@ControllerTest, CreatesConfigMapWhenTheForeignOneIsDeleted)
{
  api<ConfigMap>(test.user()).create(make_foreign_copy(test));
  api<@KIND@>(test.user()).create(make_object(test, 1));
  wait_for_reason(test, key_of(test), "NameTaken");
  test.user().delete_(kubexx::resource_of<ConfigMap>(), copy_of(test, 1));
  wait_for_reason(test, key_of(test), "Copied");
  wait_for_text(test, copy_of(test, 1), "hello");
  test.stop();
}

TEST_F(@KIND@ControllerTest, WaitsForConfigMapThatIsBeingDeleted)
{
  api<@KIND@>(test.user()).create(make_object(test, 1));
  wait_for_reason(test, key_of(test), "Copied");
  auto copy = api<ConfigMap>(test.user()).get(copy_of(test, 1));
  copy->metadata.finalizers = {"example.com/hold"};
  copy.patch();
  test.user().delete_(kubexx::resource_of<ConfigMap>(), copy_of(test, 1));
  wait_for_reason(test, key_of(test), "Waiting");
  copy = api<ConfigMap>(test.user()).get(copy_of(test, 1));
  copy->metadata.finalizers.clear();
  copy.patch();
  wait_for_reason(test, key_of(test), "Copied");
  test.stop();
}

TEST_F(@KIND@ControllerTest, ReportsRejectedWrites)
{
  auto object = make_object(test, 1);
  object.metadata.name = std::string(253, 'a');  // the names of its ConfigMaps would be too long
  api<@KIND@>(test.user()).create(object);
  wait_for_reason(test, {object.metadata.namespace_, object.metadata.name}, "Rejected");
}

TEST_F(@KIND@ControllerTest, RemovesItsFinalizer)
{
  api<@KIND@>(test.user()).create(make_object(test, 1));
  test.wait_for<@KIND@>(key_of(test), "it is ready", is_ready);
  test.user().delete_(kubexx::resource_of<@KIND@>(), key_of(test));
  test.wait_until_gone<@KIND@>(key_of(test));
  test.stop();
}

void create_and_delete(OperatorTest& test)
{
  api<@KIND@>(test.user()).create(make_object(test, 2));
  test.wait_for<@KIND@>(key_of(test), "it is ready", is_ready);
  test.user().delete_(kubexx::resource_of<@KIND@>(), key_of(test));
  test.wait_until_gone<@KIND@>(key_of(test));
}

// Crashes the operator before and after each of its calls to the API server, and starts it again.
TEST(@KIND@CrashTest, LosesNothing)
{
  const auto options = test_options(TestServer::simulated());
  const auto report = kubexx::testing::crash_at_every_call(options, create_and_delete);
  EXPECT_GT(report.points.size(), 5U);
}

}  // namespace
}  // namespace @SPACE@
