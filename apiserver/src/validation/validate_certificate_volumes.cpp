// SPDX-License-Identifier: Apache-2.0
// What a projected volume takes from certificates.k8s.io: validateProjectionSources of pkg/apis/core/validation.
#include <algorithm>
#include <cstdint>

#include "validation/names.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

void check_bundle_name(const FieldValue& bundle)
{
  const auto name = bundle["name"];
  const auto text = name.text();
  if (text.empty()) name.required("must be a valid object name");
  // Behind the signer, whose '/' is a ':' here.
  const auto own = text.substr(text.rfind(':') == std::string::npos ? 0 : text.rfind(':') + 1);
  for (const auto& problem : dns_1123_subdomain_problems(own)) {
    name.invalid(text, "not a valid clustertrustbundlename: " + problem);
  }
  if (const auto selector = bundle["labelSelector"]; selector.present()) {
    selector.invalid("labelSelector must be unset if name is specified");
  }
}

}  // namespace

void validate_trust_bundle(const FieldValue& bundle)
{
  const auto signer = bundle["signerName"];
  if (bundle["name"].present() && signer.present()) {
    bundle.invalid(Json(), "only one of name and signerName may be used");
  } else if (bundle["name"].present()) {
    check_bundle_name(bundle);
  } else if (signer.present()) {
    if (signer.zero()) signer.required("must be a valid signer name");
    signer.signer_name();
    (void)bundle["labelSelector"].label_selector();
  } else {
    bundle.required("either name or signerName must be specified");
  }
  const auto path = bundle["path"];
  if (path.zero()) path.required();
  validate_descending_path(path);
}

void validate_pod_certificate(const FieldValue& certificate)
{
  constexpr std::int64_t shortest = 3600;
  constexpr std::int64_t longest = 91 * 86400;
  constexpr std::int64_t longest_of_kubernetes = 86400;
  const auto signer = certificate["signerName"];
  signer.signer_name();
  const auto type = certificate["keyType"];
  const std::vector<std::string> types{"RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519"};
  if (std::find(types.begin(), types.end(), type.text()) == types.end()) {
    type.errors().push_back(unsupported_value(type.path(), type.text(), types));
  }
  if (const auto seconds = certificate["maxExpirationSeconds"]; seconds.present()) {
    const auto name = signer.text();
    const auto host = name.substr(0, name.find('/'));
    const auto most = host == "kubernetes.io" || host.ends_with(".kubernetes.io") ? longest_of_kubernetes : longest;
    if (seconds.number() < shortest) seconds.invalid("if provided, maxExpirationSeconds must be >= 3600");
    if (seconds.number() > most) {
      seconds.invalid("if provided, maxExpirationSeconds must be <= " + std::to_string(most));
    }
  }
  bool some = false;
  for (const char* member : {"credentialBundlePath", "keyPath", "certificateChainPath"}) {
    if (certificate[member].zero()) continue;
    some = true;
    validate_descending_path(certificate[member]);
  }
  if (!some) certificate.required("specify at least one of credentialBundlePath, keyPath, and certificateChainPath");
}

}  // namespace kubexx::apiserver
