// SPDX-License-Identifier: Apache-2.0
#include "credentials/redactor.hpp"

#include <algorithm>
#include <utility>

#include "kubexx/base/base64.hpp"
#include "kubexx/http/read_some.hpp"
#include "kubexx/http/url.hpp"

namespace kubexx::detail {

namespace {

/// How many credentials of requests are remembered: those of rotations while calls run.
constexpr std::size_t most_sent = 8;
/// The longest error answer that is read from a stream.
constexpr std::size_t longest_error_body = std::size_t{64} << 10U;
/// In a body as it came a shorter text could be a name of the protocol: "kind", "message".
constexpr std::size_t shortest_in_body = 8;

void blot_out_all(std::string& text, const Redactor::Spellings& secrets, std::size_t shortest)
{
  for (const std::string& secret : secrets) {
    if (secret.size() >= shortest) blot_out(text, secret);
  }
}

bool holds_any(std::string_view text, const Redactor::Spellings& secrets)
{
  return std::any_of(secrets.begin(), secrets.end(),
                     [text](const std::string& secret) { return text.find(secret) != std::string_view::npos; });
}

std::string replaced(std::string_view text, std::initializer_list<std::pair<char, std::string_view>> replacements)
{
  std::string result;
  for (const char c : text) {
    const auto found =
        std::find_if(replacements.begin(), replacements.end(), [c](const auto& r) { return r.first == c; });
    if (found == replacements.end()) {
      result += c;
    } else {
      result += found->second;
    }
  }
  return result;
}

class SpellingList {
public:
  void add(std::string_view secret)
  {
    add_one(std::string(secret));
    add_one(percent_encoded(secret));
    add_one(replaced(secret, {{'"', "\\\""}, {'\\', "\\\\"}}));  // in JSON
    add_one(replaced(secret, {{'"', "\\\""}, {'\\', "\\\\"}, {'<', "\\u003c"}, {'>', "\\u003e"}, {'&', "\\u0026"}}));
    add_one(replaced(secret, {{'"', "&#34;"}, {'\'', "&#39;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}}));
    add_one(replaced(secret, {{'"', "&quot;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}}));
  }
  void add_basic(std::string_view username, std::string_view password)
  {
    const std::string both = std::string(username) + ":" + std::string(password);
    add(encode_base64(both));
    add(both);
    add(password);
  }
  [[nodiscard]] Redactor::Spellings done() { return std::move(all_); }

private:
  static std::string percent_encoded(std::string_view text)
  {
    std::string query = QueryBuilder().add("x", text).appended_to("");
    return query.substr(query.find('=') + 1);
  }
  void add_one(std::string spelling)
  {
    if (spelling.size() < shortest_secret) return;
    if (std::find(all_.begin(), all_.end(), spelling) == all_.end()) all_.push_back(std::move(spelling));
  }

  Redactor::Spellings all_;
};

/// "Bearer …", "Basic …" or what a user of the client makes up.
Redactor::Spellings spellings_of(std::string_view field)
{
  SpellingList list;
  const auto space = field.find(' ');
  const std::string_view scheme = field.substr(0, space);
  const std::string_view credential = space == std::string_view::npos ? field : field.substr(space + 1);
  list.add(credential);
  if (same_token(scheme, "Basic")) {
    const std::string plain = decode_base64(credential).value_or(std::string());
    if (const auto colon = plain.find(':'); colon != std::string::npos) {
      list.add_basic(std::string_view(plain).substr(0, colon), std::string_view(plain).substr(colon + 1));
    }
  }
  return list.done();
}

/// The body of an error, as one piece: a credential may be cut between two.
class CleanedBody final : public BodyStream {
public:
  CleanedBody(std::unique_ptr<BodyStream> from, std::shared_ptr<const Redactor::Spellings> known)
      : from_(std::move(from)), known_(std::move(known))
  {
  }
  awaitable<std::string> read() override
  {
    if (std::exchange(taken_, true)) co_return std::string();
    std::string body = co_await read_some(from_.get(), longest_error_body);
    blot_out_all(body, *known_, shortest_in_body);
    co_return body;
  }
  void cancel() noexcept override { from_->cancel(); }

private:
  const std::unique_ptr<BodyStream> from_;
  const std::shared_ptr<const Redactor::Spellings> known_;
  bool taken_ = false;
};

}  // namespace

void blot_out(std::string& text, std::string_view secret)
{
  constexpr std::string_view blot = "***";
  if (secret.size() < shortest_secret) return;
  for (auto at = text.find(secret); at != std::string::npos; at = text.find(secret, at + blot.size())) {
    text.replace(at, secret.size(), blot);
  }
}

void Redactor::keep(std::string_view username, std::string_view password)
{
  SpellingList list;
  list.add_basic(username, password);
  const std::lock_guard lock(mutex_);
  constant_ = list.done();
  collect();
}

void Redactor::remember(const Headers& request)
{
  for (const auto& [name, value] : request) {
    if (!same_token(name, "Authorization") && !same_token(name, "Proxy-Authorization")) continue;
    const std::lock_guard lock(mutex_);
    const auto known = std::find_if(sent_.begin(), sent_.end(), [&](const Sent& sent) { return sent.field == value; });
    if (known != sent_.end()) continue;
    sent_.push_front({value, spellings_of(value)});
    if (sent_.size() > most_sent) sent_.pop_back();
    collect();
  }
}

void Redactor::collect()
{
  Spellings all = constant_;
  for (const Sent& sent : sent_) all.insert(all.end(), sent.spellings.begin(), sent.spellings.end());
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
  known_ = std::make_shared<const Spellings>(std::move(all));
}

std::shared_ptr<const Redactor::Spellings> Redactor::known() const
{
  const std::lock_guard lock(mutex_);
  return known_;
}

void Redactor::clean(std::string& text) const
{
  blot_out_all(text, *known(), shortest_secret);
}

void Redactor::clean(Status& status) const
{
  for (std::string* text : {&status.message, &status.name, &status.group, &status.kind, &status.uid}) clean(*text);
  for (StatusCause& cause : status.causes) {
    for (std::string* text : {&cause.reason, &cause.message, &cause.field}) clean(*text);
  }
  // A word that programs compare with.
  blot_out_all(status.reason, *known(), shortest_in_body);
}

void Redactor::clean(HttpResponse& response) const
{
  const auto secrets = known();
  const auto shows = [&](const Headers::Field& field) { return holds_any(field.second, *secrets); };
  if (std::any_of(response.headers.begin(), response.headers.end(), shows)) {
    Headers cleaned;
    for (auto [name, value] : response.headers) {
      blot_out_all(value, *secrets, shortest_in_body);
      cleaned.add(std::move(name), std::move(value));
    }
    response.headers = std::move(cleaned);
  }
  if (response.status < 300) return;
  blot_out_all(response.body, *secrets, shortest_in_body);
  if (response.stream) response.stream = std::make_unique<CleanedBody>(std::move(response.stream), secrets);
}

}  // namespace kubexx::detail
