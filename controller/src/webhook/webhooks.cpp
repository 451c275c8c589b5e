// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/webhooks.hpp"

#include "webhook/access_review.hpp"
#include "webhook/token_review.hpp"

namespace kubexx {

void Webhooks::handles(std::string path, const PathHandler& handler) const
{
  registry_->add_path({std::move(path), handler, {}});
}

void Webhooks::authenticates(std::string path, const TokenHandler& handler) const
{
  registry_->add_path({std::move(path),
                       detail::review_handler<TokenReviewRequest, TokenVerdict>(
                           handler, {detail::read_token_review, detail::write_token_review}),
                       "TokenReview"});
}

void Webhooks::authorizes(std::string path, const AccessHandler& handler) const
{
  registry_->add_path({std::move(path),
                       detail::review_handler<AccessReviewRequest, AccessVerdict>(
                           handler, {detail::read_access_review, detail::write_access_review}),
                       "SubjectAccessReview"});
}

}  // namespace kubexx
