// SPDX-License-Identifier: Apache-2.0
// TLS over another stream. Asio's own receives one record at a time, resumes for each, and keeps 68 kB for each
// connection; this one receives as much as there is, up to a bound, and keeps a quarter of that.
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <boost/asio/error.hpp>
#include <boost/asio/ssl/error.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "byte_stream.hpp"
#include "openssl_handles.hpp"
#include "read_buffer.hpp"

namespace kubexx::detail {

namespace {

using boost::system::error_code;

/// The most that is encrypted before it is sent.
constexpr std::size_t kMostAtOnce = std::size_t{64} << 10U;

/// The most that is written without waiting: what fits into a receive of the peer.
constexpr std::size_t kMostWithoutWait = std::size_t{16} << 10U;

/// What OpenSSL reads from and writes to: records that were received, and those to be sent.
struct Records {
  ReadBuffer in;
  std::string out;
};

Records& records_of(BIO* bio)
{
  return *static_cast<Records*>(BIO_get_data(bio));
}

int read_records(BIO* bio, char* to, int size)
{
  auto& in = records_of(bio).in;
  BIO_clear_retry_flags(bio);
  const std::string_view data = in.data().substr(0, static_cast<std::size_t>(size));
  if (data.empty()) {
    BIO_set_retry_read(bio);
    return -1;
  }
  data.copy(to, data.size());
  in.consume(data.size());
  return static_cast<int>(data.size());
}

int write_records(BIO* bio, const char* from, int size)
{
  BIO_clear_retry_flags(bio);
  records_of(bio).out.append(from, static_cast<std::size_t>(size));
  return size;
}

long control_records(BIO* bio, int command, long /*number*/, void* /*pointer*/)
{
  switch (command) {
    case BIO_CTRL_FLUSH:
      return 1;
    case BIO_CTRL_PENDING:
      return static_cast<long>(records_of(bio).in.data().size());
    default:
      return 0;
  }
}

const BIO_METHOD* records_method()
{
  static const BIO_METHOD* const kMethod = [] {
    BIO_METHOD* method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "kubexx records");
    BIO_meth_set_read(method, read_records);
    BIO_meth_set_write(method, write_records);
    BIO_meth_set_ctrl(method, control_records);
    return method;
  }();
  return kMethod;
}

/// ERR_clear_error, which goes through the whole queue, and is hardly ever needed.
void forget_errors() noexcept
{
  if (ERR_peek_error() != 0) ERR_clear_error();
}

using SslPtr = std::unique_ptr<SSL, FreeWith<SSL_free>>;

class TlsStream final : public ByteStream {
public:
  TlsStream(std::unique_ptr<ByteStream> below, std::shared_ptr<TlsContext> tls, std::string peer,
            std::string expected_name, WallTime now)
      : tls_(std::move(tls)),
        below_(std::move(below)),
        ssl_(SSL_new(tls_->context.native_handle())),
        peer_(std::move(peer)),
        expected_name_(std::move(expected_name))
  {
    BIO* const bio = ssl_ ? BIO_new(records_method()) : nullptr;
    if (bio == nullptr) throw std::bad_alloc();
    BIO_set_data(bio, &records_);
    BIO_set_init(bio, 1);
    SSL_set_bio(native(), bio, bio);
    SSL_set_mode(native(), SSL_MODE_RELEASE_BUFFERS);
    SSL_set_app_data(native(), this);
    SSL_set_verify(native(), SSL_get_verify_mode(native()), verify);
    if (tls_->sessions) link_ = std::make_unique<TlsSessionLink>(native(), tls_->sessions, expected_name_, now);
  }

  SSL* native() const noexcept { return ssl_.get(); }

  awaitable<std::optional<TlsFailure>> handshake() override
  {
    error_code error = asio::error::would_block;
    while (error == asio::error::would_block) {
      receive();
      forget_errors();
      error = outcome(SSL_do_handshake(native())).error;
      const error_code sent = co_await flush();  // with an error too: the alert
      if (!error) error = sent;
      if (error == asio::error::would_block) {
        const error_code waited = co_await wait_input();
        if (waited) error = waited;
      }
    }
    if (!error) co_return std::nullopt;
    if (link_) link_->handshake_failed();
    co_return explain_tls_failure(native(), error, peer_, expected_name_, rejected_.get());
  }

  awaitable<error_code> wait_input() override
  {
    if (!drained_) return no_wait();  // a TLS stream above this one had too little room
    received_ = false;
    if (!records_.out.empty() && !sending_) return wait_after_flush();  // the refusal of a renegotiation, say
    if (records_.in.empty()) records_.in.shrink(below_->expected());
    return below_->wait_input();
  }

  IoResult read_now(asio::mutable_buffer buffer) override
  {
    if (const error_code failed = std::exchange(failed_, {})) return {failed, 0, failed == asio::error::eof};
    receive();
    IoResult result;
    drained_ = false;
    forget_errors();
    auto* const to = static_cast<char*>(buffer.data());
    if (!keeps_) hold_buffers();  // else each record would need a new one
    while (result.bytes < buffer.size()) {
      if (nothing_left() && !ended_) {
        result.error = asio::error::would_block;
        break;
      }
      std::size_t bytes = 0;
      const int done = SSL_read_ex(native(), to + result.bytes, buffer.size() - result.bytes, &bytes);
      if (done != 1) {
        const IoResult stopped = outcome(done);
        result.error = stopped.error;
        result.ended = stopped.ended;
        break;
      }
      result.bytes += bytes;
    }
    if (!keeps_) release_buffers();
    drained_ = result.error == asio::error::would_block;
    if (result.bytes == 0) return result;
    if (result.error != asio::error::would_block) failed_ = result.error;
    return {{}, result.bytes, false};
  }
  bool has_more() noexcept override
  {
    if (failed_ || ended_) return true;
    if (nothing_left()) return below_->has_more();
    forget_errors();
    char byte = 0;
    std::size_t bytes = 0;
    const int done = SSL_peek_ex(native(), &byte, 1, &bytes);  // takes session tickets, and a close_notify
    return done == 1 || outcome(done).error != asio::error::would_block;
  }
  void release_room() noexcept override
  {
    records_.in.shrink(0);
    if (records_.out.empty()) std::string().swap(records_.out);
    below_->release_room();
  }
  std::size_t expected() const noexcept override { return std::max(records_.in.data().size(), ReceiveSize::least); }

  void keep_buffers(bool keep) noexcept override
  {
    keeps_ = keep;
    if (keep) {
      hold_buffers();
    } else {
      release_buffers();
    }
    below_->keep_buffers(keep);
  }

  IoResult try_write(asio::const_buffer buffer) override
  {
    if (sending_ || buffer.size() > kMostWithoutWait) return {asio::error::would_block, 0, false};
    std::size_t taken = 0;
    forget_errors();
    const int done = SSL_write_ex(native(), buffer.data(), buffer.size(), &taken);
    if (done != 1) return {outcome(done).error, 0, false};
    const IoResult sent = below_->try_write(asio::buffer(records_.out));
    records_.out.erase(0, sent.bytes);
    return {sent.error, taken, false};
  }

  awaitable<IoResult> write(asio::const_buffer buffer) override
  {
    const auto* const from = static_cast<const char*>(buffer.data());
    std::size_t written = 0;
    do {
      std::size_t bytes = 0;
      if (written < buffer.size()) {
        forget_errors();
        const int done = SSL_write_ex(native(), from + written, std::min(buffer.size() - written, kMostAtOnce), &bytes);
        if (done != 1) co_return IoResult{outcome(done).error, written, false};
      }
      const error_code error = co_await flush();
      if (error) co_return IoResult{error, written, false};
      written += bytes;
    } while (written < buffer.size());
    co_return IoResult{{}, written, false};
  }

  awaitable<void> shutdown() override
  {
    if (say_close_notify()) static_cast<void>(co_await flush());
    error_code ignored;
    socket().shutdown(Socket::shutdown_send, ignored);
  }

  void send_close_notify() noexcept override
  {
    if (!sending_ && say_close_notify()) below_->write_now(asio::buffer(std::exchange(records_.out, {})));
    below_->send_close_notify();
  }

  void write_now(asio::const_buffer buffer) noexcept override
  {
    std::size_t ignored = 0;
    SSL_write_ex(native(), buffer.data(), buffer.size(), &ignored);
    const std::string records = std::exchange(records_.out, {});
    below_->write_now(asio::buffer(records));
  }

  bool resumed() const noexcept override { return SSL_session_reused(native()) == 1; }

  std::optional<TlsFailure> explain(const error_code& error) override
  {
    if (error.category() != asio::error::get_ssl_category()) return std::nullopt;
    return explain_tls_failure(native(), error, peer_, expected_name_, rejected_.get());
  }

  PeerIdentity peer() override { return peer_identity(native()); }
  bool hides_written_bytes() const noexcept override { return true; }
  Socket& socket() noexcept override { return below_->socket(); }

private:
  // OpenSSL forgets a certificate that it refuses; the message shall say what was wrong with it.
  static int verify(int accepted, X509_STORE_CTX* context)
  {
    X509* const certificate = X509_STORE_CTX_get_current_cert(context);
    if (accepted == 1 || certificate == nullptr) return accepted;
    const auto* ssl = static_cast<SSL*>(X509_STORE_CTX_get_ex_data(context, SSL_get_ex_data_X509_STORE_CTX_idx()));
    if (X509_up_ref(certificate) == 1) static_cast<TlsStream*>(SSL_get_app_data(ssl))->rejected_.reset(certificate);
    return accepted;
  }

  // From OpenSSL 3.2 on, the record layer hears of modes that are set, not of those that are cleared. Setting none
  // tells it the present ones.
  void hold_buffers() noexcept
  {
    SSL_clear_mode(native(), SSL_MODE_RELEASE_BUFFERS);
    SSL_set_mode(native(), 0);
  }

  // Before 3.0.14, OpenSSL also freed the buffer of a record of which only a part had come (CVE-2024-4741).
  void release_buffers() noexcept
  {
    SSL_set_mode(native(), SSL_MODE_RELEASE_BUFFERS);
    const bool between_records = std::string_view(SSL_rstate_string(native())) == "RH";
    if (between_records && SSL_has_pending(native()) == 0) SSL_free_buffers(native());
  }

  bool nothing_left() const noexcept { return records_.in.empty() && SSL_has_pending(native()) == 0; }

  // Of a call of OpenSSL that returned `result`, before which its error queue was empty. would_block: it needs input.
  IoResult outcome(int result) const
  {
    const int kind = SSL_get_error(native(), result);
    const auto code = static_cast<int>(ERR_get_error());
    switch (kind) {
      case SSL_ERROR_NONE:
        return {};
      case SSL_ERROR_WANT_READ:
        return ended_ ? end_of_input() : IoResult{asio::error::would_block, 0, false};
      case SSL_ERROR_ZERO_RETURN:
        return {asio::error::eof, 0, true};
      case SSL_ERROR_SSL:
        return {error_code(code, asio::error::get_ssl_category()), 0, false};
      case SSL_ERROR_SYSCALL:
        if (code != 0) return {error_code(code, asio::error::get_ssl_category()), 0, false};
        return {asio::ssl::error::unspecified_system_error, 0, false};
      default:
        return {asio::ssl::error::unexpected_result, 0, false};
    }
  }

  IoResult end_of_input() const
  {
    if (ended_ != asio::error::eof) return {ended_, 0, false};
    if ((SSL_get_shutdown(native()) & SSL_RECEIVED_SHUTDOWN) != 0) return {asio::error::eof, 0, true};
    return {asio::ssl::error::stream_truncated, 0, nothing_left()};
  }

  // While it lives, nobody else sends. A cancelled coroutine throws.
  class Sending {
  public:
    explicit Sending(TlsStream& stream) : stream_(stream) { stream_.sending_ = true; }
    ~Sending()
    {
      stream_.sending_ = false;
      if (const auto turn = std::exchange(stream_.turn_, std::nullopt)) turn->fire();
    }
    Sending(const Sending&) = delete;
    Sending& operator=(const Sending&) = delete;

  private:
    TlsStream& stream_;
  };

  static awaitable<error_code> no_wait() { co_return error_code(); }

  awaitable<error_code> wait_after_flush()
  {
    const error_code sent = co_await flush();
    if (sent) co_return sent;
    co_return co_await below_->wait_input();
  }

  // Once after each wait.
  void receive()
  {
    if (std::exchange(received_, true)) return;
    const IoResult received = below_->read_now(records_.in.prepare(below_->expected()));
    if (!received.error) {
      records_.in.commit(received.bytes);
    } else if (received.error != asio::error::would_block) {
      ended_ = received.error;
    }
  }

  // Sends what OpenSSL has to say. One at a time: a reader's answers go between the writer's records.
  awaitable<error_code> flush()
  {
    while (sending_) {
      const OneShot turn = turn_ ? *turn_ : turn_.emplace();
      co_await turn.wait();
    }
    const Sending sending(*this);
    error_code error;
    while (!records_.out.empty() && !error) {
      const std::string records = std::exchange(records_.out, {});
      const asio::const_buffer all(records.data(), records.size());
      const IoResult sent = co_await below_->write(all);
      error = sent.error;
    }
    co_return error;
  }

  // False when there is nobody to say it to. OpenSSL takes the peer's close_notify as received.
  bool say_close_notify() noexcept
  {
    if (SSL_is_init_finished(native()) != 1) return false;
    SSL_set_shutdown(native(), SSL_get_shutdown(native()) | SSL_RECEIVED_SHUTDOWN);
    forget_errors();
    SSL_shutdown(native());
    return true;
  }

  const std::shared_ptr<TlsContext> tls_;
  const std::unique_ptr<ByteStream> below_;
  Records records_;
  SslPtr ssl_;
  std::unique_ptr<TlsSessionLink> link_;  // null for a server
  const std::string peer_;
  const std::string expected_name_;
  X509Ptr rejected_;             // the peer's certificate, when the verification refused it
  error_code ended_;             // of what is below: nothing more comes
  error_code failed_;            // what the next read_now tells, after the bytes that came before it
  bool keeps_ = false;           // the buffers of OpenSSL
  bool drained_ = true;          // read_now has said so
  bool received_ = true;         // since the last wait
  bool sending_ = false;         // a Sending lives
  std::optional<OneShot> turn_;  // fired when it has ended, when somebody waits for it
};

}  // namespace

std::unique_ptr<ByteStream> make_tls_client_stream(Socket socket, std::shared_ptr<TlsContext> tls,
                                                   const std::string& host, const std::string& peer, WallTime now)
{
  return make_tls_client_stream(make_plain_stream(std::move(socket)), std::move(tls), host, peer, now);
}

std::unique_ptr<ByteStream> make_tls_client_stream(std::unique_ptr<ByteStream> below, std::shared_ptr<TlsContext> tls,
                                                   const std::string& host, const std::string& peer, WallTime now)
{
  const std::string expected = tls->server_name.empty() ? host : tls->server_name;
  auto stream = std::make_unique<TlsStream>(std::move(below), tls, peer, expected, now);
  SSL_set_connect_state(stream->native());
  prepare_client(stream->native(), *tls, host, now);
  return stream;
}

std::unique_ptr<ByteStream> make_tls_server_stream(Socket socket, std::shared_ptr<TlsContext> tls,
                                                   const std::string& peer, WallTime now)
{
  auto stream =
      std::make_unique<TlsStream>(make_plain_stream(std::move(socket)), std::move(tls), peer, std::string(), now);
  SSL_set_accept_state(stream->native());
  prepare_server(stream->native(), now);
  return stream;
}

}  // namespace kubexx::detail
