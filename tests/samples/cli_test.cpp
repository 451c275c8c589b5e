// SPDX-License-Identifier: Apache-2.0
// The sample controller as a person meets it: a program, its flags, its messages and its exit codes.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/listener.hpp"

namespace kubexx {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string read_all(const std::filesystem::path& path)
{
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

enum class StopSignals { as_usual, blocked };

// One run of the program, its output in files of its own folder. With StopSignals::blocked those that come before it
// has handlers wait for it to ask for them.
class Program {
public:
  explicit Program(std::vector<std::string> arguments, StopSignals stop_signals = StopSignals::as_usual)
  {
    folder_ = std::filesystem::temp_directory_path() / ("kubexx-cli-XXXXXX");
    std::string pattern = folder_.string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
    folder_ = pattern;
    arguments.insert(arguments.begin(), SAMPLE_CONTROLLER);
    std::vector<std::string> environment{"HOME=" + folder_.string()};
    const auto pointers = [](std::vector<std::string>& texts) {
      std::vector<char*> out;
      for (auto& text : texts) out.push_back(text.data());
      out.push_back(nullptr);
      return out;
    };
    auto argv = pointers(arguments);
    auto envp = pointers(environment);
    const std::string out = folder_ / "out", err = folder_ / "err";
    // The program inherits what is blocked here.
    sigset_t blocked, before;
    sigemptyset(&blocked);
    if (stop_signals == StopSignals::blocked) {
      sigaddset(&blocked, SIGTERM);
      sigaddset(&blocked, SIGINT);
    }
    sigprocmask(SIG_BLOCK, &blocked, &before);
    pid_ = fork();
    if (pid_ != 0) sigprocmask(SIG_SETMASK, &before, nullptr);
    if (pid_ == 0) {
      if (freopen(out.c_str(), "w", stdout) == nullptr || freopen(err.c_str(), "w", stderr) == nullptr) _exit(126);
      execve(argv[0], argv.data(), envp.data());
      _exit(127);
    }
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program()
  {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
    std::filesystem::remove_all(folder_);
  }

  void signal(int number) const { kill(pid_, number); }
  // The exit code; -1 when it does not end within 30 s or was killed by a signal.
  int exit_code()
  {
    int status = 0;
    for (int i = 0; i < 3000; ++i) {
      if (waitpid(pid_, &status, WNOHANG) == pid_) {
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
      }
      usleep(10000);
    }
    return -1;
  }
  [[nodiscard]] bool says(const std::string& text) const
  {
    for (int i = 0; i < 3000; ++i) {
      if (err().find(text) != std::string::npos) return true;
      usleep(10000);
    }
    return false;
  }
  [[nodiscard]] std::string out() const { return read_all(folder_ / "out"); }
  [[nodiscard]] std::string err() const { return read_all(folder_ / "err"); }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

private:
  std::filesystem::path folder_;
  pid_t pid_ = -1;
};

const std::vector<std::string> kNoPorts{"--metrics-address", "", "--health-address", ""};

std::vector<std::string> with(std::vector<std::string> arguments)
{
  arguments.insert(arguments.end(), kNoPorts.begin(), kNoPorts.end());
  return arguments;
}

// A kubeconfig in a file that goes with the object.
class Kubeconfig {
public:
  explicit Kubeconfig(const std::string& text)
  {
    std::string pattern = std::filesystem::temp_directory_path() / "kubexx-config-XXXXXX";
    const int file = mkstemp(pattern.data());
    close(file);
    path = pattern;
    std::ofstream(path) << text;
  }
  static Kubeconfig of(const std::string& server, const std::string& ca_file = "")
  {
    return Kubeconfig(
        "apiVersion: v1\nkind: Config\ncurrent-context: main\ncontexts:\n- name: main\n  context:\n"
        "    cluster: c\n    user: u\nusers:\n- name: u\n  user:\n    token: very-secret-token\n"
        "clusters:\n- name: c\n  cluster:\n    server: " +
        server + "\n" + (ca_file.empty() ? "" : "    certificate-authority: " + ca_file + "\n"));
  }
  Kubeconfig(const Kubeconfig&) = delete;
  Kubeconfig& operator=(const Kubeconfig&) = delete;
  ~Kubeconfig() { std::filesystem::remove(path); }
  std::string path;
};

void expect_one_line(const std::string& text)
{
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
  EXPECT_THAT(text, HasSubstr("sample-controller: "));
}

TEST(Cli, HelpNamesEveryFlag)
{
  Program program({"--help"});
  EXPECT_EQ(program.exit_code(), 0);
  for (const char* flag : {"--kubeconfig", "--context", "--namespace", "--workers", "--metrics-address",
                           "--health-address", "--log-format", "-v", "--version", "--help", "Exit codes"}) {
    EXPECT_THAT(program.out(), HasSubstr(flag));
  }
}

TEST(Cli, VersionIsOneLine)
{
  Program program({"--version"});
  EXPECT_EQ(program.exit_code(), 0);
  EXPECT_THAT(program.out(), HasSubstr("sample-controller "));
}

TEST(Cli, WrongFlagsExitWith2AndNameTheFlag)
{
  Program format({"--log-format", "xml"});
  EXPECT_EQ(format.exit_code(), 2);
  EXPECT_THAT(format.err(), HasSubstr("--log-format"));
  Program workers({"--workers", "0"});
  EXPECT_EQ(workers.exit_code(), 2);
  EXPECT_THAT(workers.err(), HasSubstr("--workers"));
  Program unknown({"--nonsense"});
  EXPECT_EQ(unknown.exit_code(), 2);
  EXPECT_THAT(unknown.err(), HasSubstr("--nonsense"));
}

TEST(Cli, AMissingKubeconfigIsNamed)
{
  Program program(with({"--kubeconfig", "/nonexistent/config"}));
  EXPECT_EQ(program.exit_code(), 1);
  expect_one_line(program.err());
  EXPECT_THAT(program.err(), HasSubstr("/nonexistent/config"));
}

TEST(Cli, NoConfigurationAtAllSaysWhereItLooked)
{
  Program program(with({}));
  EXPECT_EQ(program.exit_code(), 1);
  EXPECT_THAT(program.err(), HasSubstr("KUBECONFIG"));
  EXPECT_THAT(program.err(), HasSubstr(".kube/config"));
}

TEST(Cli, ABrokenKubeconfigIsNamed)
{
  const Kubeconfig config("clusters: [\n");
  Program program(with({"--kubeconfig", config.path}));
  EXPECT_EQ(program.exit_code(), 1);
  EXPECT_THAT(program.err(), HasSubstr(config.path));
}

TEST(Cli, AnUnknownContextIsNamed)
{
  const auto config = Kubeconfig::of("https://127.0.0.1:1");
  Program program(with({"--kubeconfig", config.path, "--context", "elsewhere"}));
  EXPECT_EQ(program.exit_code(), 1);
  expect_one_line(program.err());
  EXPECT_THAT(program.err(), HasSubstr("elsewhere"));
}

TEST(Cli, AWrongAddressIsNamed)
{
  const auto config = Kubeconfig::of("https://127.0.0.1:1");
  Program program({"--kubeconfig", config.path, "--health-address", "8081"});
  EXPECT_EQ(program.exit_code(), 1);
  EXPECT_THAT(program.err(), HasSubstr("health address \"8081\""));
}

TEST(Cli, AnUnreachableServerIsToldAndTriedAgainUntilTheSignal)
{
  const auto config = Kubeconfig::of("https://127.0.0.1:1");
  Program program({"--kubeconfig", config.path, "--metrics-address", "127.0.0.1:0", "--health-address", "127.0.0.1:0"});
  EXPECT_TRUE(program.says("trying again"));
  EXPECT_TRUE(program.says("127.0.0.1:1")) << program.err();
  EXPECT_TRUE(program.says("port=")) << "port 0 is logged";
  program.signal(SIGTERM);
  EXPECT_EQ(program.exit_code(), 0);
  EXPECT_THAT(program.err(), HasSubstr("stopped"));
  EXPECT_THAT(program.err(), Not(HasSubstr("very-secret-token")));
}

TEST(Cli, ASignalAtAnyEarlyMomentEndsItWith0)
{
  const auto config = Kubeconfig::of("https://127.0.0.1:1");
  std::mt19937 engine(1);
  std::uniform_int_distribution<useconds_t> microseconds(0, 40000);
  for (int round = 0; round < 100; ++round) {
    Program program(with({"--kubeconfig", config.path}), StopSignals::blocked);
    const auto moment = round < 20 ? 0 : microseconds(engine);
    usleep(moment);
    program.signal(round % 2 == 0 ? SIGTERM : SIGINT);
    ASSERT_EQ(program.exit_code(), 0) << "after " << moment << " us: " << program.err();
  }
}

TEST(Cli, ASignalWhileItReadsItsConfigurationEndsItWith0)
{
  for (const int number : {SIGTERM, SIGINT}) {
    const Kubeconfig config("");
    std::filesystem::remove(config.path);
    ASSERT_EQ(mkfifo(config.path.c_str(), 0600), 0);
    Program program(with({"--kubeconfig", config.path}));
    // A pipe can be opened for writing once its reader is there.
    int pipe = -1;
    for (int i = 0; i < 3000 && pipe < 0; ++i) {
      pipe = open(config.path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
      if (pipe < 0) usleep(10000);
    }
    ASSERT_GE(pipe, 0);
    program.signal(number);
    EXPECT_EQ(program.exit_code(), 0) << program.err();
    close(pipe);
  }
}

awaitable<HttpResponse> answer(ApiServer* server, HttpRequest request)
{
  co_return server->handle(std::move(request));
}

awaitable<HttpResponse> refuse(unsigned status, std::string reason)
{
  HttpResponse response;
  response.status = status;
  response.headers.add("Content-Type", "application/json");
  response.body = R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":")" + reason +
                  R"(","message":"you may not","code":)" + std::to_string(status) + "}";
  co_return response;
}

awaitable<void> close_listener(HttpListener& listener)
{
  co_await listener.async_stop();
}

struct Served {
  explicit Served(HttpHandler handler, ListenerOptions options = {})
      : listener(system.runtime(), std::move(options), std::move(handler))
  {
  }
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;
  ~Served()
  {
    std::function<awaitable<void>()> work = [this] { return close_listener(listener); };
    block_on(system.runtime().executor, work, "async_stop");
  }
  SystemRuntime system;
  HttpListener listener;
};

TEST(Cli, AWrongAuthorityEndsItWithAClearLine)
{
  SystemRuntime system;
  const CertificateAuthority theirs(*system.runtime().clock), other(*system.runtime().clock);
  CertificateRequest request;
  request.common_name = "kube-apiserver";
  request.ip_addresses = {"127.0.0.1"};
  const auto certificate = theirs.issue(request);
  ListenerOptions options;
  options.tls = TlsServerConfig{certificate.cert_pem, certificate.key_pem, ""};
  Served served([](HttpRequest) { return refuse(500, "InternalError"); }, std::move(options));
  const Kubeconfig ca(other.cert_pem());
  const auto config = Kubeconfig::of(served.listener.url(), ca.path);
  Program program(with({"--kubeconfig", config.path}));
  EXPECT_EQ(program.exit_code(), 1);
  EXPECT_THAT(program.err(), HasSubstr("sample-controller: "));
  EXPECT_THAT(program.err(), HasSubstr("certificate"));
}

TEST(Cli, AnExpiredTokenIsToldAndTriedAgain)
{
  Served served([](HttpRequest) { return refuse(401, "Unauthorized"); });
  const auto config = Kubeconfig::of(served.listener.url());
  Program program(with({"--kubeconfig", config.path, "--log-format", "json"}));
  EXPECT_TRUE(program.says("\"level\":\"warn\"")) << program.err();
  EXPECT_TRUE(program.says("401") || program.says("Unauthorized")) << program.err();
  program.signal(SIGINT);
  EXPECT_EQ(program.exit_code(), 0);
  EXPECT_THAT(program.err(), Not(HasSubstr("very-secret-token")));
}

TEST(Cli, AMissingDefinitionIsToldAndWaitedFor)
{
  SystemRuntime system;
  const Runtime runtime = system.runtime();
  ApiServer::Options options;
  options.clock = runtime.clock;
  options.random = runtime.random;
  ApiServer server(options);
  {
    Served served([&server](HttpRequest request) {
      request.user = "system:admin";
      return answer(&server, std::move(request));
    });
    const auto config = Kubeconfig::of(served.listener.url());
    Program program(with({"--kubeconfig", config.path}));
    EXPECT_TRUE(program.says("foos.samplecontroller.k8s.io")) << program.err();
    EXPECT_TRUE(program.says("404") || program.says("NotFound") || program.says("not be found") ||
                program.says("CustomResourceDefinition"))
        << program.err();
    program.signal(SIGTERM);
    EXPECT_EQ(program.exit_code(), 0);
  }
}

}  // namespace
}  // namespace kubexx
