// SPDX-License-Identifier: Apache-2.0
// How often an informer calls its index functions when others write in the middle.
#include <gtest/gtest.h>

#include <map>

#include "kubexx/informer/informer.hpp"
#include "support.hpp"

namespace kubexx::informer_test {
namespace {

using Request = ScriptedTransport::Request;

std::string by_name(const Object& object)
{
  return std::string(object.name()) + "=" + std::string(object.resource_version());
}

class IndexCallsTest : public ::testing::Test {
protected:
  ~IndexCallsTest() override { world_.run(informer_->async_stop()); }

  void serve(std::string version, std::vector<std::string> items)
  {
    transport_->list = [=](const Request&) { return list_of(version, items); };
  }
  const SharedInformer& start(InformerOptions options)
  {
    informer_.emplace(Client(world_.runtime, transport_), config_maps(), std::move(options));
    informer_->start();
    world_.settle();
    return *informer_;
  }

  World world_;
  std::shared_ptr<ScriptedTransport> transport_ = std::make_shared<ScriptedTransport>();
  std::optional<SharedInformer> informer_;
};

TEST_F(IndexCallsTest, AWriteInTheMiddleOfAListDoesNotMakeItsOthersBeAskedForAgain)
{
  std::map<std::string, int> calls;
  InformerOptions options = paged();
  bool written = true;
  options.indexes.emplace_back("all", [&](const Object& object) {
    ++calls[by_name(object)];
    if (!std::exchange(written, true)) informer_->wrote(object_of("a", "old", "o", "12"));
    return std::vector<std::string>{"all"};
  });
  serve("5", {json_of("a", "old", "o", "3")});
  const SharedInformer& informer = start(options);
  world_.advance(std::chrono::seconds(2));
  written = false;
  serve("9", {json_of("a", "new", "n", "6"), json_of("a", "old", "o", "3")});
  transport_->script.error(410, "Expired");
  world_.settle();
  EXPECT_TRUE(written);
  EXPECT_EQ(text_of(informer.store().by_index("all", "all")), "a/new=6 a/old=12");
  EXPECT_EQ(calls["new=6"], 1);
}

}  // namespace
}  // namespace kubexx::informer_test
