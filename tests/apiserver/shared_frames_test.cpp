// SPDX-License-Identifier: Apache-2.0
#include "render/shared_frames.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "fixture.hpp"

namespace kubexx::testing {
namespace {

using apiserver::Form;
using apiserver::Kind;
using apiserver::make_stored;
using apiserver::Renderer;
using apiserver::Representation;
using apiserver::SharedFrames;

/// A kind whose objects are converted when they are read, and counted.
struct SharedFramesTest : ::testing::Test {
  SharedFramesTest()
  {
    auto made = std::make_shared<Kind>();
    made->kind = "Thing";
    made->versions.resize(2);
    made->versions[0].name = "v1";
    made->versions[1].name = "v2";
    made->from_stored = [this](apiserver::Json object, std::string_view version) {
      ++conversions;
      object["in"] = version;
      return object;
    };
    kind = made;
  }
  [[nodiscard]] Renderer renderer(const char* version, Form form = Form::object) const
  {
    Representation as;
    as.form = form;
    return {kind, version, as, WallTime()};
  }

  int conversions = 0;
  apiserver::KindPtr kind;
  SharedFrames frames;
};

TEST_F(SharedFramesTest, OneEventIsMadeOnceForAllWatchesThatGetTheSame)
{
  const auto object = make_stored({{"metadata", {{"name", "one"}}}});
  const auto wanted = renderer("v1").watch_line("ADDED", *object, false);
  conversions = 0;
  for (int watch = 0; watch < 10; ++watch) EXPECT_EQ(frames.watch_line(renderer("v1"), "ADDED", object, false), wanted);
  EXPECT_EQ(conversions, 1);
  EXPECT_EQ(frames.watch_line(renderer("v2"), "ADDED", object, false),
            renderer("v2").watch_line("ADDED", *object, false));
  EXPECT_EQ(frames.watch_line(renderer("v1"), "MODIFIED", object, false),
            renderer("v1").watch_line("MODIFIED", *object, false));
  EXPECT_EQ(frames.watch_line(renderer("v1", Form::partial_object), "ADDED", object, false),
            renderer("v1", Form::partial_object).watch_line("ADDED", *object, false));
  const auto other = make_stored({{"metadata", {{"name", "two"}}}});
  EXPECT_EQ(frames.watch_line(renderer("v1"), "ADDED", other, false),
            renderer("v1").watch_line("ADDED", *other, false));
}

TEST_F(SharedFramesTest, OldOnesAreForgotten)
{
  const auto first = make_stored({{"metadata", {{"name", "first"}}}});
  const std::weak_ptr<const apiserver::Stored> weak = first;
  (void)frames.watch_line(renderer("v1"), "ADDED", first, false);
  EXPECT_EQ(weak.use_count(), 2);
  for (int index = 0; index < 3; ++index) {
    const auto large = make_stored({{"metadata", {{"name", "one"}}}, {"text", std::string(1'000'000, 'x')}});
    (void)frames.watch_line(renderer("v1"), "ADDED", large, false);
  }
  EXPECT_EQ(weak.use_count(), 1) << "by bytes";
  (void)frames.watch_line(renderer("v1"), "ADDED", first, false);
  for (int index = 0; index < 64; ++index) {
    (void)frames.watch_line(renderer("v1"), "ADDED", make_stored({{"metadata", {{"name", "small"}}}}), false);
  }
  EXPECT_EQ(weak.use_count(), 1) << "by number";
}

using Protobuf = ApiServerTest;

TEST_F(Protobuf, WatchesOfOneObjectGetEqualFrames)
{
  const auto from = version_of(get(config_maps));
  const Headers accept{{"Accept", "application/vnd.kubernetes.protobuf"}};
  std::vector<Answer> answers;
  for (int watch = 0; watch < 3; ++watch) {
    answers.push_back(
        call("GET", std::string(config_maps) + "?watch=1&resourceVersion=" + from, std::string(), accept));
  }
  create(config_maps, config_map("a", {{"key", "value"}}));
  const auto read = [](BodyStream* stream, std::string* to) -> awaitable<void> { *to = co_await stream->read(); };
  std::vector<std::string> frames(answers.size());
  for (std::size_t index = 0; index < answers.size(); ++index) {
    spawn(context.get_executor(), read(answers[index].stream.get(), &frames[index]));
  }
  context.restart();
  context.poll();
  EXPECT_NE(frames[0].find("value"), std::string::npos);
  EXPECT_FALSE(frames[0].starts_with("{")) << "protobuf";
  EXPECT_EQ(frames[1], frames[0]);
  EXPECT_EQ(frames[2], frames[0]);
}

}  // namespace
}  // namespace kubexx::testing
