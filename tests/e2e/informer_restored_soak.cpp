// SPDX-License-Identifier: Apache-2.0
// Informers of a real kube-apiserver whose etcd loses its state: restored from an older copy, and empty. Such a server
// accepts a watch from a version that it has not reached, and says nothing of it.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <iostream>
#include <map>
#include <optional>

#include "kubexx/informer/informer.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using namespace std::chrono_literals;
using Versions = std::map<std::string, std::string>;

class RealInformerAfterLostState : public OwnControlPlane, public testing::WithParamInterface<bool> {
protected:
  void SetUp() override
  {
    OwnControlPlane::SetUp();
    if (IsSkipped()) return;
    InformerOptions options;
    options.namespaces = {"default"};
    options.stream_list = GetParam();
    informer_.emplace(admin(), config_maps(), options);
    informer_->start();
    ASSERT_TRUE(eventually([&] { return informer_->has_synced(); })) << informer_->status().last_error;
  }
  void TearDown() override
  {
    if (informer_) asio::co_spawn(runtime().executor, informer_->async_stop(), asio::use_future).get();
    informer_.reset();
    OwnControlPlane::TearDown();
  }

  /// With a client of its own: no connection is older than the server.
  void create(const std::string& name) const
  {
    client_with(admin_token, files()).create(config_maps(), config_map("default", name));
  }
  [[nodiscard]] Versions held() const
  {
    Versions found;
    for (const auto& object : informer_->store().list()) found.emplace(object.name(), object.resource_version());
    return found;
  }
  [[nodiscard]] Versions served() const
  {
    ListOptions options;
    options.namespace_ = "default";
    Versions found;
    for (const auto& item : client_with(admin_token, files()).list(config_maps(), options).items) {
      found.emplace(item.name(), item.resource_version());
    }
    return found;
  }
  /// The watch is resumed within seconds; its silence is believed for 90 s.
  [[nodiscard]] bool follows_again() const
  {
    const auto started = std::chrono::steady_clock::now();
    const bool follows = eventually([&, now = served()] { return held() == now; }, 150s);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
    std::cout << "the store was that of the server after " << took.count() << " s\n";
    return follows;
  }

private:
  std::optional<SharedInformer> informer_;
};

TEST_P(RealInformerAfterLostState, RestoredFromAnOlderCopy)
{
  const auto copy = folder() / "copy";
  create("kept");
  create("deleted-later");
  control_plane().save_state(copy);
  const auto client = client_with(admin_token, files());
  client.delete_(config_maps(), {"default", "deleted-later"});
  for (int i = 0; i < 20; ++i) create("lost-" + std::to_string(i));
  ASSERT_TRUE(eventually([&, now = served()] { return held() == now; }, 60s));
  ASSERT_TRUE(held().contains("lost-19"));

  control_plane().restore_state(copy);
  ASSERT_TRUE(served().contains("deleted-later"));
  ASSERT_FALSE(served().contains("lost-19"));
  EXPECT_TRUE(follows_again()) << testing::PrintToString(held());
  create("afterwards");
  EXPECT_TRUE(eventually([&, now = served()] { return held() == now; }, 60s));
}

TEST_P(RealInformerAfterLostState, Empty)
{
  for (int i = 0; i < 20; ++i) create("lost-" + std::to_string(i));
  ASSERT_TRUE(eventually([&] { return held().contains("lost-19"); }));

  control_plane().restore_state({});
  ASSERT_FALSE(served().contains("lost-19"));
  EXPECT_TRUE(follows_again()) << testing::PrintToString(held());
  create("afterwards");
  EXPECT_TRUE(eventually([&, now = served()] { return held() == now; }, 60s));
}

INSTANTIATE_TEST_SUITE_P(Lists, RealInformerAfterLostState, testing::Bool(),
                         [](const auto& stream) { return stream.param ? "Streamed" : "InPages"; });

}  // namespace
}  // namespace kubexx::e2e
