// SPDX-License-Identifier: Apache-2.0
// Paging against a real kube-apiserver whose history goes while a list is read.
#include <gmock/gmock.h>

#include <set>
#include <thread>

#include "kubexx/client/pages.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using namespace std::chrono_literals;

constexpr int objects = 5000;

/// Has etcd compacted every two seconds, so that a continue token lives a few seconds.
class ClientPages : public OwnControlPlane {
protected:
  std::vector<std::string> apiserver_flags() const override { return {"--etcd-compaction-interval=2s"}; }

  void SetUp() override
  {
    OwnControlPlane::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    std::vector<std::jthread> writers;
    for (int writer = 0; writer < 8; ++writer) {
      writers.emplace_back([this, writer] {
        for (int i = writer; i < objects; i += 8) admin().create(config_maps(), config_map("default", name_of(i)));
      });
    }
  }
  static std::string name_of(int i) { return "page-" + std::to_string(i); }
  static ListOptions all()
  {
    ListOptions options;
    options.namespace_ = "default";
    options.field_selector = "metadata.name!=kube-root-ca.crt";
    options.timeout = 60s;
    return options;
  }
  /// Writes and waits until the server has forgotten `version`.
  void forget(const std::string& version)
  {
    ListOptions old = all();
    old.resource_version = version;
    old.resource_version_match = "Exact";
    old.limit = 1;
    const bool forgotten = eventually(
        [&] {
          admin().patch(config_maps(), {"default", name_of(0)},
                        R"({"data":{"now":")" + std::to_string(++writes_) + "\"}}");
          try {
            (void)admin().list(config_maps(), old);
            return false;
          } catch (const ApiError& error) {
            return is_gone(error);
          }
        },
        60s);
    ASSERT_TRUE(forgotten);
  }

private:
  int writes_ = 0;
};

TEST_F(ClientPages, FiveThousandObjectsComeWholeWhateverHappensToTheirToken)
{
  // Undisturbed: one version.
  auto pages = admin().pages(config_maps(), all());
  std::set<std::string> names;
  while (const auto item = pages.next()) names.emplace(item->name());
  EXPECT_EQ(names.size(), objects);
  EXPECT_EQ(pages.pages(), 10U);
  EXPECT_TRUE(pages.consistent());

  // The token expires, and the caller wants to know.
  auto strict = admin().pages(config_maps(), all());
  ASSERT_EQ(strict.next_page()->items.size(), 500U);
  forget(strict.resource_version());
  try {
    (void)strict.next_page();
    FAIL() << "the server still had a version that it had forgotten";
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_gone(error));
    EXPECT_EQ(error.reason(), "Expired");
    EXPECT_FALSE(error.status().continue_.empty());
    EXPECT_THAT(error.what(), testing::HasSubstr("continue parameter is too old"));
  }

  // It goes on with the token of the Status, from where it was.
  auto on = admin().pages(config_maps(), all(), OnExpired::inconsistent);
  names.clear();
  const auto page = on.next_page();
  for (const auto& item : page->items) names.emplace(item.name());
  const std::string version = on.resource_version();
  forget(version);
  int more = 0;
  while (const auto item = on.next()) {
    EXPECT_TRUE(names.emplace(item->name()).second) << item->name() << " came twice";
    ++more;
  }
  EXPECT_EQ(more, objects - 500);
  EXPECT_FALSE(on.consistent());
  EXPECT_EQ(on.resource_version(), version);

  // It starts over with one list of all.
  auto whole = admin().pages(config_maps(), all(), OnExpired::full_list);
  ASSERT_TRUE(whole.next_page());
  forget(whole.resource_version());
  const auto list = whole.collect();
  EXPECT_EQ(list.items.size(), objects);
  EXPECT_TRUE(whole.restarted());
  EXPECT_EQ(list.resource_version, whole.resource_version());
}

}  // namespace
}  // namespace kubexx::e2e
