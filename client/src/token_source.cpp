// SPDX-License-Identifier: Apache-2.0
#include "token_source.hpp"

#include <mutex>
#include <optional>
#include <utility>

#include "config_files.hpp"
#include "kubexx/client/config.hpp"

namespace kubexx::detail {

namespace {

class StaticHeader final : public TokenSource {
public:
  explicit StaticHeader(std::string header) : header_(std::move(header)) {}
  std::string authorization() override { return header_; }
  bool refresh() override { return false; }

private:
  const std::string header_;
};

class FileToken final : public TokenSource {
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

  std::string authorization() override
  {
    constexpr Duration keep = std::chrono::seconds(50);
    const std::lock_guard lock(mutex_);
    if (clock_.now() >= saturating_add(read_at_, keep)) try_read();
    return "Bearer " + token_;
  }

  bool refresh() override
  {
    const std::lock_guard lock(mutex_);
    const std::string before = token_;
    try_read();
    return token_ != before;
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
      token_ = read();
    } catch (const ConfigError& error) {
      log_.warn("the token file cannot be read again, keeping the token that we have", {{"error", error.what()}});
    }
    read_at_ = clock_.now();
  }

  const std::string path_;
  Clock& clock_;
  Log log_;
  std::mutex mutex_;
  std::string token_;   // guarded by mutex_; never empty
  SteadyTime read_at_;  // guarded by mutex_; the last try, successful or not
};

}  // namespace

std::shared_ptr<TokenSource> make_static_token(const std::string& token)
{
  return std::make_shared<StaticHeader>("Bearer " + token);
}

std::shared_ptr<TokenSource> make_basic_auth(const std::string& username, const std::string& password)
{
  return std::make_shared<StaticHeader>("Basic " + encode_base64(username + ":" + password));
}

std::shared_ptr<TokenSource> make_file_token(std::string path, std::string initial, Clock& clock, Log log)
{
  return std::make_shared<FileToken>(std::move(path), std::move(initial), clock, std::move(log));
}

}  // namespace kubexx::detail
