// SPDX-License-Identifier: Apache-2.0
// OperatorTestOptions::check_crds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "kubexx/apimachinery/crd.hpp"
#include "note_operator.hpp"

namespace kubexx::testing {

namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kSpec = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties";

/// The file of the Note's CRD, changed.
std::filesystem::path crd_file(const std::string& pointer, const json& value)
{
  json crd = crd_of(described_kind<Note>());
  if (!pointer.empty()) crd[json::json_pointer(pointer)] = value;
  auto file = folder_of("fit") / "crd.yaml";
  std::ofstream(file) << crd.dump();
  return file;
}

std::string start_failure(const std::string& pointer, const json& value)
{
  OperatorTestOptions options = options_of();
  options.manifests = {crd_file(pointer, value)};
  OperatorTest test(std::move(options));
  return failure_of([&] { test.start(); });
}

TEST(CrdCheck, AMisspelledMemberStopsTheStart)
{
  const std::string failure = start_failure(kSpec, {{"texxt", {{"type", "string"}}}});
  EXPECT_THAT(failure, AllOf(HasSubstr("a CRD does not fit the struct of its kind"),
                             HasSubstr("crd.yaml: notes.example.org and the struct of Note v1:"),
                             HasSubstr("spec.text: the struct has this member, the CRD does not declare it"),
                             HasSubstr("it declares \"texxt\"")));
}

TEST(CrdCheck, AnotherTypeStopsTheStart)
{
  EXPECT_THAT(start_failure(kSpec + "/text/type", "integer"),
              HasSubstr("spec.text: the struct has string, the CRD has integer"));
}

TEST(CrdCheck, AMissingStatusSubresourceStopsTheStart)
{
  EXPECT_THAT(start_failure("/spec/versions/0/subresources", json::object()),
              HasSubstr("the CRD lacks the subresource status: add `subresources: {status: {}}`"));
}

TEST(CrdCheck, AnotherKindOrScopeStopsTheStart)
{
  json crd = crd_of(described_kind<Note>());
  crd["spec"]["names"]["kind"] = "Notice";
  crd["spec"]["names"]["listKind"] = "NoticeList";
  EXPECT_THAT(start_failure("/spec", crd["spec"]), HasSubstr(R"(kind: the struct has "Note", the CRD has "Notice")"));
  EXPECT_THAT(start_failure("/spec/scope", "Cluster"),
              HasSubstr(R"(scope: the struct has "Namespaced", the CRD has "Cluster")"));
}

TEST(CrdCheck, CanBeTurnedOff)
{
  OperatorTestOptions options = options_of();
  options.manifests = {crd_file(kSpec, {{"texxt", {{"type", "string"}}}})};
  options.check_crds = false;
  OperatorTest test(std::move(options));
  test.start();
  test.stop();
}

TEST(CrdCheck, AnOperatorRunsWithThePrintedCrdOfItsKind)
{
  OperatorTestOptions options = options_of();
  options.manifests = {crd_file("", nullptr)};
  OperatorTest test(std::move(options));
  test.start();
  api<Note>(test.user()).create(note(test, "a"));
  test.wait_for<Note>({test.ns(), "a"}, "one copy", [](const Typed<Note>& found) { return found->status.copies == 1; });
  test.stop();
}

}  // namespace

}  // namespace kubexx::testing
