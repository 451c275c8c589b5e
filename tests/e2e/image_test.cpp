// SPDX-License-Identifier: Apache-2.0
// The image of the sample controller as a cluster runs it: what is in it, and what its program does as process 1 of a
// container with the Deployment's arguments, user and read-only root. In `make e2e` it holds the program that is built,
// in `make soak` the one that the Dockerfile compiles.
#include <gmock/gmock.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "container.hpp"
#include "sample.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;
namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

milliseconds since(steady_clock::time_point begin)
{
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - begin);
}

constexpr auto parts = "usr/share/sbom/sample-controller.spdx.json";

// What an image may hold: its program, shared objects with the loader, the names of the user, licences and its list of
// parts.
bool may_hold(const std::string& path)
{
  static const std::regex shared_object(
      R"((usr/)?lib(64|/[a-z0-9_]+-linux-gnu)?/[A-Za-z0-9_+-]+[0-9.-]*\.so(\.[0-9.]+)?)");
  static const std::regex licence(R"(usr/share/(doc/[a-z0-9.+-]+/copyright|common-licenses/[A-Za-z0-9.-]+)\.gz)");
  return path == "usr/bin/sample-controller" || path == "etc/passwd" || path == "etc/group" || path == parts ||
         std::regex_match(path, licence) || std::regex_match(path, shared_object);
}

#ifdef KUBEXX_E2E_COMPILE_IMAGE
constexpr auto image_from = Image::From::sources;
constexpr auto image_folder = "image-compiled";
#else
constexpr auto image_from = Image::From::built;
constexpr auto image_folder = "image-built";
#endif

// The Dockerfile's Debian 12. What is built on another machine loads that one's libraries: OpenSSL of Debian 13 alone
// is 2 MB larger.
std::uintmax_t size_limit()
{
  const bool debian_12 = image_from == Image::From::sources ||
                         read_file("/etc/os-release").find("\nVERSION_ID=\"12\"") != std::string::npos;
  return debian_12 ? 13'000'000 : 17'500'000;
}

class ImageTest : public RealServer {
protected:
  static void SetUpTestSuite()
  {
    try {
      image_ = std::make_unique<Image>(fs::path(KUBEXX_E2E_BINARY_DIR) / image_folder, image_from);
    } catch (const CannotRun& reason) {
      cannot_run_ = reason.what();
    }
  }
  static void TearDownTestSuite() { image_.reset(); }
  void SetUp() override
  {
    if (!image_) GTEST_SKIP() << cannot_run_;
    RealServer::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    fs::create_directories(folder());
    identity_ = std::make_unique<Identity>(admin());
  }
  void TearDown() override
  {
    for (const auto& pod : pods_) identity_->delete_pod(pod);
    RealServer::TearDown();
  }

  [[nodiscard]] const Image& image() const { return *image_; }
  [[nodiscard]] const PodTemplate& pod() const { return pod_; }
  // One replica of the Deployment, as its Pod `name`.
  [[nodiscard]] std::unique_ptr<Container> start(const std::string& name, Runtime runtime)
  {
    const auto id = ns() + "-" + name;
    pods_.push_back(id);
    return std::make_unique<Container>(image(), runtime, pod(), folder(), id, plane().files, identity_->token(id));
  }
  [[nodiscard]] bool has_deployment(const std::string& name) const
  {
    try {
      return admin().get(deployments(), {ns(), name}).controller_owner().has_value();
    } catch (const ApiError& error) {
      if (is_not_found(error)) return false;
      throw;
    }
  }
  // The Pod's name in the Lease; empty when nobody holds it.
  [[nodiscard]] std::string leader() const
  {
    const auto lease = kubectl({"get", "leases", "-n", "sample-controller", "-o", "json"});
    const auto items = json::parse(lease.out).at("items");
    return items.empty() ? "" : items.at(0).at("spec").value("holderIdentity", "");
  }

private:
  PodTemplate pod_ = pod_template();
  static inline std::unique_ptr<Image> image_;
  static inline std::string cannot_run_;
  std::unique_ptr<Identity> identity_;
  std::vector<std::string> pods_;
};

TEST_F(ImageTest, HoldsTheProgramAndWhatItLoadsAndNothingElse)
{
  EXPECT_EQ(image().user(), "65532:65532");
  EXPECT_EQ(image().user(), std::to_string(pod().user) + ":" + std::to_string(pod().group));
  EXPECT_THAT(image().entrypoint(), ElementsAre("/usr/bin/sample-controller"));

  const auto root = image().root("contents");
  std::uintmax_t size = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const auto path = entry.path().lexically_relative(root).string();
    const auto mode = entry.symlink_status().permissions();
    EXPECT_EQ(mode & (fs::perms::set_uid | fs::perms::set_gid), fs::perms::none) << path;
    EXPECT_TRUE(path == "tmp" || (mode & fs::perms::others_write) == fs::perms::none) << path;
    if (entry.is_directory() && !entry.is_symlink()) continue;
    EXPECT_TRUE(may_hold(path)) << path << " is in the image";
    size += entry.file_size();
  }
  std::cout << "the image's root: " << size << " bytes\n";
  EXPECT_LE(size, size_limit());
}

TEST_F(ImageTest, ListsItsParts)
{
  const auto root = image().root("parts");
  const auto list = json::parse(read_file(root / parts));
  std::set<std::string> packages, files;
  for (const auto& package : list.at("packages")) packages.insert(package.at("name").get<std::string>());
  for (const auto& file : list.at("files")) files.insert(file.at("fileName").get<std::string>());
  // Of Debian 12 and 13; the last is in the program where all archives are linked.
  EXPECT_THAT(packages, testing::IsSupersetOf({"sample-controller", "kubexx", "libc6"}));
  if (fs::exists(std::string(KUBEXX_E2E_SAMPLE) + ".map")) {
    EXPECT_THAT(packages, testing::IsSupersetOf({"libssl-dev", "zlib1g-dev", "libzstd-dev", "libyaml-cpp-dev"}));
  }
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    const auto path = entry.path().lexically_relative(root).string();
    EXPECT_EQ(files.contains("./" + path), path != parts) << path;
  }
}

TEST_F(ImageTest, RunsWithoutRightsAndAReadOnlyRootAndDoesItsJob)
{
  ASSERT_TRUE(pod().read_only);
  const auto begin = steady_clock::now();
  const auto runtime = best_runtime(image());
  const auto container = start("one", runtime);
  ASSERT_TRUE(eventually([&] { return container->ready(); })) << container->output();
  std::cout << "ready after " << since(begin).count() << " ms\n";
  EXPECT_TRUE(container->live());

  const auto user = std::to_string(pod().user);
  const auto group = std::to_string(pod().group);
  EXPECT_EQ(container->status("Uid"), user + "\t" + user + "\t" + user + "\t" + user);
  EXPECT_EQ(container->status("Gid"), group + "\t" + group + "\t" + group + "\t" + group);
  EXPECT_THAT(container->status("CapPrm"), "0000000000000000");
  EXPECT_THAT(container->status("CapEff"), "0000000000000000");
  EXPECT_EQ(container->status("NoNewPrivs"), "1");
  std::vector<std::string> files{"/tmp/new", "/new", "/etc/passwd",
                                 "/var/run/secrets/kubernetes.io/serviceaccount/new"};
  // podman's /dev is a memory file system that root may write to.
  if (runtime == Runtime::namespaces) files.emplace_back("/dev/new");
  for (const auto& file : files) {
    errno = 0;
    const std::ofstream writes("/proc/" + std::to_string(container->pid()) + "/root" + file, std::ios::app);
    EXPECT_FALSE(writes) << file << " was written, by root";
    EXPECT_EQ(errno, EROFS) << file << ": " << std::strerror(errno);
  }

  ASSERT_TRUE(eventually([&] { return leader().find("one") != std::string::npos; })) << container->output();
  admin().create(foos(), foo(ns(), "web", "web", 1));
  const auto created = steady_clock::now();
  ASSERT_TRUE(eventually([&] { return has_deployment("web"); })) << container->output();
  std::cout << "a Foo's Deployment is there after " << since(created).count() << " ms\n";
  EXPECT_TRUE(container->live());
  EXPECT_THAT(container->get("metrics", "/metrics"), HasSubstr("leader_election_master_status"));
  const auto kilobytes = std::stoull(container->status("VmHWM"));
  std::cout << "most memory: " << kilobytes << " KiB of " << pod().memory / 1024 << "\n";
  EXPECT_LT(kilobytes * 1024, pod().memory) << "the limit would kill it";

  const auto asked = steady_clock::now();
  const auto exit = container->terminate(pod().grace);
  ASSERT_TRUE(exit) << "still there when the kubelet kills it\n" << container->output();
  std::cout << "from SIGTERM to its end: " << since(asked).count() << " ms\n";
  EXPECT_EQ(exit->code, 0) << to_string(*exit) << "\n" << container->output();
  EXPECT_THAT(leader(), IsEmpty()) << "the Lease was not given back";
  std::istringstream lines(container->output());
  for (std::string line; std::getline(lines, line);) EXPECT_TRUE(json::accept(line)) << "no JSON: " << line;
}

// Two Pods, one after the other told to go: what a rolling update or a drained node does.
TEST_F(ImageTest, TheOtherReplicaIsReadyAndTakesOver)
{
  const std::map<std::string, std::unique_ptr<Container>> replicas = [&] {
    std::map<std::string, std::unique_ptr<Container>> made;
    made["one"] = start("one", best_runtime(image()));
    made["two"] = start("two", Runtime::namespaces);
    return made;
  }();
  for (const auto& [name, replica] : replicas) {
    ASSERT_TRUE(eventually([&] { return replica->ready(); })) << name << "\n" << replica->output();
  }
  ASSERT_TRUE(eventually([&] { return !leader().empty(); }));
  const std::string first = leader().find("-one") != std::string::npos ? "one" : "two";
  const std::string second = first == "one" ? "two" : "one";
  ASSERT_THAT(leader(), HasSubstr("-" + first));

  const auto asked = steady_clock::now();
  const auto exit = replicas.at(first)->terminate(pod().grace);
  ASSERT_TRUE(exit);
  EXPECT_EQ(exit->code, 0) << to_string(*exit) << "\n" << replicas.at(first)->output();
  admin().create(foos(), foo(ns(), "web", "web", 1));
  EXPECT_TRUE(eventually([&] { return has_deployment("web"); }, 10s)) << replicas.at(second)->output();
  std::cout << "the other works " << since(asked).count() << " ms after SIGTERM\n";
  EXPECT_THAT(leader(), HasSubstr("-" + second));

  const auto end = replicas.at(second)->terminate(pod().grace);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 0) << to_string(*end) << "\n" << replicas.at(second)->output();
}

}  // namespace
}  // namespace kubexx::e2e
