// SPDX-License-Identifier: Apache-2.0
#include "global_flags.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "errors.hpp"

namespace kubexx::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using namespace std::chrono_literals;

/// The environment of this process, as a command sees it; what was there before is there again afterwards.
class GlobalFlagsTest : public testing::Test {
protected:
  GlobalFlagsTest()
      : home(fs::path(TOOLS_TEST_FOLDER) /
             ("home." + std::string(testing::UnitTest::GetInstance()->current_test_info()->name())))
  {
    fs::remove_all(home);
    fs::create_directories(home / ".kube");
    for (const char* name : {"KUBECONFIG", "HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY",
                             "no_proxy", "REQUEST_METHOD", "KUBERNETES_SERVICE_HOST", "KUBERNETES_SERVICE_PORT"}) {
      set(name, nullptr);
    }
    set("HOME", home.c_str());
  }
  ~GlobalFlagsTest() override
  {
    for (const auto& [name, value] : before) put(name.c_str(), value ? value->c_str() : nullptr);
  }

  void set(const char* name, const char* value)
  {
    const char* const now = std::getenv(name);
    before.emplace(name, now == nullptr ? std::nullopt : std::optional<std::string>(now));
    put(name, value);
  }
  static void put(const char* name, const char* value)
  {
    if (value == nullptr) {
      ::unsetenv(name);
    } else {
      ::setenv(name, value, 1);
    }
  }
  void write_kubeconfig() const
  {
    std::ofstream(home / ".kube" / "config")
        << "current-context: c\ncontexts: [{name: c, context: {cluster: k}}]\n"
           "clusters: [{name: k, cluster: {server: 'https://prod.example', tls-server-name: other}}]\n";
  }
  [[nodiscard]] std::string proxy_to(const std::string& server) const
  {
    GlobalFlags flags;
    flags.server = server;
    return config_of(flags).proxy_url;
  }
  static std::string refusal(const GlobalFlags& flags)
  {
    try {
      return config_of(flags).server;
    } catch (const std::exception& error) {
      return error.what();
    }
  }

  const fs::path home;
  std::map<std::string, std::optional<std::string>> before;
};

TEST_F(GlobalFlagsTest, TheProxyIsTheOneForTheServerOfTheFlag)
{
  write_kubeconfig();
  set("HTTPS_PROXY", "http://proxy:3128");
  EXPECT_EQ(proxy_to(""), "http://proxy:3128");
  EXPECT_EQ(proxy_to("http://127.0.0.1:8001"), "") << "kubectl proxy";
  EXPECT_EQ(proxy_to("https://127.0.0.1:6443"), "");
  EXPECT_EQ(proxy_to("https://elsewhere.example"), "http://proxy:3128");
  set("NO_PROXY", "prod.example");
  EXPECT_EQ(proxy_to(""), "");
  EXPECT_EQ(proxy_to("https://elsewhere.example"), "http://proxy:3128");
  GlobalFlags flags;
  flags.server = "https://elsewhere.example";
  EXPECT_EQ(config_of(flags).tls_server_name, "");
  flags.server = "https://user:SECRET@elsewhere.example";
  EXPECT_THAT(refusal(flags), testing::Not(HasSubstr("SECRET")));
}

TEST_F(GlobalFlagsTest, WithoutAnyKubeconfigTheProxyIsUsedToo)
{
  set("HTTPS_PROXY", "http://proxy:3128");
  EXPECT_EQ(proxy_to("https://elsewhere.example"), "http://proxy:3128");
  EXPECT_EQ(proxy_to(""), "");
  EXPECT_EQ(config_of({}).server, "http://localhost:8080");
  set("KUBECONFIG", (home / "none").c_str());
  EXPECT_EQ(config_of({}).server, "http://localhost:8080");
}

TEST_F(GlobalFlagsTest, InAPodTheKubeconfigIsPreferred)
{
  set("KUBERNETES_SERVICE_HOST", "10.0.0.1");
  set("KUBERNETES_SERVICE_PORT", "443");
  write_kubeconfig();
  EXPECT_EQ(config_of({}).server, "https://prod.example");
  GlobalFlags flags;
  flags.cluster = "nonsense";
  EXPECT_EQ(refusal(flags), "cluster \"nonsense\" does not exist");
  fs::remove(home / ".kube" / "config");
  EXPECT_EQ(refusal(flags), "cluster \"nonsense\" does not exist");
  flags = {};
  flags.user = "nobody";
  EXPECT_EQ(refusal(flags), "auth info \"nobody\" does not exist");
}

TEST(RequestTimeout, IsWhatKubectlTakes)
{
  const auto timeout = [](const char* text) {
    GlobalFlags flags;
    flags.request_timeout = text;
    return request_timeout_of(flags);
  };
  EXPECT_EQ(timeout("0"), std::nullopt);
  EXPECT_EQ(timeout("5"), Duration(5s));
  EXPECT_EQ(timeout("1m30s"), Duration(90s));
  EXPECT_EQ(timeout("9223372036"), Duration(9223372036s));
  EXPECT_EQ(timeout("9223372037"), std::nullopt) << "longer than a Duration: no limit";
  EXPECT_EQ(timeout("9223372036854775807"), std::nullopt);
  for (const char* bad : {"-5", "-1s", "x", "", "9223372036854775808", "1e3"}) {
    EXPECT_THROW((void)timeout(bad), CommandError) << bad;
  }
}

}  // namespace
}  // namespace kubexx::cli
