// SPDX-License-Identifier: Apache-2.0
#include "webhook/token_review.hpp"

#include <stdexcept>
#include <utility>

#include "kubexx/apimachinery/json_writer.hpp"
#include "kubexx/apimachinery/utf8.hpp"
#include "webhook/review_reader.hpp"
#include "webhook/user_info.hpp"

namespace kubexx {

TokenVerdict TokenVerdict::authenticated(AdmissionUser user, std::vector<std::string> audiences)
{
  if (user.name.empty()) throw std::invalid_argument("TokenVerdict::authenticated: the user has no name");
  TokenVerdict verdict;
  verdict.authenticated_ = true;
  verdict.user_ = std::move(user);
  verdict.audiences_ = std::move(audiences);
  return verdict;
}

TokenVerdict TokenVerdict::unauthenticated(std::string error)
{
  TokenVerdict verdict;
  verdict.error_ = std::move(error);
  return verdict;
}

namespace detail {

namespace {

// As controller-runtime, which reads a review without a type.
constexpr ReviewType kToken{"TokenReview", "authentication.k8s.io/v1", "authentication.k8s.io/v1beta1", true, "spec",
                            false};

class TokenReviewReader final : private ReviewReader {
public:
  explicit TokenReviewReader(std::string_view body) : ReviewReader(body, kToken) {}

  ReadReview<TokenReviewRequest> run()
  {
    read();
    if (request_.token.empty()) throw BadReview("spec.token is empty", {});
    return {api_version(), std::move(request_)};
  }

private:
  void begin_request() override { request_ = {}; }

  void member(std::string_view key) override
  {
    if (key == "token") {
      request_.token = text("spec.token");
    } else if (key == "audiences") {
      request_.audiences = texts_in(JsonView(scanner().value()), "spec.audiences");
    } else {
      scanner().value();
    }
  }

  TokenReviewRequest request_;
};

}  // namespace

ReadReview<TokenReviewRequest> read_token_review(std::string_view body)
{
  return TokenReviewReader(body).run();
}

std::string write_token_review(std::string_view api_version, const TokenVerdict& verdict)
{
  JsonWriter to;
  begin_review_status(to, kToken, api_version);
  to.key("authenticated");
  to.boolean(verdict.is_authenticated());
  if (verdict.is_authenticated()) {
    to.key("user");
    write_user(to, verdict.user());
    if (!verdict.audiences().empty()) {
      to.key("audiences");
      write_texts(to, verdict.audiences());
    }
  }
  if (!verdict.error().empty()) {
    to.key("error");
    to.string(valid_utf8(verdict.error()));
  }
  return end_review_status(to);
}

}  // namespace detail
}  // namespace kubexx
