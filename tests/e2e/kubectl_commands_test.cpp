// SPDX-License-Identifier: Apache-2.0
// kubectl 1.32 says the same of the embedded server and of a real one without controllers: every line of
// kubectl_lines/. KUBEXX_KUBECTL_LINE=TEXT runs, after what stands before it, that line alone and prints what both
// gave.
#include <gtest/gtest.h>

#include <cstdlib>
#include <future>
#include <iomanip>
#include <iostream>
#include <map>
#include <thread>

#include "kubectl_lines.hpp"
#include "kubexx/base/random.hpp"
#include "real_server.hpp"
#include "recording.hpp"
#include "support/embedded_server.hpp"

namespace kubexx::e2e {
namespace {

namespace fs = std::filesystem;

fs::path lines_folder()
{
  return fs::path(KUBEXX_E2E_SOURCE_DIR) / "kubectl_lines";
}

/// A server, and the folder in which kubectl talks to it.
class KubectlSide {
public:
  KubectlSide(const fs::path& kubeconfig, fs::path folder, std::string ns)
      : folder_(std::move(folder)), namespace_(std::move(ns))
  {
    fs::create_directories(folder_ / ".kubectl");
    write_file(folder_ / ".kubectl/config", read_file(kubeconfig));
    must("kubectl create namespace " + namespace_);
    must("kubectl config set-context --current --namespace=" + namespace_);
  }

  [[nodiscard]] const fs::path& folder() const { return folder_; }

  Outcome run_line(const KubectlLine& line) const
  {
    const auto script = fill_in(line.script, {{"ns", namespace_}});
    auto outcome = run_script(script);
    for (int left = 200; line.until && outcome.exit.code != *line.until && left > 0; --left) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      outcome = run_script(script);
    }
    return outcome;
  }

  void must(const std::string& script) const
  {
    const auto outcome = run_script(script);
    if (!outcome.ok()) throw std::runtime_error(script + ": " + outcome.all());
  }

  [[nodiscard]] std::string comparable(const std::string& text) const
  {
    return comparable_output(fill_in_reverse(text));
  }

private:
  Outcome run_script(const std::string& script) const
  {
    Command command{{"/bin/sh", "-c", script}};
    const auto own = folder_ / ".kubectl";
    command.environment = {{"PATH", plane_kubectl().parent_path().string() + ":" + std::getenv("PATH")},
                           {"KUBECONFIG", own / "config"},
                           {"KUBECACHEDIR", own / "cache"},
                           {"KUBE_EDITOR", "sh editor.sh"},
                           {"KUBECTL_APPLYSET", "true"},
                           {"TMPDIR", own},
                           {"TZ", "UTC"}};
    command.working_directory = folder_;
    return run(command, {}, std::chrono::seconds(90));
  }

  static const fs::path& plane_kubectl() { return bare_plane().kubectl; }

  /// Each side has a folder of its own, whose name kubectl may say.
  [[nodiscard]] std::string fill_in_reverse(std::string text) const
  {
    const auto name = folder_.string();
    for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at))
      text.replace(at, name.size(), "FOLDER");
    return text;
  }

  fs::path folder_;
  std::string namespace_;
};

struct Score {
  std::size_t lines = 0, equal = 0;
};

std::map<std::string, Score>& scores()
{
  static std::map<std::string, Score> all;
  return all;
}

std::string shown(const Outcome& outcome)
{
  return "exit code " + std::to_string(outcome.exit.code) + "\n" + outcome.out + "--- standard error\n" + outcome.err;
}

class KubectlCommands : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override
  {
    try {
      (void)bare_plane();
    } catch (const CannotRun& reason) {
      GTEST_SKIP() << reason.what();
    }
    fs::remove_all(folder());
    const auto& files = bare_plane().files;
    embedded_ = std::make_unique<EmbeddedServer>(
        KUBEXX_E2E_APISERVER, folder() / "server",
        std::vector<std::string>{"--token-auth-file", files.directory / "tokens.csv", "--authorization-mode", "RBAC",
                                 "--service-account-issuer", "https://kubernetes.default.svc"});
    // The same user as that of the real server.
    const auto config = embedded_->kubeconfig();
    const auto token = run({{bare_plane().kubectl, "--kubeconfig", config, "config", "set-credentials", "e2e",
                             std::string("--token=") + admin_token}});
    ASSERT_TRUE(token.ok()) << token.all();
    const auto user =
        run({{bare_plane().kubectl, "--kubeconfig", config, "config", "set-context", "--current", "--user=e2e"}});
    ASSERT_TRUE(user.ok()) << user.all();
    // What every control plane of these tests has.
    std::vector<std::string> apply{bare_plane().kubectl, "--kubeconfig", config, "apply"};
    for (const char* name : {"namespace.yaml", "crd.yaml", "serviceaccount.yaml", "rbac.yaml"}) {
      apply.insert(apply.end(), {"-f", manifests() / name});
    }
    const auto applied = run({apply});
    ASSERT_TRUE(applied.ok()) << applied.all();
  }

  void TearDown() override
  {
    if (embedded_) {
      const auto exit = embedded_->process().stop();
      EXPECT_EQ(exit.code, 0) << to_string(exit);
    }
    forget_folder();
  }

  static void TearDownTestSuite()
  {
    Score all;
    std::cout << "| Command | Lines | Equal |\n|---|---|---|\n";
    for (const auto& [command, score] : scores()) {
      std::cout << "| " << command << " | " << score.lines << " | " << score.equal << " |\n";
      all.lines += score.lines;
      all.equal += score.equal;
    }
    std::cout << "| all | " << all.lines << " | " << all.equal << " |\n";
  }

  [[nodiscard]] const fs::path& embedded_config() const { return embedded_->kubeconfig(); }

private:
  std::unique_ptr<EmbeddedServer> embedded_;
};

TEST_P(KubectlCommands, SayTheSame)
{
  const auto topic = read_kubectl_topic(lines_folder(), GetParam());
  const auto known = read_kubectl_differences(lines_folder());
  const char* only = std::getenv("KUBEXX_KUBECTL_LINE");
  SystemRandom random;
  const auto ns = "kc-" + random.uuid().substr(0, 8);
  const auto common = folder() / "common";
  fs::create_directories(common);
  for (const auto& [name, text] : topic.files) write_file(common / name, fill_in(text, {{"ns", ns}}));
  for (const auto& script : topic.setup) {
    Command command{{"/bin/sh", "-c", fill_in(script, {{"ns", ns}})}};
    command.working_directory = common;
    const auto outcome = run(command);
    ASSERT_TRUE(outcome.ok()) << script << ": " << outcome.all();
  }
  const KubectlSide real(bare_plane().files.kubeconfig(), folder() / "real", ns);
  const KubectlSide embedded(embedded_config(), folder() / "embedded", ns);
  for (const auto* side : {&real, &embedded}) fs::copy(common, side->folder());

  for (const auto& line : topic.lines) {
    auto waiting = std::async(std::launch::async, [&embedded, &line] { return embedded.run_line(line); });
    const auto expected = real.run_line(line);
    const auto given = waiting.get();
    const bool same = expected.exit.code == given.exit.code &&
                      real.comparable(expected.out) == embedded.comparable(given.out) &&
                      real.comparable(expected.err) == embedded.comparable(given.err);
    const auto difference = known.find({GetParam(), line.text});
    auto& score = scores()[line.command];
    ++score.lines;
    score.equal += same ? 1U : 0U;
    if (only != nullptr && line.text == only) {
      std::cout << line.text << "\n===== real: " << shown(expected) << "\n===== embedded: " << shown(given) << "\n";
      return;
    }
    if (!same && difference == known.end()) {
      ADD_FAILURE() << line.text << "\n===== real: " << shown(expected) << "\n===== embedded: " << shown(given);
    }
    if (same && difference != known.end()) {
      ADD_FAILURE() << line.text << ": the same now: remove the line from differences.yaml";
    }
  }
  real.must("kubectl delete namespace --wait=false " + ns);
}

INSTANTIATE_TEST_SUITE_P(Topic, KubectlCommands, testing::ValuesIn(recording_topics(lines_folder())),
                         [](const auto& parameter) {
                           auto name = parameter.param;
                           for (auto& c : name) {
                             if (c == '-') c = '_';
                           }
                           return name;
                         });

TEST(KubectlDifferences, NameLinesThatExist)
{
  std::map<std::pair<std::string, std::string>, int> lines;
  for (const auto& topic : recording_topics(lines_folder())) {
    for (const auto& line : read_kubectl_topic(lines_folder(), topic).lines) ++lines[{topic, line.text}];
  }
  for (const auto& [key, reason] : read_kubectl_differences(lines_folder())) {
    EXPECT_TRUE(lines.contains(key)) << key.first << ": " << key.second;
  }
}

TEST(KubectlOutput, KeepsWhatServersShare)
{
  EXPECT_EQ(comparable_output("NAME   DATA   AGE   X\na      1      12s   y\nb      1      2m3s   y\n"),
            "NAME  DATA  AGE  X\na  1  AGE  y\nb  1  AGE  y\n");
  EXPECT_EQ(comparable_output("  resourceVersion: \"17\"\n  uid: 0f0e7a4c-1f59-4c4d-9a31-3a4d3d6f8a11\n  a: 17\n"),
            "  resourceVersion: VERSION\n  uid: UID\n  a: 17\n");
  EXPECT_EQ(comparable_output("W1126 07:49:42.426878    1796 reflector.go:492] very short watch\nerror: timed out\n"),
            "error: timed out\n");
  EXPECT_EQ(comparable_output("IP: 10.96.3.4, 10.1.2.3\nnodePort: 31234\nport: 3123"),
            "IP: ADDRESS, 10.1.2.3\nnodePort: PORT\nport: 3123");
}

}  // namespace
}  // namespace kubexx::e2e
