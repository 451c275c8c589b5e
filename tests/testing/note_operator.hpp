// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "kubexx/controller.hpp"
#include "kubexx/testing/operator_test.hpp"

/// An operator for the tests of the test kit: it copies the text of each Note into a ConfigMap.
namespace kubexx::testing {

struct NoteSpec {
  std::string text;
};
BOOST_DESCRIBE_STRUCT(NoteSpec, (), (text))

struct NoteStatus {
  std::int64_t copies = 0;
};
BOOST_DESCRIBE_STRUCT(NoteStatus, (), (copies))

struct Note {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Note", "notes"};
  ObjectMeta metadata;
  NoteSpec spec;
  NoteStatus status;
};
BOOST_DESCRIBE_STRUCT(Note, (), (metadata, spec, status))

struct ConfigMap {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
  std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(ConfigMap, (), (metadata, data))

inline constexpr const char* kDefinition = R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: notes.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {kind: Note, listKind: NoteList, plural: notes, singular: note}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
)";

inline Result copy_note(Context& ctx, const Request& request)
{
  auto note = ctx.get<Note>(request);
  if (!note || note.is_deleting()) return Result::done();
  if (note->spec.text == "refuse") throw std::runtime_error("this text is refused");
  auto [result, copy] = ctx.create_or_update<ConfigMap>(request.key(), [&](ConfigMap& wanted) {
    ctx.own(note, wanted);
    wanted.data["text"] = note->spec.text;
  });
  if (result == OperationResult::created) ctx.events().normal(note, "Copied", "made a copy");
  note->status.copies = 1;
  note.patch_status();
  return Result::done();
}

inline void add_note_controller(Manager& manager)
{
  manager.controller()
      .for_<Note>()
      .owns<ConfigMap>()
      .writes<ConfigMap>({Verb::create, Verb::patch})
      .writes_status<Note>()
      .writes_events()
      .build(copy_note);
}

inline OperatorTestOptions options_of(TestServer server = TestServer::simulated())
{
  OperatorTestOptions options;
  options.setup = add_note_controller;
  options.server = std::move(server);
  return options;
}

/// A folder of this process: ctest runs several.
inline std::filesystem::path folder_of(const std::string& name)
{
  auto folder = std::filesystem::path(::testing::TempDir()) / ("kubexx-" + name + "-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  return folder;
}

/// The same, with the definition of Notes before the operator starts.
inline OperatorTestOptions with_definition()
{
  const auto file = folder_of("crd") / "note-crd.yaml";
  std::ofstream(file) << kDefinition;
  OperatorTestOptions options = options_of();
  options.manifests = {file};
  return options;
}

/// The text of the TestFailure that `what` throws.
inline std::string failure_of(const std::function<void()>& what)
{
  try {
    what();
  } catch (const TestFailure& failure) {
    return failure.what();
  }
  return "no failure";
}

inline Note note(const OperatorTest& test, const std::string& name, const std::string& text = "hello")
{
  Note made;
  made.metadata.namespace_ = test.ns();
  made.metadata.name = name;
  made.spec.text = text;
  return made;
}

inline bool is_copied(const Typed<ConfigMap>& copy)
{
  const auto text = copy->data.find("text");
  return text != copy->data.end() && text->second == "hello";
}

/// One test of everything, for any server.
inline void run_through(OperatorTest& test)
{
  using namespace std::chrono_literals;
  using ::testing::ElementsAre;
  using ::testing::HasSubstr;
  using ::testing::IsEmpty;
  test.apply_text(kDefinition);
  test.start();
  api<Note>(test.user()).create(note(test, "a"));
  const ObjectKey key{test.ns(), "a"};
  const auto copy = test.wait_for<ConfigMap>(key, "the text of the Note", is_copied);
  EXPECT_EQ(copy.origin().controller_owner()->name, "a");
  test.wait_for<Note>(key, "one copy", [](const Typed<Note>& found) { return found->status.copies == 1; });
  test.wait_until("an event is there", [&] {
    return test.count(Verb::create, "events") == 1 && test.count(Verb::create, "configmaps") == 1;
  });
  test.expect_no_writes(1s);
  EXPECT_THAT(test.unused_permissions(), ElementsAre("patch configmaps"));

  test.fail_next(Verb::patch, "notes/status", 500);
  auto changed = api<Note>(test.user()).get(key);
  changed->spec.text = "bye";
  changed.patch();
  auto counted = api<Note>(test.user()).get(key);
  counted->status.copies = 7;
  counted.patch_status();
  test.wait_for<Note>(key, "one copy again", [](const Typed<Note>& found) { return found->status.copies == 1; });
  EXPECT_THAT(test.last_log_lines(), HasSubstr("injected by fail_next"));

  test.crash();
  api<Note>(test.user()).create(note(test, "b"));
  test.wait_for<ConfigMap>({test.ns(), "b"}, "the text of the Note", is_copied);
  test.drop_watches("notes");
  test.drop_watches();
  api<Note>(test.user()).create(note(test, "c"));
  test.wait_for<ConfigMap>({test.ns(), "c"}, "the text of the Note", is_copied);
  EXPECT_THAT(test.metrics(), HasSubstr("controller_runtime_reconcile_total"));

  test.user().delete_(resource_of<Note>(), key);
  test.restart();
  EXPECT_THAT(test.unused_permissions(), IsEmpty());
  test.stop();
}

}  // namespace kubexx::testing
