// SPDX-License-Identifier: Apache-2.0
// Which certificate the port of the webhooks shows: real sockets and threads, and time that the test moves. Names in
// comments are those of controller-runtime's tests (pkg/certwatcher).
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/client_transport.hpp"
#include "real_threads.hpp"
#include "webhook_harness.hpp"

namespace kubexx::testing {
namespace {

namespace fs = std::filesystem;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::HasSubstr;

const std::string kServed = "trips.default.svc";
constexpr unsigned kMethodNotAllowed = 405;

class WebhookTlsTest : public RealThreadsTest {
protected:
  /// What a client that trusts `bundle` gets from the port; 0 if it refuses the certificate.
  unsigned status(std::uint16_t port, const std::string& bundle)
  {
    if (port == 0 || bundle.empty()) return 0;
    ClientTransportOptions options;
    options.host = "127.0.0.1";
    options.port = port;
    options.tls = TlsClientConfig{};
    options.tls->ca_pem = bundle;
    options.tls->server_name = kServed;
    const Runtime with = runtime_of(elsewhere);
    const auto connection = make_client_transport(with, options);
    std::function<awaitable<unsigned>()> work = [&] { return status_of(*connection); };
    try {
      return block_on(with.executor, std::move(work), "exchange");
    } catch (const TransportError& error) {
      refusal = error.what();
      return 0;
    }
  }
  static awaitable<unsigned> status_of(Transport& over)
  {
    HttpRequest request;
    request.method = "GET";
    request.target = kValidatesTrips;
    auto exchanging = over.exchange(std::move(request), {});
    const HttpResponse response = co_await std::move(exchanging);
    co_return response.status;
  }
  static void add_webhook(Manager& manager)
  {
    (void)manager.webhooks().for_<Trip>().validates([](const Trip&) {});
  }

  std::string refusal;
};

// ---- An authority of the operator's own.

class AuthorityTlsTest : public WebhookTlsTest {
protected:
  std::string secret(const std::string& member)
  {
    const ResourceType secrets = kSecrets;
    for (const auto& object : user.list(secrets).items) {
      const auto data = object.json().value("data", nlohmann::json::object());
      return decode_base64(data.value(member, "")).value_or("");
    }
    return {};
  }
  static ManagerOptions options()
  {
    ManagerOptions options;
    options.webhooks.address = "127.0.0.1:0";
    options.webhooks.endpoint_delay = Duration::zero();
    options.webhooks.authority = WebhookAuthorityOptions{};
    options.webhooks.authority->service = "trips";
    options.webhooks.authority->namespace_ = "default";
    return options;
  }
};

TEST_F(AuthorityTlsTest, ThePortIsOpenedWithTheFirstCertificateAndFollowsARotation)
{
  Manager manager(client, options());
  add_webhook(manager);
  manager.start();
  wait_for([&] { return manager.webhook_port() != 0; });
  const std::string bundle = secret("ca.crt");
  EXPECT_EQ(status(manager.webhook_port(), bundle), kMethodNotAllowed) << refusal;
  wait_for([&] { return manager.ready(); });

  // The certificate is renewed at two thirds of its life: the same bundle accepts both.
  const std::string certificate = secret("tls.crt");
  clock.advance(std::chrono::hours(24 * 250));
  for (int i = 0; i < 500 && secret("tls.crt") == certificate; ++i) {
    clock.advance(minutes(1));
    usleep(5000);
    ASSERT_EQ(status(manager.webhook_port(), bundle), kMethodNotAllowed) << refusal;
  }
  EXPECT_NE(secret("tls.crt"), certificate);
  wait_for([&] { return log->count({"serving a webhook certificate"}) == 2; });
  EXPECT_EQ(status(manager.webhook_port(), bundle), kMethodNotAllowed) << refusal;
  stop(manager);
}

TEST_F(AuthorityTlsTest, AManagerThatIsDestroyedWithoutAStopEndsItsAuthority)
{
  {
    Manager manager(client, options());
    add_webhook(manager);
    manager.start();
    wait_for([&] { return manager.webhook_port() != 0; });
  }
  EXPECT_THAT(log->text(), HasSubstr("destroyed without being stopped"));
}

// ---- Certificate files.

class CertificateFilesTest : public WebhookTlsTest {
protected:
  void SetUp() override
  {
    std::string pattern = (fs::temp_directory_path() / "kubexx-certificates-XXXXXX").string();
    folder = mkdtemp(pattern.data());
  }
  void TearDown() override { fs::remove_all(folder); }

  static CertificateAndKey issued_by(const CertificateAuthority& authority)
  {
    CertificateRequest request;
    request.dns_names = {kServed};
    return authority.issue(request);
  }
  static void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::trunc) << text; }
  void write_pair(const fs::path& where, const CertificateAndKey& pair) const
  {
    write(where / "tls.crt", pair.cert_pem);
    write(where / "tls.key", pair.key_pem);
  }
  ManagerOptions options() const
  {
    ManagerOptions options;
    options.webhooks.address = "127.0.0.1:0";
    options.webhooks.endpoint_delay = Duration::zero();
    options.webhooks.certificate_folder = folder.string();
    return options;
  }
  /// Lets the files be read once more.
  void read_again()
  {
    const SteadyTime next = last_read + seconds(10);
    wait_for([&] { return clock.was_asked_for(next); });
    last_read = next;
    clock.advance(seconds(10));
    const SteadyTime after = next + seconds(10);
    wait_for([&] { return clock.was_asked_for(after); });
  }
  void start(Manager& manager)
  {
    add_webhook(manager);
    last_read = clock.now();
    manager.start();
  }
  [[nodiscard]] std::size_t renewals() const { return log->count({"renewed the certificate", "of=webhook server"}); }

  fs::path folder;
  CertificateAuthority first{clock, "first"}, second{clock, "second"};
  SteadyTime last_read{};
};

// certwatcher_test: "should error without cert/key".
TEST_F(CertificateFilesTest, AStartWithoutThePairIsAnErrorThatNamesTheFile)
{
  const auto problem = [&] {
    Manager manager(client, options());
    add_webhook(manager);
    try {
      manager.start();
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_THAT(problem(), HasSubstr("tls.crt"));
  const CertificateAndKey pair = issued_by(first);
  write(folder / "tls.crt", pair.cert_pem);
  EXPECT_THAT(problem(), HasSubstr("tls.key"));
  write(folder / "tls.key", issued_by(first).key_pem);
  EXPECT_THAT(problem(), HasSubstr("does not belong"));
}

// "should read the initial cert/key", "should reload currentCert when changed".
TEST_F(CertificateFilesTest, AChangedPairIsServedAndABadOneIsNot)
{
  write_pair(folder, issued_by(first));
  Manager manager(client, options());
  start(manager);
  EXPECT_EQ(status(manager.webhook_port(), first.cert_pem()), kMethodNotAllowed) << refusal;

  // A pair whose halves do not belong together, as while it is being written: the old one stays.
  const CertificateAndKey next = issued_by(second);
  write(folder / "tls.crt", next.cert_pem);
  read_again();
  EXPECT_EQ(status(manager.webhook_port(), first.cert_pem()), kMethodNotAllowed) << refusal;
  EXPECT_EQ(log->count({"cannot renew the certificate, keeping the current one"}), 1U);

  write(folder / "tls.crt", "garbage");
  read_again();
  EXPECT_EQ(status(manager.webhook_port(), first.cert_pem()), kMethodNotAllowed) << refusal;

  write_pair(folder, next);
  read_again();
  EXPECT_EQ(status(manager.webhook_port(), second.cert_pem()), kMethodNotAllowed) << refusal;
  EXPECT_EQ(status(manager.webhook_port(), first.cert_pem()), 0U);
  EXPECT_EQ(renewals(), 1U);
  stop(manager);
}

TEST_F(CertificateFilesTest, ReadinessIsThatOfThePairThatIsServed)
{
  CertificateRequest short_lived;
  short_lived.dns_names = {kServed};
  short_lived.not_after = seconds(15);
  write_pair(folder, first.issue(short_lived));
  Manager manager(client, options());
  start(manager);
  EXPECT_TRUE(manager.readiness().ok()) << manager.readiness().text("readyz", true);

  write(folder / "tls.crt", issued_by(second).cert_pem);  // without its key: cannot be used
  read_again();
  EXPECT_TRUE(manager.readiness().ok()) << manager.readiness().text("readyz", true);
  read_again();
  EXPECT_THAT(manager.readiness().text("readyz", true), HasSubstr("its certificate has expired"));

  write_pair(folder, issued_by(second));
  read_again();
  EXPECT_TRUE(manager.readiness().ok()) << manager.readiness().text("readyz", true);

  short_lived.not_after = -seconds(1);
  write(folder / "tls.crt", first.issue(short_lived).cert_pem);  // has expired, but is not used
  read_again();
  EXPECT_TRUE(manager.readiness().ok()) << manager.readiness().text("readyz", true);
  stop(manager);
}

// controller-runtime compares the leaf and the key only.
TEST_F(CertificateFilesTest, AChangedIntermediateIsServed)
{
  const CertificateAndKey pair = issued_by(first);
  write_pair(folder, pair);
  Manager manager(client, options());
  start(manager);
  read_again();
  EXPECT_EQ(renewals(), 0U);

  write(folder / "tls.crt", pair.cert_pem + second.cert_pem());
  read_again();

  EXPECT_EQ(renewals(), 1U);
  EXPECT_EQ(status(manager.webhook_port(), first.cert_pem()), kMethodNotAllowed) << refusal;
  stop(manager);
}

// "should reload currentCert when changed with rename", and the files are missing in between: "… after move out".
TEST_F(CertificateFilesTest, ARenamedPairIsServedAndAMissingOneKeepsTheOld)
{
  write_pair(folder, issued_by(first));
  Manager manager(client, options());
  start(manager);

  fs::rename(folder / "tls.crt", folder / "old.crt");
  fs::rename(folder / "tls.key", folder / "old.key");
  read_again();
  EXPECT_EQ(status(manager.webhook_port(), first.cert_pem()), kMethodNotAllowed) << refusal;

  const CertificateAndKey next = issued_by(second);
  write(folder / "new.crt", next.cert_pem);
  write(folder / "new.key", next.key_pem);
  fs::rename(folder / "new.crt", folder / "tls.crt");
  fs::rename(folder / "new.key", folder / "tls.key");
  read_again();
  EXPECT_EQ(status(manager.webhook_port(), second.cert_pem()), kMethodNotAllowed) << refusal;
  stop(manager);
}

// A mounted Secret: tls.crt -> ..data/tls.crt, and ..data -> the folder of this version; the kubelet swaps that link.
TEST_F(CertificateFilesTest, TheSwappedLinkOfAMountedSecretIsFollowed)
{
  fs::create_directory(folder / "..2026_01");
  write_pair(folder / "..2026_01", issued_by(first));
  fs::create_directory_symlink("..2026_01", folder / "..data");
  fs::create_symlink("..data/tls.crt", folder / "tls.crt");
  fs::create_symlink("..data/tls.key", folder / "tls.key");
  Manager manager(client, options());
  start(manager);
  EXPECT_EQ(status(manager.webhook_port(), first.cert_pem()), kMethodNotAllowed) << refusal;

  fs::create_directory(folder / "..2026_02");
  write_pair(folder / "..2026_02", issued_by(second));
  fs::create_directory_symlink("..2026_02", folder / "..data_tmp");
  fs::rename(folder / "..data_tmp", folder / "..data");
  fs::remove_all(folder / "..2026_01");
  read_again();

  EXPECT_EQ(status(manager.webhook_port(), second.cert_pem()), kMethodNotAllowed) << refusal;
  stop(manager);
}

}  // namespace
}  // namespace kubexx::testing
