// SPDX-License-Identifier: Apache-2.0
#include "message_parser.hpp"

#include <algorithm>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <type_traits>

namespace kubexx::detail {

namespace http = boost::beast::http;
using boost::beast::error_code;
using boost::beast::string_view;

namespace {

// Beast before Boost 1.86 asserts when it gets a final chunk in the wrong pieces. Every chunk with what must follow it
// is at least this long, so waiting for that much loses nothing.
constexpr std::size_t kLeastChunk = 5;
// The most that a body's announced length makes us allocate before bytes have come.
constexpr std::uint64_t kMostReserved = std::uint64_t{1} << 20U;

}  // namespace

template <class Message>
class MessageParser<Message>::Impl final : public http::basic_parser<std::is_same_v<Message, HttpRequest>> {
public:
  Impl(const ParseLimits& limits, bool skip_body) : max_header_(limits.max_header)
  {
    this->header_limit(static_cast<std::uint32_t>(std::min<std::size_t>(limits.max_header, UINT32_MAX)));
    if (limits.max_body) {
      this->body_limit(static_cast<std::uint64_t>(*limits.max_body));
    } else {
      this->body_limit(boost::none);
    }
    this->skip(skip_body);
  }

  Message result;
  int version = 11;
  bool head_told = false;
  std::uint64_t chunk_left = 0;  // of the present chunk's data

protected:
  void on_request_impl(http::verb /*verb*/, string_view method, string_view target, int the_version,
                       error_code& /*error*/) override
  {
    if constexpr (std::is_same_v<Message, HttpRequest>) {
      result.method.assign(method.data(), method.size());
      result.target.assign(target.data(), target.size());
    }
    version = the_version;
    header_bytes_ += method.size() + target.size();
  }

  void on_response_impl(int code, string_view /*reason*/, int the_version, error_code& error) override
  {
    constexpr int kFirstStatus = 100;
    if (code < kFirstStatus) error = http::error::bad_status;
    if constexpr (std::is_same_v<Message, HttpResponse>) result.status = static_cast<unsigned>(code);
    version = the_version;
  }

  void on_field_impl(http::field /*field*/, string_view name, string_view value, error_code& error) override
  {
    // Beast bounds what is unparsed, not the sum.
    header_bytes_ += name.size() + value.size() + 4;
    if (header_bytes_ > max_header_) {
      error = http::error::header_limit;
      return;
    }
    if (head_told) return;  // a trailer: nothing that kubexx sends or reads has meaning there
    result.headers.add(std::string(name), std::string(value));
  }

  void on_header_impl(error_code& /*error*/) override {}

  void on_body_init_impl(const boost::optional<std::uint64_t>& length, error_code& /*error*/) override
  {
    if (length) result.body.reserve(static_cast<std::size_t>(std::min(*length, kMostReserved)));
  }

  std::size_t on_body_impl(string_view body, error_code& /*error*/) override
  {
    result.body.append(body.data(), body.size());
    return body.size();
  }

  void on_chunk_header_impl(std::uint64_t size, string_view /*extensions*/, error_code& /*error*/) override
  {
    chunk_left = size;
  }

  std::size_t on_chunk_body_impl(std::uint64_t /*remain*/, string_view body, error_code& /*error*/) override
  {
    chunk_left -= body.size();
    result.body.append(body.data(), body.size());
    return body.size();
  }

  void on_finish_impl(error_code& /*error*/) override {}

private:
  std::size_t header_bytes_ = 0;
  std::size_t max_header_;
};

template <class Message>
MessageParser<Message>::MessageParser(const ParseLimits& limits, bool skip_body)
    : impl_(std::make_unique<Impl>(limits, skip_body))
{
}

template <class Message>
MessageParser<Message>::~MessageParser() = default;

template <class Message>
ParseResult MessageParser<Message>::put(std::string_view data)
{
  ParseResult result;
  auto& body = impl_->result.body;
  if (impl_->is_header_done() && body.empty()) body.reserve(data.size());
  while (!impl_->is_done()) {
    const auto rest = data.substr(result.consumed);
    if (rest.empty()) return result;
    if (impl_->is_header_done() && impl_->chunked() && impl_->chunk_left == 0 && rest.size() < kLeastChunk)
      return result;
    error_code error;
    result.consumed += impl_->put(boost::asio::buffer(rest.data(), rest.size()), error);
    if (error == http::error::need_more) return result;
    if (error) {
      result.state = error == http::error::header_limit ? ParseState::head_limit
                     : error == http::error::body_limit ? ParseState::body_limit
                                                        : ParseState::bad;
      result.message = error.message();
      return result;
    }
    if (!impl_->head_told && impl_->is_header_done()) {
      impl_->head_told = true;
      result.state = ParseState::head;
      return result;
    }
  }
  result.state = ParseState::complete;
  return result;
}

template <class Message>
bool MessageParser<Message>::put_eof()
{
  if (impl_->is_done()) return true;
  if (!impl_->got_some()) return false;
  error_code error;
  impl_->put_eof(error);
  return !error;
}

template <class Message>
void MessageParser<Message>::limit_body(std::size_t most)
{
  impl_->body_limit(static_cast<std::uint64_t>(most));
}

template <class Message>
std::optional<std::uint64_t> MessageParser<Message>::announced_length() const
{
  const auto length = impl_->content_length();
  return length ? std::optional<std::uint64_t>(*length) : std::nullopt;
}

template <class Message>
bool MessageParser<Message>::head_done() const noexcept
{
  return impl_->is_header_done();
}

template <class Message>
bool MessageParser<Message>::complete() const noexcept
{
  return impl_->is_done();
}

template <class Message>
bool MessageParser<Message>::keep_alive() const
{
  return impl_->keep_alive();
}

template <class Message>
bool MessageParser<Message>::ends_with_connection() const
{
  return impl_->need_eof();
}

template <class Message>
bool MessageParser<Message>::http_1_0() const noexcept
{
  return impl_->version < 11;
}

template <class Message>
Message& MessageParser<Message>::message() noexcept
{
  return impl_->result;
}

template <class Message>
const Message& MessageParser<Message>::message() const noexcept
{
  return impl_->result;
}

template class MessageParser<HttpRequest>;
template class MessageParser<HttpResponse>;

}  // namespace kubexx::detail
