// SPDX-License-Identifier: Apache-2.0
// What the client makes of answers that no API server should give: from proxies, half answers, contradictions.
#include <vector>

#include "client_fixture.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/logs.hpp"

namespace kubexx::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class WirePolicy : public ClientTest {
protected:
  /// The error of a list that is answered so.
  ApiError answered(unsigned code, std::string body, Headers headers = {})
  {
    transport->answer(code, std::move(body), std::move(headers));
    try {
      (void)run(client.async_list(resources::pods));
    } catch (const ApiError& error) {
      return error;
    }
    ADD_FAILURE() << code << ": no ApiError";
    return {Status{}, ""};
  }
};

TEST_F(WirePolicy, ABodyThatBrokeOffIsNotAskedForAgain)
{
  for (const auto code : {TransportErrc::truncated, TransportErrc::idle, TransportErrc::timeout}) {
    transport->fail(code).answer(200, R"({"items":[]})");
    const std::size_t before = transport->count();
    EXPECT_THROW((void)run(client.async_list(resources::pods)), TransportError);
    EXPECT_EQ(transport->count(), before + 1);
    (void)run(client.async_list(resources::pods));
  }
  transport->fail(TransportErrc::closed).answer(200, R"({"items":[]})");
  (void)run(client.async_list(resources::pods));
  EXPECT_EQ(transport->left(), 0U) << "a connection that broke before an answer is another matter";
}

TEST_F(WirePolicy, ALogStreamIsNotBegunAgain)
{
  transport->fail(TransportErrc::closed);
  EXPECT_THROW((void)run(client.async_stream_logs({"n", "a"})), TransportError);
  EXPECT_EQ(transport->count(), 1U);
}

TEST_F(WirePolicy, AFailureInsideASuccessIsAnError)
{
  for (const Headers& headers : {Headers{}, Headers{{"Content-Type", "application/json"}}}) {
    for (const unsigned code : {200U, 201U, 206U}) {
      const auto error = answered(code, failure(409, "Conflict", "changed"), headers);
      EXPECT_EQ(error.code(), 409U);
      EXPECT_TRUE(is_conflict(error));
    }
  }
  const auto vague = answered(200, R"({"kind":"Status","status":"Failure","message":"no"})");
  EXPECT_EQ(vague.code(), 500U);
  EXPECT_EQ(vague.reason(), "InternalError");

  transport->answer(200, failure(404, "NotFound", "gone"));
  EXPECT_THROW(client.delete_(foos, {"n", "a"}), ApiError);
  transport->answer(200, R"({"kind":"Status","status":"Success"})");
  EXPECT_NO_THROW(client.delete_(foos, {"n", "a"}));
}

TEST_F(WirePolicy, AWaitThatIsAskedForIsAtMostADay)
{
  const auto status = [](const std::string& seconds) {
    return failure(429, "TooManyRequests", "later", R"({"retryAfterSeconds":)" + seconds + "}");
  };
  EXPECT_EQ(answered(429, status("7")).status().retry_after, std::chrono::seconds(7));
  for (const char* long_time : {"86401", "9223372036854775807"}) {
    EXPECT_EQ(answered(429, status(long_time)).status().retry_after, std::chrono::hours(24)) << long_time;
  }
}

TEST_F(WirePolicy, WhatOnlyLooksLikeAFailureIsNone)
{
  const std::string pod = R"({"kind":"Pod","metadata":{"name":"a","namespace":"n"},"status":{"message":"Failure"}})";
  transport->answer(200, pod);
  EXPECT_EQ(client.get(resources::pods, {"n", "a"}).name(), "a");
  const std::string said = failure(500, "InternalError", "said by a container");
  transport->answer(200, said, {{"Content-Type", "text/plain"}}).then([&](const testing::ScriptedRequest&) {
    HttpResponse untyped;
    untyped.body = said;
    return untyped;
  });
  EXPECT_EQ(client.logs({"n", "a"}), said);
  EXPECT_EQ(client.logs({"n", "a"}), said);
}

TEST_F(WirePolicy, AnErrorWithoutAStatusHasTheReasonOfItsCode)
{
  const std::vector<std::pair<unsigned, std::string_view>> reasons = {{400, "BadRequest"},
                                                                      {401, "Unauthorized"},
                                                                      {403, "Forbidden"},
                                                                      {404, "NotFound"},
                                                                      {405, "MethodNotAllowed"},
                                                                      {406, "NotAcceptable"},
                                                                      {409, "Conflict"},
                                                                      {410, "Gone"},
                                                                      {413, "RequestEntityTooLarge"},
                                                                      {415, "UnsupportedMediaType"},
                                                                      {418, "Unknown"},
                                                                      {422, "Invalid"},
                                                                      {429, "TooManyRequests"},
                                                                      {500, "InternalError"},
                                                                      {501, "InternalError"},
                                                                      {502, "InternalError"},
                                                                      {503, "ServiceUnavailable"},
                                                                      {504, "Timeout"},
                                                                      {520, "InternalError"}};
  for (const auto& [code, reason] : reasons) {
    for (const std::string body : {"", "<html>Bad</html>", R"({"kind":"Other"})"}) {
      const auto error = answered(code, body);
      EXPECT_EQ(error.code(), code);
      EXPECT_EQ(error.reason(), reason) << code;
      EXPECT_EQ(error.status().message, body);
    }
  }
  transport->answer(409, "");
  EXPECT_THAT(error_of([&] { (void)client.create(resources::deployments, Object::parse(web)); }),
              HasSubstr("AlreadyExists"));
}

TEST_F(WirePolicy, AProxysPageIsCut)
{
  const auto error = answered(502, "<html>" + std::string(10'000, 'x') + "</html>");
  EXPECT_EQ(error.status().message, "<html>" + std::string(2042, 'x') + "…");
}

TEST_F(WirePolicy, AnAnswerThatNothingHasChangedIsNoRedirect)
{
  EXPECT_THAT(answered(304, "").what(),
              AllOf(HasSubstr("304"), HasSubstr("nothing has changed"), Not(HasSubstr("redirect"))));
}

TEST_F(WirePolicy, ARedirectIsNotFollowedAndNamesTheServerAlone)
{
  const std::string page = "<a href=\"https://login.example/in?token=SECRET\">Found</a>";
  const auto redirect = [&](unsigned code, const std::string& to) { return answered(code, page, {{"Location", to}}); };
  for (const unsigned code : {301U, 302U, 303U, 307U, 308U}) {
    const auto error = redirect(code, "https://login.example:8443/oauth/SECRET?token=SECRET#SECRET");
    EXPECT_EQ(error.code(), code);
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("redirects to https://login.example:8443, and redirects are not followed"),
                      Not(HasSubstr("SECRET"))));
  }
  EXPECT_THAT(redirect(302, "/api/v1/SECRET").what(),
              AllOf(HasSubstr("another path on the same server"), Not(HasSubstr("SECRET"))));
  for (const char* hostile :
       {"https://user:SECRET@login.example/", "//SECRET.example/", "SECRET", "ftp://SECRET/", "https://?SECRET", ""}) {
    EXPECT_THAT(redirect(302, hostile).what(), AllOf(HasSubstr("redirects to elsewhere"), Not(HasSubstr("SECRET"))))
        << hostile;
  }
  EXPECT_EQ(transport->left(), 0U);
}

}  // namespace
}  // namespace kubexx::test
