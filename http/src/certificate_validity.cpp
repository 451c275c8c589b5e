// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/certificate_validity.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>

#include <chrono>
#include <ctime>

#include "openssl_handles.hpp"

namespace kubexx {

namespace {

std::optional<WallTime> wall_time(const ASN1_TIME* time)
{
  std::tm parts{};
  if (ASN1_TIME_to_tm(time, &parts) != 1) return std::nullopt;
  const std::chrono::year_month_day day(std::chrono::year(parts.tm_year + 1900),
                                        std::chrono::month(static_cast<unsigned>(parts.tm_mon + 1)),
                                        std::chrono::day(static_cast<unsigned>(parts.tm_mday)));
  return std::chrono::sys_days(day) + std::chrono::hours(parts.tm_hour) + std::chrono::minutes(parts.tm_min) +
         std::chrono::seconds(parts.tm_sec);
}

}  // namespace

std::optional<CertificateValidity> certificate_validity(const std::string& cert_pem)
{
  const detail::BioPtr bio(BIO_new_mem_buf(cert_pem.data(), static_cast<int>(cert_pem.size())));
  const detail::X509Ptr certificate(bio ? PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr) : nullptr);
  ERR_clear_error();
  if (!certificate) return std::nullopt;
  const auto from = wall_time(X509_get0_notBefore(certificate.get()));
  const auto until = wall_time(X509_get0_notAfter(certificate.get()));
  ERR_clear_error();
  if (!from || !until) return std::nullopt;
  return CertificateValidity{*from, *until};
}

}  // namespace kubexx
