// SPDX-License-Identifier: Apache-2.0
#include "credentials/credentials.hpp"

#include <mutex>
#include <utility>

#include "config/config_files.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/client/config.hpp"

namespace kubexx::detail {

namespace {

class StaticHeader final : public Credentials {
public:
  explicit StaticHeader(std::string header) { authorization_.header = std::move(header); }
  awaitable<Authorization> get(CredentialBounds /*bounds*/) override { co_return authorization_; }
  awaitable<bool> refresh(std::uint64_t /*generation*/, CredentialBounds /*bounds*/) override { co_return false; }

private:
  Authorization authorization_;
};

class FileToken final : public Credentials {
public:
  FileToken(std::string path, std::string initial, Clock& clock, Log log)
      : path_(std::move(path)), clock_(clock), log_(std::move(log)), token_(std::move(initial))
  {
    try {
      token_ = read();
    } catch (const ConfigError&) {
      if (token_.empty()) throw;
    }
    read_at_ = clock_.now();
  }

  awaitable<Authorization> get(CredentialBounds /*bounds*/) override
  {
    constexpr Duration keep = std::chrono::seconds(50);
    const std::lock_guard lock(mutex_);
    if (clock_.now() >= saturating_add(read_at_, keep)) try_read();
    Authorization authorization;
    authorization.header = "Bearer " + token_;
    authorization.generation = generation_;
    co_return authorization;
  }

  awaitable<bool> refresh(std::uint64_t generation, CredentialBounds /*bounds*/) override
  {
    const std::lock_guard lock(mutex_);
    if (generation == generation_) try_read();
    co_return generation != generation_;
  }

private:
  [[nodiscard]] std::string read() const
  {
    const auto content = read_file(path_);
    if (!content) throw ConfigError(path_ + ": the token file does not exist");
    return clean_token(*content, path_);
  }

  /// Called with mutex_ held.
  void try_read()
  {
    try {
      std::string token = read();
      if (token != token_) ++generation_;
      token_ = std::move(token);
    } catch (const ConfigError& error) {
      log_.warn("the token file cannot be read again, keeping the token that we have", {{"error", error.what()}});
    }
    read_at_ = clock_.now();
  }

  const std::string path_;
  Clock& clock_;
  Log log_;
  std::mutex mutex_;
  std::string token_;             // guarded by mutex_; never empty
  std::uint64_t generation_ = 0;  // guarded by mutex_; of token_
  SteadyTime read_at_;            // guarded by mutex_; the last try, successful or not
};

}  // namespace

std::shared_ptr<Credentials> make_static_token(const std::string& token)
{
  return std::make_shared<StaticHeader>("Bearer " + token);
}

std::shared_ptr<Credentials> make_basic_auth(const std::string& username, const std::string& password)
{
  return std::make_shared<StaticHeader>("Basic " + encode_base64(username + ":" + password));
}

std::shared_ptr<Credentials> make_file_token(std::string path, std::string initial, Clock& clock, Log log)
{
  return std::make_shared<FileToken>(std::move(path), std::move(initial), clock, std::move(log));
}

}  // namespace kubexx::detail
