// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/server.hpp"

/// The admission plugins for CertificateSigningRequests. Both throw 403; of other kinds they have nothing to say.
namespace kubexx::apiserver {

/// CertificateSubjectRestriction: nobody asks for a client's certificate in the group of the superusers.
void check_subject(const Kind& kind, const Json& object);

/// CertificateApproval and CertificateSigning: who writes the approval, or what a signer writes, needs the verb
/// `approve`, or `sign`, for the signer. `object` is about to be stored in place of `before`. Takes the lock.
void check_signer(Server& server, const Call& call, const Json& object, const Json& before);

}  // namespace kubexx::apiserver
