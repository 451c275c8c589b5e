// SPDX-License-Identifier: Apache-2.0
#include "errors.hpp"

#include <gtest/gtest.h>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/http/transport.hpp"
#include "server_answers.hpp"

namespace kubexx::cli {
namespace {

std::exception_ptr api_error(unsigned code, const char* reason, const char* message)
{
  Status status;
  status.code = code;
  status.reason = reason;
  status.message = message;
  return std::make_exception_ptr(ApiError(status, "not printed"));
}

TEST(Errors, ApiErrorsHaveKubectlsForm)
{
  EXPECT_EQ(text_of(api_error(404, "NotFound", "pods \"x\" not found")),
            "Error from server (NotFound): pods \"x\" not found\n");
  EXPECT_EQ(text_of(api_error(401, "Unauthorized", "Unauthorized")),
            "error: You must be logged in to the server (Unauthorized)\n");
  EXPECT_EQ(text_of(api_error(418, "", "teapot")), "Error from server: teapot\n");
}

TEST(Errors, AnInvalidObjectListsItsCausesOnce)
{
  Status status;
  status.reason = "Invalid";
  status.kind = "Pod";
  status.name = "web";
  status.causes = {{"", "Required value", "spec.a"}, {"", "Required value", "spec.a"}};
  EXPECT_EQ(text_of(std::make_exception_ptr(ApiError(status, ""))),
            "The Pod \"web\" is invalid: spec.a: Required value\n");
  status.causes.push_back({"", "must be 1", "spec.b"});
  EXPECT_EQ(text_of(std::make_exception_ptr(ApiError(status, ""))),
            "The Pod \"web\" is invalid: \n* spec.a: Required value\n* spec.b: must be 1\n");
}

TEST(Errors, ARefusedConnectionNamesTheServer)
{
  set_contacted_host("10.0.0.1:6443");
  for (const char* text : {"get pods: cannot connect to 10.0.0.1: Connection refused",
                           "get pods: cannot connect to a.example.com: Connection refused (10.0.0.1)"}) {
    EXPECT_EQ(text_of(std::make_exception_ptr(TransportError(TransportErrc::connect, text))),
              "The connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?\n");
  }
}

TEST(Errors, SeveralHaveALineEachWithoutThePrefix)
{
  std::vector<std::exception_ptr> errors{api_error(404, "NotFound", "a"),
                                         std::make_exception_ptr(CommandError("what a person did"))};
  EXPECT_EQ(text_of(std::make_exception_ptr(ErrorList(errors))),
            "Error from server (NotFound): a\nwhat a person did\n");
  EXPECT_EQ(text_of(errors[1]), "error: what a person did\n");
  EXPECT_EQ(status_of(errors[0]), 1);
}

}  // namespace
}  // namespace kubexx::cli
