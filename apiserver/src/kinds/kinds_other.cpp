// SPDX-License-Identifier: Apache-2.0
#include "kinds/builtin.hpp"
#include "validation/validate.hpp"
#include "validation/validate_admission.hpp"

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
    KindRow{"CertificateSigningRequest", "certificatesigningrequests", "cluster status segment", "csr", ""},
    KindRow{"ClusterTrustBundle", "clustertrustbundles", "cluster segment versioned", "", ""},
    KindRow{"PodCertificateRequest", "podcertificaterequests", "status versioned", "", ""},
};
constexpr std::array coordination{KindRow{"Lease", "leases", "creates versioned", "", ""}};
constexpr std::array discovery{KindRow{"EndpointSlice", "endpointslices", "generation-all", "", ""}};
constexpr std::array node{KindRow{"RuntimeClass", "runtimeclasses", "cluster creates versioned", "", ""}};
constexpr std::array scheduling{KindRow{"PriorityClass", "priorityclasses", "cluster generation", "pc", ""}};

void drop_coordination(Json& lease)
{
  auto& spec = ensure_object(lease, "spec");
  for (const char* member : {"preferredHolder", "strategy"}) spec.erase(member);
}

/// dropTopologyOnV1 of pkg/registry/discovery: what only v1beta1 may write.
void drop_topology(Json& slice, const Json* current)
{
  auto* endpoints = find(slice, {"endpoints"});
  if (endpoints == nullptr || !endpoints->is_array()) return;
  if (current != nullptr && current->value("endpoints", Json()) == *endpoints) return;
  for (auto& endpoint : *endpoints) endpoint.erase("deprecatedTopology");
}

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
  kind_among(kinds, "mutatingadmissionpolicies").validate = validate_mutating_policy;
  kind_among(kinds, "mutatingadmissionpolicybindings").validate = validate_mutating_policy_binding;
  kind_among(kinds, "validatingadmissionpolicies").validate = validate_admission_policy;
  kind_among(kinds, "validatingadmissionpolicybindings").validate = validate_admission_policy_binding;
  // The feature CoordinatedLeaderElection is off: what it needs is owned by whoever sends it, and dropped.
  leases.prepare_create = drop_coordination;
  leases.prepare_update = [](Json& lease, const Json& /*current*/) { drop_coordination(lease); };
  kind_among(kinds, "priorityclasses").validate = validate_priority_class;
  for (const char* hooks : {"mutatingwebhookconfigurations", "validatingwebhookconfigurations"}) {
    kind_among(kinds, hooks).validate = validate_webhooks;
  }
  auto& slices = kind_among(kinds, "endpointslices");
  slices.prepare_create = [](Json& slice) { drop_topology(slice, nullptr); };
  slices.prepare_update = [](Json& slice, const Json& current) { drop_topology(slice, &current); };
  slices.validate = validate_endpoint_slice;
  kind_among(kinds, "runtimeclasses").validate = validate_runtime_class;
  auto& requests = kind_among(kinds, "certificatesigningrequests");
  requests.selectable_fields.emplace("spec.signerName", Json::json_pointer("/spec/signerName"));
  requests.validate = validate_signing_request;
  requests.prepare_update = [](Json& object, const Json& current) { object["spec"] = current.at("spec"); };
  auto& bundles = kind_among(kinds, "clustertrustbundles");
  bundles.selectable_fields.emplace("spec.signerName", Json::json_pointer("/spec/signerName"));
  bundles.validate = validate_trust_bundle;
  auto& pod_requests = kind_among(kinds, "podcertificaterequests");
  for (const char* member : {"signerName", "podName", "nodeName"}) {
    pod_requests.selectable_fields.emplace(std::string("spec.") + member,
                                           Json::json_pointer(std::string("/spec/") + member));
  }
  pod_requests.validate = validate_pod_certificate_request;
  return kinds;
}

}  // namespace kubexx::apiserver
