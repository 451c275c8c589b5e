// SPDX-License-Identifier: Apache-2.0
#include "credentials/credentials.hpp"

#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "config/config_files.hpp"
#include "credentials/background_read.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/client/load_config.hpp"

namespace kubexx::detail {

namespace {

class StaticHeader final : public Credentials {
public:
  explicit StaticHeader(std::string header) { authorization_.header = std::move(header); }
  std::optional<Authorization> at_hand() override { return authorization_; }
  awaitable<Authorization> get(CredentialBounds /*bounds*/) override { co_return authorization_; }
  awaitable<bool> refresh(std::uint64_t /*generation*/, CredentialBounds /*bounds*/) override { co_return false; }

private:
  Authorization authorization_;
};

class FileToken final : public Credentials, public std::enable_shared_from_this<FileToken> {
public:
  FileToken(std::string path, std::string initial, const Runtime& runtime)
      : path_(std::move(path)),
        clock_(*runtime.clock),
        log_(runtime.log),
        reader_(runtime, "the token file " + path_),
        token_(std::move(initial))
  {
    try {
      token_ = token_of(read_file(path_));
    } catch (const ConfigError&) {
      if (token_.empty()) throw;
    }
    read_at_ = clock_.now();
  }

  std::optional<Authorization> at_hand() override
  {
    if (is_old()) return std::nullopt;
    return present();
  }
  awaitable<Authorization> get(CredentialBounds bounds) override { return get_from(shared_from_this(), bounds); }
  awaitable<bool> refresh(std::uint64_t generation, CredentialBounds bounds) override
  {
    return refresh_of(shared_from_this(), generation, bounds);
  }

private:
  using Self = std::shared_ptr<FileToken>;

  static awaitable<Authorization> get_from(Self self, CredentialBounds bounds)
  {
    BackgroundRead::Needed old = [self] { return self->is_old(); };
    if (old()) co_await read_again(self, std::move(old), bounds);
    co_return self->present();
  }

  [[nodiscard]] Authorization present() const
  {
    const std::lock_guard lock(mutex_);
    Authorization authorization;
    authorization.header = "Bearer " + token_;
    authorization.generation = generation_;
    return authorization;
  }

  static awaitable<bool> refresh_of(Self self, std::uint64_t generation, CredentialBounds bounds)
  {
    BackgroundRead::Needed unchanged = [self, generation] { return self->generation() == generation; };
    if (unchanged()) co_await read_again(self, std::move(unchanged), bounds);
    co_return self->generation() != generation;
  }

  [[nodiscard]] std::uint64_t generation() const
  {
    const std::lock_guard lock(mutex_);
    return generation_;
  }

  [[nodiscard]] bool is_old() const
  {
    constexpr Duration keep = std::chrono::seconds(50);
    const std::lock_guard lock(mutex_);
    return clock_.now() >= saturating_add(read_at_, keep);
  }

  static awaitable<void> read_again(Self self, BackgroundRead::Needed needed, CredentialBounds bounds)
  {
    BackgroundRead::Paths paths(1, self->path_);
    BackgroundRead::Use use = [self](const std::vector<FileContent>& found) { self->use(found.front()); };
    static_cast<void>(co_await self->reader_.run(std::move(paths), std::move(use), std::move(needed), bounds));
  }

  [[nodiscard]] std::string token_of(const std::optional<std::string>& content) const
  {
    if (!content) throw ConfigError(path_ + ": the token file does not exist");
    return clean_token(*content, path_);
  }

  void use(const FileContent& content)
  {
    std::optional<std::string> token;
    std::string problem = content.problem;
    try {
      if (problem.empty()) token = token_of(content.text);
    } catch (const ConfigError& error) {
      problem = error.what();
    }
    if (!token) {
      log_.warn("cannot reload the token file, keeping the current token", {{"error", problem}});
    }
    const std::lock_guard lock(mutex_);
    if (token && *token != token_) {
      token_ = std::move(*token);
      ++generation_;
    }
    read_at_ = clock_.now();
  }

  const std::string path_;
  Clock& clock_;
  const Log log_;
  BackgroundRead reader_;
  mutable std::mutex mutex_;
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

std::shared_ptr<Credentials> make_file_token(std::string path, std::string initial, const Runtime& runtime)
{
  return std::make_shared<FileToken>(std::move(path), std::move(initial), runtime);
}

}  // namespace kubexx::detail
