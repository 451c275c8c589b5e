// SPDX-License-Identifier: Apache-2.0
// What the sample controller's /metrics shows while it works, as Prometheus sees it: promtool finds nothing to complain
// about, and the dashboards made for controller-runtime find their data.
#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>

#include "sample.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
using support::run;
using testing::HasSubstr;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

// Throws CannotRun.
fs::path prometheus_folder()
{
  const auto found = run({{"/bin/sh", KUBEXX_E2E_SOURCE_DIR "/get-prometheus.sh"}}, {}, 5min);
  if (found.exit.code == 77) throw CannotRun(found.err);
  if (!found.ok()) throw std::runtime_error("get-prometheus.sh: " + found.all());
  return found.out.substr(0, found.out.find('\n'));
}

// A Prometheus server that scrapes one target every second, with the labels that the Prometheus operator gives it.
class Prometheus {
public:
  Prometheus(fs::path programs, const fs::path& folder, const std::string& target)
      : programs_(std::move(programs)), url_("http://127.0.0.1:" + std::to_string(port_))
  {
    write_file(folder / "prometheus.yml",
               "global: {scrape_interval: 1s, scrape_timeout: 1s}\nscrape_configs:\n- job_name: sample\n"
               "  static_configs:\n  - targets: ['" +
                   target + "']\n    labels: {namespace: sample-controller, pod: sample-controller-0}\n");
    const auto checked = run({{programs_ / "promtool", "check", "config", folder / "prometheus.yml"}});
    if (!checked.ok()) throw std::runtime_error("promtool check config: " + checked.all());
    process_ = Process({{programs_ / "prometheus", "--config.file=" + (folder / "prometheus.yml").string(),
                         "--storage.tsdb.path=" + (folder / "data").string(),
                         "--web.listen-address=127.0.0.1:" + std::to_string(port_)}},
                       folder / "prometheus.log");
  }

  // The series of the answer; null before it answers. promtool asks its HTTP API.
  [[nodiscard]] json query(const std::string& expression) const
  {
    const auto answer = run({{programs_ / "promtool", "query", "-o", "json", "instant", url_, expression}});
    return answer.ok() ? json::parse(answer.out) : json();
  }
  [[nodiscard]] std::string output() const { return process_.output(); }

private:
  fs::path programs_;
  int port_ = free_port();
  std::string url_;
  Process process_;
};

// A number in each series: Prometheus's answer to a quantile of nothing is NaN.
bool has_data(const json& series)
{
  if (!series.is_array() || series.empty()) return false;
  for (const auto& one : series) {
    if (!std::isfinite(std::strtod(one.at("value").at(1).get<std::string>().c_str(), nullptr))) return false;
  }
  return true;
}

class Metrics : public RealCluster {
protected:
  void SetUp() override
  {
    RealCluster::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    try {
      programs_ = prometheus_folder();
    } catch (const CannotRun& reason) {
      GTEST_SKIP() << reason.what();
    }
    identity_ = std::make_unique<Identity>(admin());
    sample_ = std::make_unique<Sample>(Sample::Options{
        plane().files, folder(), identity_->token(ns()), "sample-controller", {"--leader-elect", "--workers=2"}});
    sample_->start();
    ASSERT_TRUE(eventually([&] { return sample_->ready(); })) << sample_->output();
  }
  void TearDown() override
  {
    if (sample_) {
      const auto exit = sample_->process().stop(10s);
      EXPECT_EQ(exit.code, 0) << to_string(exit) << "\n" << sample_->output();
    }
    sample_.reset();
    if (identity_) identity_->delete_pod(ns());
    RealCluster::TearDown();
  }

  [[nodiscard]] const fs::path& programs() const { return programs_; }
  [[nodiscard]] Sample& sample() { return *sample_; }
  // Foos that are served, and one that fails and is tried again: its Deployment belongs to another one.
  void work(const std::string& prefix)
  {
    for (int i = 0; i < 5; ++i) {
      const auto name = prefix + std::to_string(i);
      admin().create(foos(), foo(ns(), name, name, 1));
    }
    admin().create(foos(), foo(ns(), prefix + "-fails", prefix + "0", 1));
  }

private:
  fs::path programs_;
  std::unique_ptr<Identity> identity_;
  std::unique_ptr<Sample> sample_;
};

TEST_F(Metrics, PromtoolFindsNothingToComplainAbout)
{
  work("web");
  ASSERT_TRUE(eventually([&] {
    const auto text = sample().metrics();
    return text.find("controller_runtime_reconcile_errors_total{controller=\"foo\"} 0\n") == std::string::npos &&
           text.find("leader_election_master_status{") != std::string::npos;
  })) << sample().metrics();
  const auto text = sample().metrics();
  ASSERT_FALSE(text.empty());
  const auto checked = run({{programs() / "promtool", "check", "metrics"}}, text);
  EXPECT_TRUE(checked.ok()) << to_string(checked.exit);
  EXPECT_EQ(checked.all(), "") << "of\n" << text;
}

TEST_F(Metrics, DashboardsOfControllerRuntimeFindTheirData)
{
  const Prometheus prometheus(programs(), folder(), sample().metrics_address());
  const std::string of = R"({job="sample", namespace="sample-controller"})";
  const std::string pod = R"({job="sample", namespace="sample-controller", pod="sample-controller-0"})";
  ASSERT_TRUE(eventually([&] { return has_data(prometheus.query("up" + of)); })) << prometheus.output();

  const auto quantile = [&](const std::string& rank, const std::string& metric) {
    return "histogram_quantile(" + rank + ", sum(rate(" + metric + "_bucket" + of + "[5m])) by (instance, name, le))";
  };
  // Those of kubebuilder's Grafana plugin (controller-runtime-metrics, controller-resources-metrics), then what alerts
  // and other dashboards ask for.
  const std::vector<std::string> queries{
      "sum(rate(controller_runtime_reconcile_total" + of + "[5m])) by (instance, pod)",
      "sum(rate(controller_runtime_reconcile_errors_total" + of + "[5m])) by (instance, pod)",
      "controller_runtime_active_workers" + of,
      "workqueue_depth" + of,
      quantile("0.50", "workqueue_queue_duration_seconds"),
      quantile("0.90", "workqueue_queue_duration_seconds"),
      quantile("0.99", "workqueue_queue_duration_seconds"),
      "sum(rate(workqueue_adds_total" + of + "[2m])) by (instance, name)",
      "rate(workqueue_unfinished_work_seconds" + of + "[5m])",
      quantile("0.50", "workqueue_work_duration_seconds"),
      quantile("0.90", "workqueue_work_duration_seconds"),
      quantile("0.99", "workqueue_work_duration_seconds"),
      "sum(rate(workqueue_retries_total" + of + "[5m])) by (instance, name)",
      "rate(process_cpu_seconds_total" + pod + "[5m]) * 100",
      "process_resident_memory_bytes" + pod,
      "sum(rate(controller_runtime_reconcile_total" + of + "[5m])) by (controller, result)",
      "histogram_quantile(0.99, sum(rate(controller_runtime_reconcile_time_seconds_bucket" + of +
          "[5m])) by (controller, le))",
      "controller_runtime_max_concurrent_reconciles" + of,
      "workqueue_longest_running_processor_seconds" + of,
      "sum(rate(rest_client_requests_total" + of + "[5m])) by (code, method, host)",
      "leader_election_master_status" + of,
      "process_start_time_seconds" + pod,
      "process_open_fds" + pod + " / process_max_fds" + pod,
      "up" + of + " == 1",
  };
  // A rate is one of two scrapes at least, with work between them.
  std::string still = "nothing asked yet";
  int round = 0;
  const auto all_move = [&] {
    work("web" + std::to_string(round++) + "-");
    for (const char* counter :
         {"controller_runtime_reconcile_total", "controller_runtime_reconcile_errors_total", "workqueue_adds_total",
          "workqueue_retries_total", "rest_client_requests_total", "process_cpu_seconds_total",
          "workqueue_queue_duration_seconds_count", "workqueue_work_duration_seconds_count"}) {
      still = counter;
      if (!has_data(prometheus.query("sum(rate(" + still + of + "[5m])) > 0"))) return false;
    }
    still = "leader_election_master_status";
    return has_data(prometheus.query(still + of + " == 1"));
  };
  ASSERT_TRUE(eventually(all_move)) << still << " did not move\n" << prometheus.output() << sample().metrics();
  for (const auto& query : queries) {
    const auto found = prometheus.query(query);
    EXPECT_TRUE(has_data(found)) << query << "\n" << found;
    if (!has_data(found)) continue;
    std::cout << std::setw(3) << found.size() << " series, the first " << found[0].at("value").at(1).get<std::string>()
              << ": " << query << "\n";
  }
  const auto expected = R"(sum by (name) (workqueue_adds_total{name="foo", controller="foo"}))";
  EXPECT_TRUE(has_data(prometheus.query(expected))) << "the queue's labels are not those of controller-runtime";
  EXPECT_THAT(prometheus.query("up").dump(), HasSubstr("sample-controller-0"));
}

}  // namespace
}  // namespace kubexx::e2e
