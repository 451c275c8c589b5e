// SPDX-License-Identifier: Apache-2.0
// Two replicas of a webhook behind a Service, while a real kube-apiserver asks them all the time. They listen on an
// address of the host, because an EndpointSlice may not name a loopback address.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "kubexx/base/base64.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

const ResourceType services{"", "v1", "Service", "services"};
const ResourceType slices{"discovery.k8s.io", "v1", "EndpointSlice", "endpointslices"};
const ResourceType configurations{"admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration",
                                  "validatingwebhookconfigurations", Scope::cluster};
constexpr std::size_t callers = 8;

/// An IPv4 address of this machine that other machines could use; empty: there is none.
std::string own_address()
{
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return {};
  std::string found;
  for (const ifaddrs* one = all; one != nullptr && found.empty(); one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    if ((one->ifa_flags & IFF_LOOPBACK) != 0 || (one->ifa_flags & IFF_UP) == 0) continue;
    std::array<char, INET_ADDRSTRLEN> text{};
    const auto* const address = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
    if (::inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size()) != nullptr) found = text.data();
  }
  ::freeifaddrs(all);
  return found;
}

/// What the callers share.
struct Load {
  std::atomic<bool> done = false;
  std::atomic<int> calls = 0;
  std::atomic<int> running = 0;
  std::mutex mutex;
  std::vector<std::string> failures;  // guarded by mutex
};

awaitable<void> ask_again_and_again(Client client, std::string name, Load* load)
{
  WriteOptions dry;
  dry.dry_run = true;
  const Object object = config_map("default", name);
  while (!load->done) {
    std::string failure;
    try {
      auto asking = client.async_create(config_maps(), object, dry);
      const Object made = co_await std::move(asking);
      ++load->calls;
    } catch (const std::exception& error) {
      failure = error.what();
    }
    if (!failure.empty()) {
      const std::lock_guard lock(load->mutex);
      load->failures.push_back(failure);
    }
    co_await async_sleep(*client.runtime().clock, 25ms);
  }
  --load->running;
}

class WebhookReplicas : public OwnControlPlane {
protected:
  [[nodiscard]] std::vector<std::string> apiserver_flags() const override
  {
    return {"--enable-aggregator-routing=true"};
  }

  /// A pod: a manager with its webhook, and what kubelet and the controller of EndpointSlices do for it.
  class Replica {
  public:
    Replica(const WebhookReplicas& test, std::string name) : test_(test), name_(std::move(name))
    {
      ManagerOptions options;
      options.webhooks.address = test.address_ + ":0";
      options.webhooks.endpoint_delay = 2s;
      options.webhooks.certificate = [&test] { return test.certificate(); };
      manager_ = std::make_unique<Manager>(Client::connect(runtime_.runtime(), test.admin_configuration()), options);
      manager_->webhooks().validates(config_maps(), [](AdmissionContext&) { return AdmissionVerdict(); });
      manager_->start();
      port_ = manager_->webhook_port();
      write(true);
      probe_ = std::jthread([this](const std::stop_token& stop) {
        while (!stop.stop_requested() && manager_->ready()) std::this_thread::sleep_for(50ms);
        if (!stop.stop_requested()) write(false);
      });
    }
    ~Replica()
    {
      probe_.request_stop();
      probe_.join();
    }
    Replica(const Replica&) = delete;
    Replica& operator=(const Replica&) = delete;

    /// As SIGTERM does.
    bool stop() { return manager_->stop(); }
    /// As SIGKILL does; its endpoint is gone when this returns.
    void kill()
    {
      probe_.request_stop();
      probe_.join();
      probe_ = std::jthread([](const std::stop_token&) {});
      manager_.reset();
      runtime_.stop();
      write(false);
    }

  private:
    void write(bool ready) const
    {
      const json slice = {
          {"apiVersion", "discovery.k8s.io/v1"},
          {"kind", "EndpointSlice"},
          {"metadata",
           {{"name", name_}, {"namespace", "default"}, {"labels", {{"kubernetes.io/service-name", "hooks"}}}}},
          {"addressType", "IPv4"},
          {"ports", {{{"name", "https"}, {"port", port_}, {"protocol", "TCP"}}}},
          {"endpoints", {{{"addresses", {test_.address_}}, {"conditions", {{"ready", ready}}}}}}};
      PatchOptions options;
      options.field_manager = "e2e";
      options.force = true;
      (void)test_.admin().apply(slices, Object::from_json(slice), options);
    }

    const WebhookReplicas& test_;
    const std::string name_;
    SystemRuntime runtime_;
    std::unique_ptr<Manager> manager_;
    std::uint16_t port_ = 0;
    std::jthread probe_;
  };

  void SetUp() override
  {
    address_ = own_address();
    if (address_.empty()) GTEST_SKIP() << "this machine has no address but the loopback one";
    OwnControlPlane::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    directory_ = files().directory;
    certificate_ = issue();
    const json service = {
        {"apiVersion", "v1"},
        {"kind", "Service"},
        {"metadata", {{"name", "hooks"}, {"namespace", "default"}}},
        {"spec", {{"ports", {{{"name", "https"}, {"port", 443}, {"targetPort", 9443}, {"protocol", "TCP"}}}}}}};
    (void)admin().create(services, Object::from_json(service));
    a_ = std::make_unique<Replica>(*this, "hooks-a");
    b_ = std::make_unique<Replica>(*this, "hooks-b");
    const json configuration = {
        {"apiVersion", "admissionregistration.k8s.io/v1"},
        {"kind", "ValidatingWebhookConfiguration"},
        {"metadata", {{"name", "hooks"}}},
        {"webhooks",
         {{{"name", "configmaps.kubexx.dev"},
           {"admissionReviewVersions", {"v1"}},
           {"sideEffects", "None"},
           {"failurePolicy", "Fail"},
           {"timeoutSeconds", 5},
           {"clientConfig",
            {{"service", {{"name", "hooks"}, {"namespace", "default"}, {"path", "/validate--v1-configmap"}}},
             {"caBundle", encode_base64(authority_.cert_pem())}}},
           {"namespaceSelector", {{"matchLabels", {{"kubernetes.io/metadata.name", "default"}}}}},
           {"rules",
            {{{"operations", {"CREATE"}},
              {"apiGroups", {""}},
              {"apiVersions", {"v1"}},
              {"resources", {"configmaps"}}}}}}}}};
    (void)admin().create(configurations, Object::from_json(configuration));
    // Until kube-apiserver has it: a webhook that refuses would show it, and this one admits. The callers wait longer.
    for (std::size_t i = 0; i < callers; ++i) {
      ++load_.running;
      spawn(runtime().executor, ask_again_and_again(admin(), "load-" + std::to_string(i), &load_));
    }
    wait_for_calls(100);
    const std::lock_guard lock(load_.mutex);
    load_.failures.clear();  // the endpoints were not known yet
  }
  void TearDown() override
  {
    load_.done = true;
    EXPECT_TRUE(eventually([&] { return load_.running == 0; }));
    if (a_) (void)a_->stop();
    if (b_) (void)b_->stop();
    a_.reset();
    b_.reset();
    OwnControlPlane::TearDown();
  }

  void wait_for_calls(int count)
  {
    const int until = load_.calls + count;
    EXPECT_TRUE(eventually([&] { return load_.calls >= until; }));
  }
  [[nodiscard]] std::vector<std::string> failures()
  {
    const std::lock_guard lock(load_.mutex);
    return load_.failures;
  }
  [[nodiscard]] TlsServerConfig certificate() const
  {
    const std::lock_guard lock(certificate_mutex_);
    return certificate_;
  }
  [[nodiscard]] ClientConfig admin_configuration() const
  {
    ClientConfig config = admin_config({directory_});
    config.token = admin_token;
    return config;
  }
  [[nodiscard]] TlsServerConfig issue() const
  {
    CertificateRequest request;
    request.dns_names = {"hooks.default.svc"};
    const CertificateAndKey made = authority_.issue(request);
    return {made.cert_pem, made.key_pem, ""};
  }
  void use(const TlsServerConfig& certificate)
  {
    const std::lock_guard lock(certificate_mutex_);
    certificate_ = certificate;
  }

  std::string address_;
  std::filesystem::path directory_;
  Load load_;
  CertificateAuthority authority_{*runtime().clock};
  mutable std::mutex certificate_mutex_;
  TlsServerConfig certificate_;  // guarded by certificate_mutex_
  std::unique_ptr<Replica> a_, b_;
};

TEST_F(WebhookReplicas, NoRequestFailsWhileEachIsReplacedInTurn)
{
  EXPECT_TRUE(a_->stop());
  wait_for_calls(100);
  a_ = std::make_unique<Replica>(*this, "hooks-a");
  wait_for_calls(100);
  EXPECT_TRUE(b_->stop());
  wait_for_calls(100);
  b_ = std::make_unique<Replica>(*this, "hooks-b");
  wait_for_calls(100);
  EXPECT_THAT(failures(), ::testing::IsEmpty());
}

TEST_F(WebhookReplicas, NoRequestFailsWhenAnotherCertificateIsServed)
{
  use(issue());
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(eventually([&] { return std::chrono::steady_clock::now() - begin > 12s; }));
  wait_for_calls(100);
  EXPECT_THAT(failures(), ::testing::IsEmpty());
}

TEST_F(WebhookReplicas, AfterAKillOnlyRequestsInFlightFail)
{
  a_->kill();
  a_.reset();
  EXPECT_TRUE(eventually([&] { return load_.running == static_cast<int>(callers); }));
  wait_for_calls(50);
  const std::size_t failed = failures().size();
  EXPECT_LE(failed, callers);
  wait_for_calls(200);
  EXPECT_EQ(failures().size(), failed);
}

}  // namespace
}  // namespace kubexx::e2e
