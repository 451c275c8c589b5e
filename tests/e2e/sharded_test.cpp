// SPDX-License-Identifier: Apache-2.0
// Informers of a part of all objects against a real kube-apiserver: in `make e2e` it sends all of them, in `make soak`
// one sends each informer its part (the alpha gate ShardedListAndWatch).
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <map>
#include <set>

#include "kubexx/apimachinery/shard_selector.hpp"
#include "kubexx/informer/informer.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

constexpr std::uint64_t shards = 4;

std::string names_of(const std::set<std::string>& names)
{
  std::string text;
  for (const auto& name : names) text += name + " ";
  return text;
}

class Sharded : public RealServer, public testing::WithParamInterface<bool> {
protected:
  void SetUp() override
  {
    RealServer::SetUp();
    if (IsSkipped()) return;
    const std::string gate = R"(kubernetes_feature_enabled{name="ShardedListAndWatch",stage="ALPHA"} )";
    const std::string metrics = admin().get_raw("/metrics");
    const auto found = metrics.find(gate);
    ASSERT_NE(found, std::string::npos) << "the server does not say whether it has sharded lists";
    offered_ = metrics.at(found + gate.size()) == '1';
  }
  void TearDown() override
  {
    for (const auto& informer : informers_) {
      asio::co_spawn(runtime().executor, informer.async_stop(), asio::use_future).get();
    }
    RealServer::TearDown();
  }

  void start(ShardSelector::Field field)
  {
    for (std::uint64_t shard = 0; shard < shards; ++shard) {
      InformerOptions options;
      options.namespaces = {ns()};
      options.stream_list = GetParam();
      options.page_size = 7;
      options.shard = ShardSelector::of(field, shard, shards);
      informers_.emplace_back(admin(), config_maps(), options).start();
    }
  }

  // By name: the versions that the server has, and those that the informers have.
  using Versions = std::map<std::string, std::string>;
  Versions served() const
  {
    ListOptions options;
    options.namespace_ = ns();
    Versions versions;
    for (const auto& item : admin().list(config_maps(), options).items) {
      versions.emplace(item.name(), item.resource_version());
    }
    return versions;
  }
  Versions stored() const
  {
    Versions versions;
    for (const auto& informer : informers_) {
      for (const auto& object : informer.store().list()) {
        const bool once = versions.emplace(object.name(), object.resource_version()).second;
        EXPECT_TRUE(once) << object.name() << " is in two shards";
      }
    }
    return versions;
  }

  bool offered_ = false;
  std::vector<SharedInformer> informers_;
};

TEST_P(Sharded, EachObjectIsInOneOfTheInformers)
{
  for (int number = 0; number < 60; ++number) {
    admin().create(config_maps(), config_map(ns(), "m" + std::to_string(number)));
  }
  start(ShardSelector::Field::uid);
  ASSERT_TRUE(eventually([&] { return stored() == served(); })) << informers_.front().status().last_error;
  std::uint64_t sent = 0;
  for (const auto& informer : informers_) {
    EXPECT_EQ(informer.status().sharded, offered_ && !GetParam()) << "only a list in pages says so";
    EXPECT_GT(informer.store().size(), 1U) << "of " << served().size();
    sent += informer.status().events;
  }
  EXPECT_EQ(!GetParam() || sent < 2 * served().size(), !GetParam() || offered_)
      << sent << " events for " << served().size();
  for (int number = 0; number < 40; ++number) {
    const ObjectKey key{ns(), "m" + std::to_string(number)};
    if (number % 2 == 0) {
      admin().delete_(config_maps(), key);
    } else {
      admin().patch(config_maps(), key, R"({"data":{"value":"other"}})");
    }
    admin().create(config_maps(), config_map(ns(), "n" + std::to_string(number)));
  }
  EXPECT_TRUE(eventually([&] { return stored() == served(); }));
  for (const auto& informer : informers_) EXPECT_EQ(informer.status().relists, 0U);
}

TEST_P(Sharded, ByNamespaceOneInformerHasThemAll)
{
  for (int number = 0; number < 5; ++number) {
    admin().create(config_maps(), config_map(ns(), "m" + std::to_string(number)));
  }
  start(ShardSelector::Field::namespace_);
  ASSERT_TRUE(eventually([&] { return stored() == served(); }));
  std::size_t with = 0;
  for (const auto& informer : informers_) with += informer.store().size() == 0 ? 0 : 1;
  EXPECT_EQ(with, 1U);
}

// The server's hash is ours: otherwise an informer would drop what only it was sent.
TEST_P(Sharded, TheServerSendsWhatTheSelectorMatches)
{
  for (int number = 0; number < 60; ++number) {
    admin().create(config_maps(), config_map(ns(), "m" + std::to_string(number)));
  }
  ListOptions options;
  options.namespace_ = ns();
  const auto all = admin().list(config_maps(), options).items;
  for (const auto field : {ShardSelector::Field::uid, ShardSelector::Field::namespace_}) {
    for (std::uint64_t shard = 0; shard < shards; ++shard) {
      const ShardSelector selector = ShardSelector::of(field, shard, shards);
      std::set<std::string> wanted, sent;
      for (const auto& object : all) {
        if (!offered_ || selector.matches(object)) wanted.emplace(object.name());
      }
      options.shard_selector = selector.to_string();
      for (const auto& object : admin().list(config_maps(), options).items) sent.emplace(object.name());
      EXPECT_EQ(names_of(sent), names_of(wanted)) << options.shard_selector;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(List, Sharded, testing::Bool(),
                         [](const auto& way) { return std::string(way.param ? "Streaming" : "Pages"); });

}  // namespace
}  // namespace kubexx::e2e
