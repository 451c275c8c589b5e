// SPDX-License-Identifier: Apache-2.0
#include "credentials/tls_source.hpp"

#include <stdexcept>
#include <utility>

#include "config/config_files.hpp"

namespace kubexx::detail {

namespace {

// client-go looks every five minutes; a file is cheap to read, and an expired authority ends every request.
constexpr Duration keep = std::chrono::minutes(1);
// A certificate and its key are not written in one moment.
constexpr Duration keep_after_failure = std::chrono::seconds(5);

/// Replaces `pem` by what stands in `file` now; nothing when there is no such file any more, or it is empty.
void read_into(std::string& pem, const std::string& file)
{
  if (file.empty()) return;
  auto content = read_file(file);
  if (!content || content->empty()) throw ConfigError(file + ": the file does not exist any more, or is empty");
  pem = std::move(*content);
}

bool same(const TlsClientConfig& a, const TlsClientConfig& b)
{
  return a.ca_pem == b.ca_pem && a.cert_pem == b.cert_pem && a.key_pem == b.key_pem;
}

}  // namespace

TlsClientConfig tls_of(const ClientConfig& config)
{
  TlsClientConfig tls;
  tls.ca_pem = config.ca_pem;
  tls.cert_pem = config.cert_pem;
  tls.key_pem = config.key_pem;
  tls.insecure_skip_verify = config.insecure;
  tls.server_name = config.tls_server_name;
  return tls;
}

TlsSource::TlsSource(const ClientConfig& config, Clock& clock, Log log, Apply apply)
    : ca_file_(config.ca_file),
      cert_file_(config.cert_file),
      key_file_(config.key_file),
      clock_(clock),
      log_(std::move(log)),
      apply_(std::move(apply)),
      config_(tls_of(config)),
      next_(saturating_add(clock.now(), keep))
{
}

std::uint64_t TlsSource::poll()
{
  const std::lock_guard lock(mutex_);
  if (clock_.now() >= next_) read();
  return generation_;
}

bool TlsSource::refresh(std::uint64_t generation)
{
  const std::lock_guard lock(mutex_);
  if (generation == generation_) read();
  return generation != generation_;
}

void TlsSource::set_client_certificate(std::string cert_pem, std::string key_pem)
{
  const std::lock_guard lock(mutex_);
  TlsClientConfig changed = config_;
  changed.cert_pem = std::move(cert_pem);
  changed.key_pem = std::move(key_pem);
  if (same(changed, config_)) return;
  apply_(changed);
  config_ = std::move(changed);
  ++generation_;
}

void TlsSource::read()
{
  if (ca_file_.empty() && cert_file_.empty() && key_file_.empty()) {
    next_ = SteadyTime::max();
    return;
  }
  next_ = saturating_add(clock_.now(), keep);
  try {
    TlsClientConfig changed = config_;
    read_into(changed.ca_pem, ca_file_);
    read_into(changed.cert_pem, cert_file_);
    read_into(changed.key_pem, key_file_);
    if (same(changed, config_)) return;
    apply_(changed);
    config_ = std::move(changed);
    ++generation_;
    log_.info("certificates were read again: new connections use them",
              {{"authority", ca_file_}, {"certificate", cert_file_}});
  } catch (const std::exception& error) {
    next_ = saturating_add(clock_.now(), keep_after_failure);
    log_.warn("certificates cannot be read again, keeping those that we have", {{"error", error.what()}});
  }
}

}  // namespace kubexx::detail
