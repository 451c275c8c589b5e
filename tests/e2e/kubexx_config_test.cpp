// SPDX-License-Identifier: Apache-2.0
// kubexx config beside kubectl config; no server is asked.
#include <gmock/gmock.h>

#include "beside_kubectl.hpp"

namespace kubexx::e2e {
namespace {

namespace fs = std::filesystem;

constexpr const char* full = R"(
apiVersion: v1
kind: Config
current-context: one
preferences: {}
clusters:
- name: c1
  cluster: {server: "https://c1.example.com:6443", certificate-authority-data: YWJj, tls-server-name: other}
- name: c0
  cluster: {server: "http://c0.example.com", certificate-authority: ca.crt, insecure-skip-tls-verify: false}
contexts:
- name: one
  context: {cluster: c1, user: u1, namespace: ns1}
- name: two
  context: {cluster: c0, user: u2}
users:
- name: u1
  user: {token: very-secret, client-certificate-data: YWJj, client-key-data: YWJj}
- name: u2
  user:
    username: me
    password: very-secret
    exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: plugin, env: [{name: A, value: b}]}
)";

class KubexxConfig : public WithKubectl {
protected:
  void SetUp() override
  {
    WithKubectl::SetUp();
    if (!IsSkipped()) write_file(file(), full);
  }

  [[nodiscard]] static fs::path file() { return folder() / "config"; }
  [[nodiscard]] Beside both() const { return {kubectl_program(), file(), folder() / "cache"}; }
  /// Without --kubeconfig, with KUBECONFIG.
  [[nodiscard]] Outcome with_variable(const fs::path& program, const std::string& line, const std::string& value) const
  {
    std::vector<std::string> argv{program};
    for (auto& word : words_of(line)) argv.push_back(std::move(word));
    return run({argv, {{"KUBECONFIG", value}}});
  }
};

TEST_F(KubexxConfig, ViewAndNames)
{
  for (const char* line :
       {"config view", "config view -o json", "config view --raw", "config view --minify",
        "config view --minify --context=two", "config view --minify --context=nope", "config current-context",
        "config get-contexts", "config get-contexts -o name", "config get-contexts two nope",
        "config get-contexts --no-headers", "config get-users", "config use-context nope"}) {
    both().compare(line);
  }
}

// kubectl reads the whole file into its types before it looks for what it needs.
TEST_F(KubexxConfig, OneRefusesWhatTheOtherRefuses)
{
  const std::string base =
      "clusters:\n- name: c\n  cluster: {server: \"https://c.example.com\"}\ncontexts:\n- name: one\n  context: "
      "{cluster: c}\ncurrent-context: one\n";
  int refused = 0;
  for (const char* more : {"",
                           "apiVersion: v2",
                           "apiVersion: 1",
                           "kind: Pod",
                           "kind: []",
                           "preferences: x",
                           "preferences: {colors: true}",
                           "preferences: {colors: yes, other: 1}",
                           "preferences: {colors: x}",
                           "preferences: ~",
                           "extensions: {}",
                           "extensions: [{name: a, extension: {b: c}}]",
                           "users: {}",
                           "users: [x]",
                           "users: [~]",
                           "users: [{name: 1}]",
                           "users: [{name: u, user: x}]",
                           "users: [{name: u, user: ~}]",
                           "users: [{name: u, user: {token: 1}}]",
                           "users: [{name: u, user: {token: !!str 1}}]",
                           "users: [{name: u, user: {token: !!int a}}]",
                           "users: [{name: u, user: {token: !!binary YWJj}}]",
                           "users: [{name: u, user: {token: [a]}}]",
                           "users: [{name: u, user: {client-key-data: '!'}}]",
                           "users: [{name: u, user: {client-key-data: YWJj}}]",
                           "users: [{name: u, user: {as-groups: a}}]",
                           "users: [{name: u, user: {as-groups: [a]}}]",
                           "users: [{name: u, user: {as-user-extra: {a: b}}}]",
                           "users: [{name: u, user: {as-user-extra: {a: [b]}}}]",
                           "users: [{name: u, user: {auth-provider: {}}}]",
                           "users: [{name: u, user: {auth-provider: {config: {a: 1}}}}]",
                           "users: [{name: u, user: {auth-provider: {name: oidc, config: {a: b}}}}]",
                           "users: [{name: u, user: {exec: x}}]",
                           "users: [{name: u, user: {exec: {args: a}}}]",
                           "users: [{name: u, user: {exec: {env: {}}}}]",
                           "users: [{name: u, user: {exec: {env: [{name: 1}]}}}]",
                           "users: [{name: u, user: {exec: {provideClusterInfo: x}}}]",
                           "users: [{name: u}, {name: u}]",
                           "users: [{name: u, user: {unknown: 1}}]",
                           "current-context: [a]",
                           "current-context: ~",
                           "current-context: two",
                           "x: &x {a: b}\ny: {<<: *x}",
                           "y: {<<: 1}",
                           "y: *x",
                           "'",
                           "x: \"a",
                           "a: b: c",
                           "- a",
                           "? {a: b}",
                           "~: x",
                           "1: x",
                           "\x01: x",
                           "a: .nan",
                           "---\na: b",
                           "...\n"}) {
    write_file(file(), base + more + "\n");
    const auto theirs = both().kubectl("config view");
    const auto ours = both().kubexx("config view");
    EXPECT_EQ(ours.status, theirs.status) << more << "\nkubectl: " << theirs.err << "\nkubexx: " << ours.err;
    EXPECT_EQ(ours.out, theirs.out) << more;
    refused += theirs.status != 0 ? 1 : 0;
  }
  EXPECT_GT(refused, 25);
}

TEST_F(KubexxConfig, UseContextChangesTheFileForBoth)
{
  both().compare("config use-context two");
  EXPECT_EQ(both().kubexx("config use-context one").out, "Switched to context \"one\".\n");
  EXPECT_EQ(both().kubectl("config current-context").out, "one\n");
  EXPECT_EQ(both().kubectl("config view --raw").out, both().kubexx("config view --raw").out);
  EXPECT_EQ(fs::status(file()).permissions() & fs::perms::others_read, fs::perms::none);
}

TEST_F(KubexxConfig, SeveralFilesAreOne)
{
  const auto second = folder() / "second";
  write_file(
      second,
      "apiVersion: v1\nkind: Config\ncurrent-context: two\nclusters:\n- name: c1\n  cluster: {server: "
      "\"https://hidden\"}\n- name: c9\n  cluster: {server: \"https://nine\", certificate-authority: nine.crt}\n");
  const std::string both_files = file().string() + ":" + second.string() + ":" + (folder() / "none").string();
  for (const char* line : {"config view", "config get-contexts", "config current-context"}) {
    const auto theirs = with_variable(kubectl_program(), line, both_files);
    const auto ours = with_variable(KUBEXX_E2E_KUBEXX, line, both_files);
    EXPECT_EQ(ours.out, theirs.out) << line;
    EXPECT_EQ(ours.err, theirs.err) << line;
    EXPECT_EQ(ours.exit.code, theirs.exit.code) << line;
  }
}

TEST_F(KubexxConfig, NoConfigurationIsAnEmptyOne)
{
  const std::string none = (folder() / "none").string();
  const auto theirs = with_variable(kubectl_program(), "config view", none);
  const auto ours = with_variable(KUBEXX_E2E_KUBEXX, "config view", none);
  EXPECT_EQ(ours.out, theirs.out);
}

TEST_F(KubexxConfig, ExplainSaysWhichFileGaveWhat)
{
  write_file(file(),
             "apiVersion: v1\nkind: Config\ncurrent-context: one\nclusters:\n- name: c\n  cluster: {server: "
             "\"https://c1.example.com:6443\"}\ncontexts:\n- name: one\n  context: {cluster: c, user: u}\nusers:\n"
             "- name: u\n  user: {token: very-secret}\n");
  const auto answer = both().kubexx("config explain");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_THAT(answer.out, testing::HasSubstr("https://c1.example.com:6443"));
  EXPECT_THAT(answer.out, testing::HasSubstr(file().string()));
  EXPECT_THAT(answer.out, testing::Not(testing::HasSubstr("very-secret")));
}

}  // namespace
}  // namespace kubexx::e2e
