// SPDX-License-Identifier: Apache-2.0
#include "kinds/builtin.hpp"
#include "kinds/validate.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::array admission{
    KindRow{"MutatingAdmissionPolicy", "mutatingadmissionpolicies", "cluster versioned generation", "",
            "api-extensions"},
    KindRow{"MutatingAdmissionPolicyBinding", "mutatingadmissionpolicybindings", "cluster versioned generation", "",
            "api-extensions"},
    KindRow{"MutatingWebhookConfiguration", "mutatingwebhookconfigurations", "cluster versioned generation-all", "",
            "api-extensions"},
    KindRow{"ValidatingAdmissionPolicy", "validatingadmissionpolicies", "cluster status versioned generation", "",
            "api-extensions"},
    KindRow{"ValidatingAdmissionPolicyBinding", "validatingadmissionpolicybindings", "cluster versioned generation", "",
            "api-extensions"},
    KindRow{"ValidatingWebhookConfiguration", "validatingwebhookconfigurations", "cluster versioned generation-all", "",
            "api-extensions"},
};
constexpr std::array authentication{
    KindRow{"SelfSubjectReview", "selfsubjectreviews", "cluster review", "", ""},
    KindRow{"TokenReview", "tokenreviews", "cluster review", "", ""},
};
constexpr std::array authorization{
    KindRow{"LocalSubjectAccessReview", "localsubjectaccessreviews", "review", "", ""},
    KindRow{"SelfSubjectAccessReview", "selfsubjectaccessreviews", "cluster review", "", ""},
    KindRow{"SelfSubjectRulesReview", "selfsubjectrulesreviews", "cluster review", "", ""},
    KindRow{"SubjectAccessReview", "subjectaccessreviews", "cluster review", "", ""},
};
constexpr std::array certificates{
    KindRow{"CertificateSigningRequest", "certificatesigningrequests", "cluster status", "csr", ""},
};
constexpr std::array coordination{KindRow{"Lease", "leases", "creates versioned", "", ""}};
constexpr std::array discovery{KindRow{"EndpointSlice", "endpointslices", "generation-all", "", ""}};
constexpr std::array node{KindRow{"RuntimeClass", "runtimeclasses", "cluster creates versioned", "", ""}};
constexpr std::array scheduling{KindRow{"PriorityClass", "priorityclasses", "cluster generation", "pc", ""}};

}  // namespace

std::vector<Kind> other_kinds()
{
  std::vector<Kind> kinds;
  const auto add = [&kinds](const char* group, std::span<const KindRow> other_rows) {
    auto some = make_kinds(group, other_rows);
    std::move(some.begin(), some.end(), std::back_inserter(kinds));
  };
  add("admissionregistration.k8s.io", admission);
  add("authentication.k8s.io", authentication);
  add("authorization.k8s.io", authorization);
  add("certificates.k8s.io", certificates);
  add("coordination.k8s.io", coordination);
  add("discovery.k8s.io", discovery);
  add("node.k8s.io", node);
  add("scheduling.k8s.io", scheduling);
  auto& leases = kind_among(kinds, "leases");
  leases.validate = validate_lease;
  // The feature CoordinatedLeaderElection is off.
  leases.defaults = [](Json& lease) {
    auto& spec = ensure_object(lease, "spec");
    for (const char* member : {"preferredHolder", "strategy"}) spec.erase(member);
  };
  kind_among(kinds, "priorityclasses").validate = validate_priority_class;
  auto& requests = kind_among(kinds, "certificatesigningrequests");
  requests.selectable_fields.emplace("spec.signerName", Json::json_pointer("/spec/signerName"));
  requests.validate = validate_signing_request;
  requests.prepare_update = [](Json& object, const Json& current) { object["spec"] = current.at("spec"); };
  return kinds;
}

}  // namespace kubexx::apiserver
