// SPDX-License-Identifier: Apache-2.0
#include "credentials/tls_source.hpp"

#include <exception>
#include <utility>

#include "config/config_files.hpp"

namespace kubexx::detail {

namespace {

// client-go looks every five minutes; a file is cheap to read, and an expired authority ends every request.
constexpr Duration keep = std::chrono::minutes(1);
// A certificate and its key are not written in one moment.
constexpr Duration keep_after_failure = std::chrono::seconds(5);

/// What one of the files holds now.
std::string pem_of(const std::string& file, const FileContent& content)
{
  if (!content.problem.empty()) throw ConfigError(content.problem);
  if (!content.text || content.text->empty()) {
    throw ConfigError(file + ": the file no longer exists or is empty");
  }
  return *content.text;
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

TlsSource::TlsSource(const ClientConfig& config, const Runtime& runtime, Apply apply)
    : ca_file_(config.ca_file),
      cert_file_(config.cert_file),
      key_file_(config.key_file),
      clock_(*runtime.clock),
      log_(runtime.log),
      apply_(std::move(apply)),
      reader_(runtime, "a certificate file (" + config.ca_file + " " + config.cert_file + " " + config.key_file + ")"),
      config_(tls_of(config)),
      next_(saturating_add(clock_.now(), keep))
{
}

std::optional<std::uint64_t> TlsSource::at_hand() const
{
  if (has_files() && is_old()) return std::nullopt;
  return generation();
}

awaitable<std::uint64_t> TlsSource::poll(std::shared_ptr<TlsSource> self, CredentialBounds bounds)
{
  BackgroundRead::Needed old = [self] { return self->is_old(); };
  if (self->has_files() && old()) co_await read_again(self, std::move(old), bounds);
  co_return self->generation();
}

awaitable<bool> TlsSource::refresh(std::shared_ptr<TlsSource> self, std::uint64_t generation, CredentialBounds bounds)
{
  BackgroundRead::Needed unchanged = [self, generation] { return self->generation() == generation; };
  if (self->has_files() && unchanged()) co_await read_again(self, std::move(unchanged), bounds);
  co_return self->generation() != generation;
}

std::uint64_t TlsSource::generation() const
{
  const std::lock_guard lock(mutex_);
  return generation_;
}

bool TlsSource::is_old() const
{
  const std::lock_guard lock(mutex_);
  return clock_.now() >= next_;
}

bool TlsSource::has_files() const noexcept
{
  return !ca_file_.empty() || !cert_file_.empty() || !key_file_.empty();
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

awaitable<void> TlsSource::read_again(std::shared_ptr<TlsSource> self, BackgroundRead::Needed needed,
                                      CredentialBounds bounds)
{
  BackgroundRead::Paths paths;
  for (const std::string* file : {&self->ca_file_, &self->cert_file_, &self->key_file_}) {
    if (!file->empty()) paths.push_back(*file);
  }
  BackgroundRead::Use use = [self](const std::vector<FileContent>& found) { self->use_files(found); };
  static_cast<void>(co_await self->reader_.run(std::move(paths), std::move(use), std::move(needed), bounds));
}

void TlsSource::use_files(const std::vector<FileContent>& contents)
{
  std::string problem;
  TlsClientConfig found;
  try {
    auto content = contents.begin();
    if (!ca_file_.empty()) found.ca_pem = pem_of(ca_file_, *content++);
    if (!cert_file_.empty()) found.cert_pem = pem_of(cert_file_, *content++);
    if (!key_file_.empty()) found.key_pem = pem_of(key_file_, *content++);
  } catch (const ConfigError& error) {
    problem = error.what();
  }
  bool changed = false;
  {
    const std::lock_guard lock(mutex_);
    try {
      if (problem.empty()) changed = use(found);
    } catch (const std::exception& error) {
      problem = error.what();
    }
    next_ = saturating_add(clock_.now(), problem.empty() ? keep : keep_after_failure);
  }
  if (changed) {
    log_.info("reloaded the certificates: new connections use them",
              {{"authority", ca_file_}, {"certificate", cert_file_}});
  }
  if (!problem.empty()) {
    log_.warn("cannot reload the certificates, keeping the current ones", {{"error", problem}});
  }
}

bool TlsSource::use(const TlsClientConfig& found)
{
  TlsClientConfig changed = config_;
  if (!ca_file_.empty()) changed.ca_pem = found.ca_pem;
  if (!cert_file_.empty()) changed.cert_pem = found.cert_pem;
  if (!key_file_.empty()) changed.key_pem = found.key_pem;
  if (same(changed, config_)) return false;
  apply_(changed);
  config_ = std::move(changed);
  ++generation_;
  return true;
}

}  // namespace kubexx::detail
