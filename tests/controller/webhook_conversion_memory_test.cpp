// SPDX-License-Identifier: Apache-2.0
// A conversion of many objects needs at most three times the size of the request.
#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "conversion_kinds.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "support/allocations.hpp"
#include "webhook_harness.hpp"

namespace kubexx::testing {
namespace {

std::string large_review(std::size_t bytes, std::size_t note)
{
  std::string body =
      R"({"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{"uid":"request-1",)"
      R"("desiredAPIVersion":"travel.example.org/v1","objects":[)";
  body.reserve(bytes + 2 * note + 1000);
  for (int i = 0; body.size() < bytes; ++i) {
    nlohmann::json object = road("v1beta1", "road-" + std::to_string(i), {{"miles", i}});
    object["metadata"]["annotations"]["note"] = std::string(note, 'x');
    if (i > 0) body += ',';
    body += object.dump();
  }
  return body += "]}}";
}

TEST(WebhookConversionMemory, IsAtMostThreeTimesTheBody)
{
  for (const auto& [note, bytes] : {std::pair<std::size_t, std::size_t>{0, 512U << 10U},
                                    {1000, std::size_t{2} << 20U},
                                    {200'000, std::size_t{8} << 20U}}) {
    WebhookHarness h;
    h.manager.webhooks().converts(road_conversions());
    h.start();
    HttpRequest request;
    request.method = "POST";
    request.target = "/convert";
    request.headers.add("Content-Type", "application/json");
    request.body = large_review(bytes, note);
    const auto size = static_cast<std::int64_t>(request.body.size());
    const allocations::Peak peak;
    const HttpResponse response = h.send(std::move(request));
    EXPECT_EQ(response.status, 200U);
    EXPECT_NE(response.body.find(R"("result":{"status":"Success"})"), std::string::npos);
    // The body was there before.
    EXPECT_LE(size + peak.bytes(), 3 * size) << "note of " << note << ": " << peak.bytes() << " beside " << size;
    std::printf("note of %zu: %.2f times the body\n", note,
                static_cast<double>(size + peak.bytes()) / static_cast<double>(size));
  }
}

}  // namespace
}  // namespace kubexx::testing
