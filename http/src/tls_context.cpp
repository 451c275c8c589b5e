// SPDX-License-Identifier: Apache-2.0
#include "tls_context.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <array>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ssl/error.hpp>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "openssl_handles.hpp"

namespace kubexx::detail {

namespace {

constexpr std::array<unsigned char, 9> kAlpnHttp11 = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};

// For calls of OpenSSL that fail only for want of memory, or when its build cannot do what we need.
void require(bool success, const char* what)
{
  if (success) return;
  ERR_clear_error();
  throw std::runtime_error(std::string("OpenSSL cannot ") + what);
}

// Never asks a terminal: an encrypted key is an error.
int no_password(char* /*buffer*/, int /*size*/, int /*writing*/, void* /*data*/)
{
  return 0;
}

BioPtr memory_bio(const std::string& text)
{
  BioPtr bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  if (!bio) throw std::bad_alloc();
  return bio;
}

std::vector<X509Ptr> read_certificates(const std::string& pem, const std::string& what)
{
  const auto bio = memory_bio(pem);
  std::vector<X509Ptr> result;
  while (X509* certificate = PEM_read_bio_X509(bio.get(), nullptr, no_password, nullptr)) {
    result.emplace_back(certificate);
  }
  const auto error = ERR_peek_last_error();
  const bool ended = ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
  ERR_clear_error();
  if (!ended) throw std::invalid_argument(what + " contains an invalid certificate: it must be PEM text");
  if (result.empty()) throw std::invalid_argument(what + " contains no certificate: it must be PEM text");
  return result;
}

void use_certificate_and_key(SSL_CTX* context, const std::string& cert_pem, const std::string& key_pem,
                             const std::string& who)
{
  auto certificates = read_certificates(cert_pem, "the " + who + " certificate");
  if (SSL_CTX_use_certificate(context, certificates.front().get()) != 1) {
    ERR_clear_error();
    throw std::invalid_argument("OpenSSL rejects the " + who + " certificate (is its key too short?)");
  }
  for (std::size_t index = 1; index < certificates.size(); ++index) {
    if (SSL_CTX_add1_chain_cert(context, certificates[index].get()) != 1) {
      ERR_clear_error();
      throw std::invalid_argument("OpenSSL rejects an intermediate certificate of the " + who + " certificate");
    }
  }
  if (key_pem.find("ENCRYPTED") != std::string::npos) {
    throw std::invalid_argument("the " + who + " key is encrypted: decrypt it first (openssl pkey)");
  }
  const auto bio = memory_bio(key_pem);
  const KeyPtr key(PEM_read_bio_PrivateKey(bio.get(), nullptr, no_password, nullptr));
  ERR_clear_error();
  if (!key) throw std::invalid_argument("the " + who + " key is not an unencrypted private key in PEM text");
  const bool fits = SSL_CTX_use_PrivateKey(context, key.get()) == 1 && SSL_CTX_check_private_key(context) == 1;
  ERR_clear_error();
  if (!fits) throw std::invalid_argument("the " + who + " key does not belong to the " + who + " certificate");
}

void trust(SSL_CTX* context, const std::string& ca_pem, const std::string& what)
{
  X509_STORE* store = SSL_CTX_get_cert_store(context);
  for (const auto& certificate : read_certificates(ca_pem, what)) {
    require(X509_STORE_add_cert(store, certificate.get()) == 1, "add a certificate authority");
  }
  // An intermediate, or a server's own certificate, may be the anchor, as in Go.
  require(X509_STORE_set_flags(store, X509_V_FLAG_PARTIAL_CHAIN) == 1, "accept an intermediate as an authority");
}

int select_http11(SSL* /*ssl*/, const unsigned char** out, unsigned char* out_length, const unsigned char* offered,
                  unsigned int offered_length, void* /*data*/)
{
  unsigned char* chosen = nullptr;
  const int result =
      SSL_select_next_proto(&chosen, out_length, kAlpnHttp11.data(), kAlpnHttp11.size(), offered, offered_length);
  if (result != OPENSSL_NPN_NEGOTIATED) return SSL_TLSEXT_ERR_NOACK;
  *out = chosen;
  return SSL_TLSEXT_ERR_OK;
}

/// The address that `host` is; nullopt for a name. An IPv4 address within IPv6 is that of IPv4.
std::optional<boost::asio::ip::address> address_of(const std::string& host)
{
  boost::system::error_code error;
  auto address = boost::asio::ip::make_address(host, error);
  if (error) return std::nullopt;
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    address = boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, address.to_v6());
  }
  return address;
}

// Without the zone, which is this machine's own and stands in no certificate.
bool expect_address(X509_VERIFY_PARAM* parameters, const boost::asio::ip::address& address)
{
  if (address.is_v4()) {
    const auto bytes = address.to_v4().to_bytes();
    return X509_VERIFY_PARAM_set1_ip(parameters, bytes.data(), bytes.size()) == 1;
  }
  const auto bytes = address.to_v6().to_bytes();
  return X509_VERIFY_PARAM_set1_ip(parameters, bytes.data(), bytes.size()) == 1;
}

bool expect_name(X509_VERIFY_PARAM* parameters, const std::string& name)
{
  // As Go: no common names, and no wildcards but whole labels.
  X509_VERIFY_PARAM_set_hostflags(parameters,
                                  X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
  return !name.empty() && X509_VERIFY_PARAM_set1_host(parameters, name.data(), name.size()) == 1;
}

// "a.example, 10.0.0.1": what a certificate is good for.
std::string names_of(X509* certificate)
{
  const NamesPtr names(
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  std::string text;
  for (int index = 0; names && index < sk_GENERAL_NAME_num(names.get()); ++index) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), index);
    std::string one;
    if (name->type == GEN_DNS) {
      one.assign(reinterpret_cast<const char*>(ASN1_STRING_get0_data(name->d.dNSName)),
                 static_cast<std::size_t>(ASN1_STRING_length(name->d.dNSName)));
    } else if (name->type == GEN_IPADD) {
      const auto* bytes = ASN1_STRING_get0_data(name->d.iPAddress);
      const auto length = static_cast<std::size_t>(ASN1_STRING_length(name->d.iPAddress));
      boost::asio::ip::address_v4::bytes_type v4;
      boost::asio::ip::address_v6::bytes_type v6;
      if (length == v4.size()) {
        std::copy_n(bytes, length, v4.begin());
        one = boost::asio::ip::address_v4(v4).to_string();
      } else if (length == v6.size()) {
        std::copy_n(bytes, length, v6.begin());
        one = boost::asio::ip::address_v6(v6).to_string();
      }
    }
    if (one.empty()) continue;
    if (!text.empty()) text += ", ";
    text += one;
  }
  return text.empty() ? "no names" : text;
}

std::string time_text(const ASN1_TIME* time)
{
  const BioPtr bio(BIO_new(BIO_s_mem()));
  if (!bio || ASN1_TIME_print(bio.get(), time) != 1) return "an unreadable time";
  char* data = nullptr;
  const auto length = BIO_get_mem_data(bio.get(), &data);
  return {data, static_cast<std::size_t>(length)};
}

std::string explain_verification(X509* certificate, long verdict, const std::string& peer,
                                 const std::string& expected_name)
{
  const std::string start = "the certificate of " + peer;
  switch (verdict) {
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
    case X509_V_ERR_CERT_UNTRUSTED:
      return start + " is signed by an unknown authority (" + X509_verify_cert_error_string(verdict) +
             "): configure the certificate authority that signed it";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return start + " is not valid for " + expected_name +
             (certificate != nullptr ? ", only for " + names_of(certificate) : std::string()) +
             ": use one of its names, or set the TLS server name to one";
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return start +
             (certificate != nullptr ? " expired on " + time_text(X509_get0_notAfter(certificate)) : " has expired") +
             ": it must be renewed (or the clock of this machine is wrong)";
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return start + " is not valid yet" +
             (certificate != nullptr ? " (from " + time_text(X509_get0_notBefore(certificate)) + ")" : std::string()) +
             ": is the clock of this machine right?";
    default:
      return start + " was refused: " + X509_verify_cert_error_string(verdict);
  }
}

// As Go does: TLS 1.2 or later, never negotiated anew.
void set_versions(SSL_CTX* context)
{
  require(SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1, "speak TLS 1.2");
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
}

}  // namespace

std::shared_ptr<TlsContext> make_tls_context(const TlsClientConfig& config)
{
  if (!config.server_name.empty()) check_host_name(config.server_name, "the TLS server name");
  auto tls = std::make_shared<TlsContext>(TlsContext{boost::asio::ssl::context(boost::asio::ssl::context::tls_client),
                                                     config.server_name, true, std::make_shared<TlsSessions>()});
  SSL_CTX* context = tls->context.native_handle();
  set_versions(context);
  require(SSL_CTX_set_alpn_protos(context, kAlpnHttp11.data(), kAlpnHttp11.size()) == 0, "offer HTTP/1.1");
  TlsSessions::collect(context);
  if (!config.ca_pem.empty()) {
    trust(context, config.ca_pem, "the certificate authority");
  }
  const bool system = config.ca_pem.empty() || config.system_authorities;
  if (system) require(SSL_CTX_set_default_verify_paths(context) == 1, "use the system's certificate authorities");
  if (config.cert_pem.empty() != config.key_pem.empty()) {
    throw std::invalid_argument(config.key_pem.empty() ? "there is a client certificate but no client key"
                                                       : "there is a client key but no client certificate");
  }
  if (!config.cert_pem.empty()) use_certificate_and_key(context, config.cert_pem, config.key_pem, "client");
  tls->verify = !config.insecure_skip_verify;
  SSL_CTX_set_verify(context, tls->verify ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nullptr);
  return tls;
}

std::shared_ptr<TlsContext> make_tls_context(const TlsServerConfig& config)
{
  auto tls = std::make_shared<TlsContext>(
      TlsContext{boost::asio::ssl::context(boost::asio::ssl::context::tls_server), {}, false, nullptr});
  SSL_CTX* context = tls->context.native_handle();
  set_versions(context);
  SSL_CTX_set_alpn_select_cb(context, select_http11, nullptr);
  // Tickets alone: the client keeps the session, encrypted with a key that ends with this context.
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  limit_tickets(context);
  constexpr std::array<unsigned char, 6> session_context = {'k', 'u', 'b', 'e', 'x', 'x'};
  require(SSL_CTX_set_session_id_context(context, session_context.data(), session_context.size()) == 1,
          "name its sessions");
  use_certificate_and_key(context, config.cert_chain_pem, config.key_pem, "server");
  if (!config.client_ca_pem.empty()) {
    trust(context, config.client_ca_pem, "the client certificate authority");
    for (const auto& certificate : read_certificates(config.client_ca_pem, "the client certificate authority")) {
      require(SSL_CTX_add_client_CA(context, certificate.get()) == 1, "name a certificate authority of clients");
    }
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
    tls->verify = true;
  }
  return tls;
}

void check_host_name(std::string_view name, const std::string& what)
{
  const auto bad = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7f'; };
  if (name.empty() || std::any_of(name.begin(), name.end(), bad)) {
    throw std::invalid_argument(what + " must be a name or an address, without spaces and control characters");
  }
}

void prepare_server(SSL* ssl, WallTime now)
{
  const auto whole = std::chrono::time_point_cast<std::chrono::system_clock::duration>(now);
  X509_VERIFY_PARAM_set_time(SSL_get0_param(ssl), std::chrono::system_clock::to_time_t(whole));
}

void prepare_client(SSL* ssl, const TlsContext& tls, const std::string& host, WallTime now)
{
  std::string name = tls.server_name.empty() ? host : tls.server_name;
  prepare_server(ssl, now);
  const auto address = address_of(name);
  if (!address && name.ends_with('.')) name.pop_back();  // RFC 6066: SNI has none, and certificates neither
  X509_VERIFY_PARAM* parameters = SSL_get0_param(ssl);
  bool done = true;
  if (!address) done = SSL_set_tlsext_host_name(ssl, name.c_str()) == 1;
  if (tls.verify) done = done && (address ? expect_address(parameters, *address) : expect_name(parameters, name));
  ERR_clear_error();
  // Without a name to verify, OpenSSL would accept every certificate of the authority.
  if (!done) throw TransportError(TransportErrc::tls, "no certificate can be verified to be for \"" + name + '"');
}

TlsFailure explain_tls_failure(SSL* ssl, const boost::system::error_code& error, const std::string& peer,
                               const std::string& expected_name, X509* rejected)
{
  if (error.category() != boost::asio::error::get_ssl_category()) {
    return {TransportErrc::closed, peer + " closed the connection during the TLS handshake (" + error.message() + ")"};
  }
  const long verdict = SSL_get_verify_result(ssl);
  const auto code = static_cast<unsigned long>(error.value());
  const int reason = ERR_GET_LIB(code) == ERR_LIB_SSL ? ERR_GET_REASON(code) : 0;
  if (reason == SSL_R_CERTIFICATE_VERIFY_FAILED && verdict != X509_V_OK) {
    return {TransportErrc::tls, explain_verification(rejected, verdict, peer, expected_name)};
  }
  switch (reason) {
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_HTTP_REQUEST:
      return {TransportErrc::tls, peer + " does not speak TLS: is it a plain http:// server?"};
    case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
    case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN:
    case SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE:
      return {TransportErrc::tls, peer + " refused the client certificate (" + error.message() +
                                      "): it must be signed by an authority that the server trusts"};
    case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
      return {TransportErrc::tls, peer + " refused the client certificate: it has expired and must be renewed"};
    case SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED:
      return {TransportErrc::tls, peer + " refused the client certificate: it has been revoked"};
    case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
      return {TransportErrc::tls, peer + " requires a client certificate, but the configuration has none"};
    default:
      return {TransportErrc::tls, "TLS with " + peer + " failed: " + error.message()};
  }
}

PeerIdentity peer_identity(SSL* ssl)
{
  PeerIdentity identity;
  X509* certificate = SSL_get0_peer_certificate(ssl);
  if (certificate == nullptr || SSL_get_verify_result(ssl) != X509_V_OK) return identity;
  X509_NAME* subject = X509_get_subject_name(certificate);
  const auto text_at = [subject](int position) {
    unsigned char* data = nullptr;
    const int length = ASN1_STRING_to_UTF8(&data, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, position)));
    if (length < 0) return std::string();
    std::string text(reinterpret_cast<const char*>(data), static_cast<std::size_t>(length));
    OPENSSL_free(data);
    return text;
  };
  int position = -1;
  while ((position = X509_NAME_get_index_by_NID(subject, NID_organizationName, position)) >= 0) {
    identity.groups.push_back(text_at(position));
  }
  // Go takes the last common name of several.
  position = -1;
  while ((position = X509_NAME_get_index_by_NID(subject, NID_commonName, position)) >= 0) {
    identity.user = text_at(position);
  }
  return identity;
}

}  // namespace kubexx::detail
