// SPDX-License-Identifier: Apache-2.0
// Configurations that reach a real kube-apiserver, and one that must not.
#include <gmock/gmock.h>

#include "certificates.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using testing::HasSubstr;

class ConfigOfRealServer : public RealServer {
protected:
  // A client of a kubeconfig with these lines in its cluster and its user.
  [[nodiscard]] Client client_of(const std::string& cluster, const std::string& user) const
  {
    const auto file = folder() / "kubeconfig";
    write_file(file, "clusters:\n- name: c\n  cluster:\n    server: " + admin_config(plane().files).server + "\n" +
                         cluster + "users:\n- name: u\n  user:\n" + user +
                         "contexts:\n- {name: x, context: {cluster: c, user: u}}\ncurrent-context: x\n");
    ConfigOptions options;
    options.path = file;
    return Client::connect(runtime(), load_config(options));
  }
  [[nodiscard]] static std::string file(const std::string& name) { return (plane().files.directory / name).string(); }
  const std::string authority_ = "    certificate-authority: " + file("ca.crt") + "\n";
  const std::string token_ = std::string("    token: ") + admin_token + "\n";
};

TEST_F(ConfigOfRealServer, AClientCertificateIsWhoItSays)
{
  const auto client = client_of(
      authority_, "    client-certificate: " + file("admin.crt") + "\n    client-key: " + file("admin.key") + "\n");
  const ResourceType reviews{"authentication.k8s.io", "v1", "SelfSubjectReview", "selfsubjectreviews", Scope::cluster};
  const auto review = client.create(
      reviews, Object::parse(R"({"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview","metadata":{}})"));
  EXPECT_EQ(review.at("/status/userInfo/username").as_string(), "e2e-certificate-admin");
  EXPECT_EQ(review.at("/status/userInfo/groups/0").as_string(), "system:masters");
}

TEST_F(ConfigOfRealServer, ATokenFileIsRead)
{
  write_file(folder() / "token", std::string(admin_token) + "\n");
  const auto client = client_of(authority_, "    tokenFile: token\n");
  EXPECT_EQ(client.get(namespaces(), {"", ns()}).name(), ns());
}

TEST_F(ConfigOfRealServer, AnotherAuthorityIsRefused)
{
  write_file(folder() / "other.crt", other_authority());
  const auto client = client_of("    certificate-authority: other.crt\n", token_);
  try {
    (void)client.get(namespaces(), {"", ns()});
    FAIL() << "trusted a server whose certificate another authority has signed";
  } catch (const TransportError& error) {
    EXPECT_EQ(error.code(), TransportErrc::tls);
    EXPECT_THAT(error.what(), HasSubstr("certificate"));
  }
}

TEST_F(ConfigOfRealServer, TheServersNameIsChecked)
{
  const auto other = client_of(authority_ + "    tls-server-name: elsewhere.example\n", token_);
  EXPECT_THROW((void)other.get(namespaces(), {"", ns()}), TransportError);
  const auto known = client_of(authority_ + "    tls-server-name: kubernetes.default.svc\n", token_);
  EXPECT_EQ(known.get(namespaces(), {"", ns()}).name(), ns());
}

TEST_F(ConfigOfRealServer, InsecureTrustsWhoeverAnswers)
{
  const auto client = client_of("    insecure-skip-tls-verify: true\n", token_);
  EXPECT_EQ(client.get(namespaces(), {"", ns()}).name(), ns());
}

}  // namespace
}  // namespace kubexx::e2e
