// SPDX-License-Identifier: Apache-2.0
#include "admission/signers.hpp"

#include <algorithm>

#include "access/access.hpp"
#include "kubexx/base/base64.hpp"
#include "validation/pem.hpp"
#include "validation/validate_certificates.hpp"
#include "validation/x509.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* client_signer = "kubernetes.io/kube-apiserver-client";
constexpr const char* masters = "system:masters";

bool may_for_signer(Server& server, const User& user, const std::string& verb, const std::string& signer)
{
  Attributes wanted(user);
  wanted.verb = verb;
  wanted.group = "certificates.k8s.io";
  wanted.resource = "signers";
  wanted.name = signer;
  if (decide(server, wanted).allowed) return true;
  wanted.name = signer.substr(0, signer.find('/')) + "/*";
  return decide(server, wanted).allowed;
}

bool same_in_status(const Json& object, const Json& before, const char* member)
{
  const auto* is = find(object, {"status", member});
  const auto* was = find(before, {"status", member});
  return is == nullptr || was == nullptr ? is == was : *is == *was;
}

}  // namespace

void check_subject(const Kind& kind, const Json& object)
{
  if (kind.id() != signing_requests || string_at(object, {"spec", "signerName"}) != client_signer) return;
  const auto bytes = decode_base64(string_at(object, {"spec", "request"})).value_or("");
  std::string_view text = bytes;
  const auto block = take_pem_block(text);
  const auto request = block ? parse_certificate_request(block->bytes) : std::nullopt;
  if (!request) return;
  const auto& groups = request->organizations;
  if (std::find(groups.begin(), groups.end(), masters) == groups.end()) return;
  throw forbidden(kind.group, kind.plural, string_at(object, {"metadata", "name"}),
                  std::string("use of ") + client_signer + " signer with " + masters + " group is not allowed");
}

void check_signer(Server& server, const Call& call, const Json& object, const Json& before)
{
  if (call.kind->id() != signing_requests) return;
  const bool approval = call.path.subresource == "approval";
  const bool signing = call.path.subresource == "status" &&
                       !(same_in_status(object, before, "certificate") && same_in_status(object, before, "conditions"));
  if (!approval && !signing) return;
  const std::string verb = approval ? "approve" : "sign";
  const auto signer = string_at(before, {"spec", "signerName"});
  if (may_for_signer(server, call.user, verb, signer)) return;
  throw forbidden(call.kind->group, call.kind->plural, call.path.name,
                  "user not permitted to " + verb + " requests with signerName " + go_quoted(signer));
}

}  // namespace kubexx::apiserver
