// SPDX-License-Identifier: Apache-2.0
// Watches of kubexx and kubectl that run at the same time and see the same changes.
#include <gmock/gmock.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "beside_kubectl.hpp"

namespace kubexx::e2e {
namespace {

using testing::HasSubstr;

class KubexxWatch : public BesideKubectl {
protected:
  /// Both watch; `change` is made when both have begun; both are interrupted when both have seen `last`.
  void watch_both(const std::string& line, const std::string& first, const std::function<void()>& change,
                  const std::string& last)
  {
    both().compare_watch(in_namespace(line), folder(), first, change, last);
  }

  void create(const std::string& name) { (void)admin().create(config_maps(), config_map(ns(), name)); }
  /// Of ConfigMaps, at the server, by any client.
  int open_watches()
  {
    std::istringstream metrics(admin().get_raw("/metrics"));
    int watches = 0;
    for (std::string line; std::getline(metrics, line);) {
      if (line.starts_with("apiserver_longrunning_requests{") &&
          line.find("resource=\"configmaps\"") != std::string::npos &&
          line.find("verb=\"WATCH\"") != std::string::npos) {
        watches += std::stoi(line.substr(line.rfind(' ') + 1));
      }
    }
    return watches;
  }

  /// The watches have begun when they see it; which of them saw how many of these is not compared.
  void change_three_times()
  {
    create("second");
    auto object = admin().get(config_maps(), {ns(), "second"}).json();
    object["data"]["more"] = "1";
    (void)admin().update(config_maps(), Object::from_json(object));
    admin().delete_(config_maps(), {ns(), "second"});
    create("last");
  }
};

TEST_F(KubexxWatch, ATableOfAKind)
{
  create("first");
  watch_both("get cm -w", "first", [&] { change_three_times(); }, "last");
}

TEST_F(KubexxWatch, EventsOfOneObject)
{
  create("first");
  const int before = open_watches();
  watch_both(
      "get cm first --watch --output-watch-events", "first",
      [&] {
        // kubectl prints the object before it opens its watch, and that one would begin with what is there then.
        EXPECT_TRUE(eventually([&] { return open_watches() >= before + 2; }));
        admin().delete_(config_maps(), {ns(), "first"});
      },
      "DELETED");
}

TEST_F(KubexxWatch, NamesOfAKind)
{
  create("first");
  watch_both("get cm -w -o name", "first", [&] { change_three_times(); }, "last");
}

TEST_F(KubexxWatch, ItsAlias)
{
  create("first");
  std::filesystem::create_directories(folder());
  Process kubexx(Command{both().kubexx_command(in_namespace("watch cm"))}, folder() / "kubexx.log");
  ASSERT_TRUE(eventually([&] { return kubexx.output().find("first") != std::string::npos; }));
  create("later");
  EXPECT_TRUE(eventually([&] { return kubexx.output().find("later") != std::string::npos; }));
  kubexx.signal(SIGINT);
  const auto exit = kubexx.wait(std::chrono::seconds(60));
  ASSERT_TRUE(exit);
  EXPECT_EQ(exit->code, 1);
}

TEST_F(KubexxWatch, RequestTimeoutEndsItInOrder)
{
  create("first");
  for (const char* line : {"get cm -w --request-timeout=10s", "get cm -w -o json --request-timeout=10s"}) {
    const auto answer = both().kubexx(in_namespace(line));
    EXPECT_EQ(answer.status, 0) << line;
    EXPECT_NE(answer.out.find("first"), std::string::npos) << line;
    EXPECT_EQ(answer.err, "") << line;
  }
}

}  // namespace
}  // namespace kubexx::e2e
