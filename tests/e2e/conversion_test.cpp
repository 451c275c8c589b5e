// SPDX-License-Identifier: Apache-2.0
// Many objects are stored in one version and listed in another one, which a real kube-apiserver asks the sample
// `cronjob` for: 1 000 in `make e2e`, 10 000 in `make soak`.
#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "cron_job.hpp"
#include "kubexx/apimachinery/crd.hpp"
#include "kubexx/apimachinery/lossless_conversion.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/client/typed.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/types/crd_schemas.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;

constexpr double most_milliseconds = 4;  // for an object: the objective that the API server's own traces are made for

std::string name_of(int i)
{
  std::string number = std::to_string(i);
  return "job-" + std::string(6 - number.size(), '0') + number;
}
std::string minute_of(int i)
{
  return std::to_string(i % 60);
}

/// kube-apiserver 1.37 converts ten objects at the same time; older ones convert one after the other.
struct Case {
  const char* name;
  int objects;
  int at_once;

  friend void PrintTo(const Case& one, std::ostream* out) { *out << one.objects << " objects"; }
};

class ConversionOfManyObjects : public OwnControlPlane, public ::testing::WithParamInterface<Case> {
protected:
  [[nodiscard]] std::vector<std::string> apiserver_flags() const override
  {
    return {std::string("--feature-gates=ConcurrentWatchObjectDecode=") + (GetParam().at_once > 1 ? "true" : "false")};
  }
  void TearDown() override
  {
    if (sample_) {
      EXPECT_EQ(sample_->stop().code, 0) << sample_->output();
    }
    OwnControlPlane::TearDown();
  }

  void start_sample()
  {
    CertificateRequest request;
    request.ip_addresses = {"127.0.0.1"};
    const CertificateAndKey made = authority_.issue(request);
    std::ofstream(folder() / "tls.crt") << made.cert_pem;
    std::ofstream(folder() / "tls.key") << made.key_pem;
    sample_.emplace(
        Command({CRONJOB, "--kubeconfig=" + files().kubeconfig().string(), "--metrics-address=0", "--health-address=0",
                 "--webhook-address=127.0.0.1:" + std::to_string(port_), "--webhook-cert-path=" + folder().string()}),
        folder() / "cronjob.log");
    ASSERT_TRUE(eventually([&] { return sample_->output().find("controller started") != std::string::npos; }))
        << sample_->output();
  }

  /// The CRD as the sample prints it, with a URL in place of its Service.
  [[nodiscard]] json crd() const
  {
    const std::vector<DescribedKind> versions{described_kind<cronjob::v1::CronJob>(),
                                              described_kind<cronjob::v2::CronJob>()};
    json made = crd_of(versions, builtin_schema);
    made["spec"]["conversion"]["webhook"]["clientConfig"] = {
        {"url", "https://127.0.0.1:" + std::to_string(port_) + "/convert"},
        {"caBundle", encode_base64(authority_.cert_pem())}};
    return made;
  }
  /// As it was before there was a second version.
  [[nodiscard]] json old_crd() const
  {
    json made = crd();
    made["spec"].erase("conversion");
    json& versions = made["spec"]["versions"];
    for (auto version = versions.begin(); version != versions.end();) {
      version = version->at("name") == "v1" ? version + 1 : versions.erase(version);
    }
    return made;
  }

  [[nodiscard]] static cronjob::v1::CronJob job(int i)
  {
    cronjob::v1::CronJob made;
    made.metadata.namespace_ = "default";
    made.metadata.name = name_of(i);
    made.metadata.labels = {{"app", "backup"}, {"number", std::to_string(i)}};
    made.spec.schedule = minute_of(i) + " 4 * * 1-5";
    made.spec.suspend = true;
    made.spec.jobTemplate.spec.template_.spec.containers = {{.name = "main", .image = "backup:" + std::to_string(i)}};
    made.spec.jobTemplate.spec.template_.spec.restartPolicy = "Never";
    return made;
  }
  static void create_all(const Client& admin, int objects)
  {
    std::atomic<int> next{0};
    std::vector<std::jthread> users;
    for (int user = 0; user < 8; ++user) {
      users.emplace_back([&] {
        for (int i = next++; i < objects; i = next++) (void)api<cronjob::v1::CronJob>(admin).create(job(i));
      });
    }
  }
  /// nullopt: the version is not served yet, or the server still converts what it has stored.
  template <class T>
  [[nodiscard]] std::optional<ObjectList> list() const
  {
    try {
      return admin().list(resource_of<T>());
    } catch (const ApiError& error) {
      if (!is_not_found(error) && !is_too_many_requests(error)) throw;
    }
    return std::nullopt;
  }

  /// What the server has measured of the conversions of this kind: how many requests, and how long they took together.
  struct Measured {
    int requests = 0;
    double seconds = 0;
  };
  [[nodiscard]] Measured measured() const
  {
    const std::string metric = "apiserver_crd_conversion_webhook_duration_seconds";
    Measured sum;
    std::istringstream metrics(admin().get_raw("/metrics"));
    for (std::string line; std::getline(metrics, line);) {
      if (!line.starts_with(metric) || line.find("from_version=\"v1\"") == std::string::npos) continue;
      const std::string value = line.substr(line.rfind(' ') + 1);
      if (line.starts_with(metric + "_count")) sum.requests += std::stoi(value);
      if (line.starts_with(metric + "_sum")) sum.seconds += std::stod(value);
    }
    return sum;
  }

private:
  CertificateAuthority authority_{*runtime().clock};
  const int port_ = free_port();
  std::optional<Process> sample_;
};

double seconds_since(std::chrono::steady_clock::time_point begin)
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST_P(ConversionOfManyObjects, TheServerMeasuresAFewMillisecondsForEach)
{
  const int objects = GetParam().objects;
  (void)admin().create(resources::custom_resource_definitions, Object::from_json(old_crd()));
  ASSERT_TRUE(eventually([&] { return list<cronjob::v1::CronJob>().has_value(); }));
  auto begin = std::chrono::steady_clock::now();
  create_all(admin(), objects);
  std::printf("%d objects created in %.1f s\n", objects, seconds_since(begin));
  ASSERT_NO_FATAL_FAILURE(start_sample());

  // kube-apiserver keeps a cache of each version, so it converts everything when v2 is added.
  begin = std::chrono::steady_clock::now();
  (void)admin().patch(resources::custom_resource_definitions, {"", crd()["metadata"]["name"]},
                      Patch(json{{"spec", crd()["spec"]}}.dump()));
  std::optional<ObjectList> listed;
  ASSERT_TRUE(eventually([&] { return (listed = list<cronjob::v2::CronJob>()).has_value(); },
                         std::chrono::seconds(60 + objects / 50)));
  const double waited = seconds_since(begin);
  const Measured all = measured();
  const double each = all.seconds * 1000 / objects;
  std::printf(
      "%d at once: listed in the other version after %.1f s; the server measured %.3f ms for each, %d requests\n",
      GetParam().at_once, waited, each, all.requests);
  EXPECT_GE(all.requests, 1);
  // Those that are converted at the same time wait for each other.
  EXPECT_LE(each, most_milliseconds * GetParam().at_once);

  ASSERT_EQ(listed->items.size(), static_cast<std::size_t>(objects));
  for (int i = 0; i < objects; ++i) {
    const Object& object = listed->items[static_cast<std::size_t>(i)];
    ASSERT_EQ(object.name(), name_of(i));
    ASSERT_EQ(object.api_version(), "batch.tutorial.kubebuilder.io/v2");
    ASSERT_TRUE(object.at("/spec/schedule/minute").equals(minute_of(i))) << object.name();
    ASSERT_EQ(object.annotation(conversion_data_annotation), std::nullopt) << "v2 expresses all of it";
  }
  for (const int i : {0, objects / 2, objects - 1}) {
    const auto got = listed->items[static_cast<std::size_t>(i)].as<cronjob::v2::CronJob>();
    const cronjob::v1::CronJob given = job(i);
    EXPECT_EQ(got.metadata.labels, given.metadata.labels);
    EXPECT_EQ(Object::from(got).json()["spec"]["jobTemplate"], Object::from(given).json()["spec"]["jobTemplate"]);
    EXPECT_EQ(got.spec.schedule.hour, "4");
    EXPECT_EQ(got.spec.schedule.dayOfWeek, "1-5");
    EXPECT_EQ(got.spec.suspend, true);
    EXPECT_FALSE(got.metadata.uid.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Server, ConversionOfManyObjects,
                         ::testing::Values(Case{"OneAfterTheOther", CONVERTED_OBJECTS, 1},
                                           Case{"TenAtOnce", CONVERTED_OBJECTS, 10}),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace kubexx::e2e
