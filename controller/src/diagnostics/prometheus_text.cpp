// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/prometheus_text.hpp"

#include <prometheus/client_metric.h>
#include <prometheus/metric_type.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>

namespace kubexx::detail {

namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class TextPage {
public:
  TextPage()
  {
    out_.imbue(std::locale::classic());
    out_.precision(std::numeric_limits<double>::max_digits10 - 1);
  }

  void add(const MetricFamily& family)
  {
    if (!family.help.empty()) out_ << "# HELP " << family.name << ' ' << family.help << '\n';
    out_ << "# TYPE " << family.name << ' ' << type_of(family) << '\n';
    for (const ClientMetric& metric : family.metric) {
      switch (family.type) {
        case MetricType::Counter:
          sample(family, metric, metric.counter.value);
          break;
        case MetricType::Gauge:
          sample(family, metric, metric.gauge.value);
          break;
        case MetricType::Summary:
          summary(family, metric);
          break;
        case MetricType::Histogram:
          histogram(family, metric);
          break;
#if __has_include(<prometheus/info.h>)
        case MetricType::Info:
          sample(family, metric, 1.0);
          break;
#endif
        case MetricType::Untyped:
          sample(family, metric, metric.untyped.value);
          break;
      }
    }
  }

  [[nodiscard]] std::string text() const { return out_.str(); }

private:
  static const char* type_of(const MetricFamily& family)
  {
    switch (family.type) {
      case MetricType::Counter:
        return "counter";
      case MetricType::Summary:
        return "summary";
      case MetricType::Histogram:
        return "histogram";
      case MetricType::Untyped:
        return "untyped";
      default:
        return "gauge";
    }
  }

  void value(std::uint64_t count) { out_ << count; }
  void value(double number)
  {
    if (std::isnan(number)) {
      out_ << "Nan";
    } else if (std::isinf(number)) {
      out_ << (number < 0 ? "-Inf" : "+Inf");
    } else {
      out_ << number;
    }
  }

  void label(const char* before, const std::string& name) { out_ << before << name << "=\""; }
  void head(const MetricFamily& family, const ClientMetric& metric, const char* suffix, const char* extra, double bound)
  {
    out_ << family.name << suffix;
    const char* before = "{";
    for (const ClientMetric::Label& each : metric.label) {
      label(before, each.name);
      for (const char c : each.value) {
        if (c == '\\' || c == '"' || c == '\n') out_ << '\\';
        out_ << (c == '\n' ? 'n' : c);
      }
      out_ << '"';
      before = ",";
    }
    if (extra != nullptr) {
      label(before, extra);
      value(bound);
      out_ << '"';
    }
    if (extra != nullptr || !metric.label.empty()) out_ << '}';
    out_ << ' ';
  }

  template <class Value>
  void sample(const MetricFamily& family, const ClientMetric& metric, Value number, const char* suffix = "",
              const char* extra = nullptr, double bound = 0)
  {
    head(family, metric, suffix, extra, bound);
    value(number);
    if (metric.timestamp_ms != 0) out_ << ' ' << metric.timestamp_ms;
    out_ << '\n';
  }

  void summary(const MetricFamily& family, const ClientMetric& metric)
  {
    sample(family, metric, metric.summary.sample_count, "_count");
    sample(family, metric, metric.summary.sample_sum, "_sum");
    for (const ClientMetric::Quantile& each : metric.summary.quantile) {
      sample(family, metric, each.value, "", "quantile", each.quantile);
    }
  }

  void histogram(const MetricFamily& family, const ClientMetric& metric)
  {
    const ClientMetric::Histogram& shown = metric.histogram;
    sample(family, metric, shown.sample_count, "_count");
    sample(family, metric, shown.sample_sum, "_sum");
    for (const ClientMetric::Bucket& each : shown.bucket) {
      sample(family, metric, each.cumulative_count, "_bucket", "le", each.upper_bound);
    }
    if (shown.bucket.empty() || shown.bucket.back().upper_bound != kInfinity) {
      sample(family, metric, shown.sample_count, "_bucket", "le", kInfinity);
    }
  }

  std::ostringstream out_;
};

bool is_name(std::string_view name, bool with_colon) noexcept
{
  const auto letter = [with_colon](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (with_colon && c == ':');
  };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !name.empty() && !name.starts_with("__") && letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || digit(c); });
}

}  // namespace

std::string prometheus_text(const std::vector<MetricFamily>& families)
{
  TextPage page;
  for (const MetricFamily& family : families) page.add(family);
  return page.text();
}

bool is_metric_name(std::string_view name) noexcept
{
  return is_name(name, true);
}

bool is_label_name(std::string_view name) noexcept
{
  return is_name(name, false);
}

}  // namespace kubexx::detail
