// SPDX-License-Identifier: Apache-2.0
// kubexx types, the program: what it reads, what it writes, and what it says.
#include <gmock/gmock.h>

#include <filesystem>

#include "../http/support.hpp"
#include "program_test.hpp"
#include "support/process.hpp"

namespace kubexx::test {
namespace {

namespace fs = std::filesystem;
using support::Outcome;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

const std::string small_crd = R"(apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: backups.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {plural: backups, kind: Backup, shortNames: [bk]}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    additionalPrinterColumns:
    - {name: Phase, type: string, jsonPath: .status.phase}
    schema:
      openAPIV3Schema:
        type: object
        description: Backup copies a volume.
        required: [spec]
        properties:
          apiVersion: {type: string}
          kind: {type: string}
          metadata: {type: object}
          spec:
            type: object
            required: [schedule, targets]
            properties:
              schedule: {type: string, minLength: 1, description: When to back up.}
              keep: {type: integer, format: int32, minimum: 1, maximum: 100, default: 3}
              namespace: {type: string}
              http-port: {type: integer, format: int32}
              targets:
                type: array
                maxItems: 16
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name]
                  properties:
                    name: {type: string}
                    policy: {type: string, enum: [Always, IfChanged]}
          status:
            type: object
            properties:
              phase: {type: string}
              size: {x-kubernetes-preserve-unknown-fields: true}
)";

const std::string small_header =
    R"(// Written by `kubexx types` from the CRD backups.example.org, version v1: structs and their facts.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/describe_struct.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/raw_json.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace acme::v1 {

struct BackupSpecTargetsPolicy : kubexx::OpenEnum<BackupSpecTargetsPolicy> {
  using OpenEnum::OpenEnum;
  static constexpr Name Always{"Always"};
  static constexpr Name IfChanged{"IfChanged"};
  static constexpr std::array kubexx_values{Always, IfChanged};
};

struct BackupSpecTargets {
  std::string name{};
  BackupSpecTargetsPolicy policy{};

  bool operator==(const BackupSpecTargets&) const = default;
};

struct BackupSpec {
  std::optional<std::int32_t> httpPort{};
  std::optional<std::int32_t> keep{};
  std::string namespace_{};
  /// When to back up.
  std::string schedule{};
  std::vector<BackupSpecTargets> targets{};

  bool operator==(const BackupSpec&) const = default;
};

struct BackupStatus {
  std::string phase{};
  kubexx::RawJson size{};

  bool operator==(const BackupStatus&) const = default;
};

/// Backup copies a volume.
struct Backup {
  static constexpr kubexx::ResourceInfo kubexx_resource{"example.org", "v1", "Backup", "backups"};

  kubexx::ObjectMeta metadata{};
  BackupSpec spec{};
  BackupStatus status{};

  bool operator==(const Backup&) const = default;
};

// clang-format off
KUBEXX_DESCRIBE(BackupSpecTargets,
                (name, required),
                policy);
KUBEXX_DESCRIBE(BackupSpec,
                (httpPort, name("http-port")),
                (keep, default_value(3), minimum(1), maximum(100)),
                namespace_,
                (schedule, required, min_length(1), description("When to back up.")),
                (targets, required, max_items(16), list_map_key("name")));
KUBEXX_DESCRIBE(BackupStatus, phase, size);
KUBEXX_SCHEMA(Backup, description("Backup copies a volume."));
KUBEXX_DESCRIBE(Backup, metadata,
                (spec, required),
                status);
KUBEXX_CRD(Backup, short_name("bk"), column("Phase", "string", ".status.phase"));
// clang-format on

}  // namespace acme::v1
)";

const std::string small_report =
    R"(backups.example.org v1: spec.http-port: "http-port" is httpPort (not a C++ identifier)
backups.example.org v1: spec.namespace: "namespace" is namespace_ (a C++ keyword)
)";

class TypesProgram : public ProgramTest {
protected:
  [[nodiscard]] static Outcome types(std::vector<std::string> words, const std::string& input = {})
  {
    words.insert(words.begin(), "types");
    return run_kubexx(std::move(words), input);
  }
  /// The error for a file.
  [[nodiscard]] static std::string problem_of(const std::string& text)
  {
    const auto outcome = types({"-f", file("bad.yaml", text)});
    EXPECT_EQ(outcome.exit.code, 1);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  }
};

TEST_F(TypesProgram, PrintsTheHeaderOfACrd)
{
  const auto outcome = types({"-f", "-", "--cpp-namespace", "acme"}, small_crd);
  EXPECT_EQ(outcome.exit.code, 0);
  EXPECT_EQ(outcome.out, small_header);
  EXPECT_EQ(outcome.err, small_report);
}

TEST_F(TypesProgram, WritesAHeaderForEachKindAndVersion)
{
  std::string other = small_crd;
  for (auto at = other.find("ackup"); at != std::string::npos; at = other.find("ackup", at)) other.replace(at, 5, "ox");
  const auto into = folder() / "deep" / "gen";
  const auto outcome = types({"-f", file("all.yaml", "kind: List\napiVersion: v1\nitems: []\n---\n" + other),
                              file("backup.yaml", small_crd), "--output", into, "--cpp-namespace", "acme"});
  EXPECT_EQ(outcome.exit.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, (into / "backup_v1.hpp").string() + "\n" + (into / "box_v1.hpp").string() + "\n");
  EXPECT_EQ(support::read_file(into / "backup_v1.hpp"), small_header);
  EXPECT_THAT(support::read_file(into / "box_v1.hpp"), HasSubstr("namespace acme::v1 {"));
}

TEST_F(TypesProgram, TheFactsCanBeInASourceFile)
{
  const auto into = folder() / "gen";
  const auto outcome = types({"-f", file("a.yaml", small_crd), "--sources", "--output", into});
  EXPECT_EQ(outcome.exit.code, 0) << outcome.err;
  const auto header = support::read_file(into / "backup_v1.hpp");
  EXPECT_THAT(header, AllOf(HasSubstr("  bool operator==(const BackupSpec&) const;\n};\nKUBEXX_COMPILED(BackupSpec)\n"),
                            HasSubstr("KUBEXX_CRD(Backup, "), testing::Not(HasSubstr("KUBEXX_DESCRIBE"))));
  const auto source = support::read_file(into / "backup_v1.cpp");
  EXPECT_THAT(source, AllOf(HasSubstr("#include \"backup_v1.hpp\"\n"), HasSubstr("namespace example::v1 {\n"),
                            HasSubstr("KUBEXX_DESCRIBE_COMPILED(BackupStatus, phase, size);\n")));
}

TEST_F(TypesProgram, ReadsTheCluster)
{
  const std::string crd = R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
    "metadata":{"name":"backups.example.org","annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{}"}},
    "spec":{"group":"example.org","scope":"Namespaced","names":{"plural":"backups","kind":"Backup","singular":"backup",
    "listKind":"BackupList"},"conversion":{"strategy":"None"},"versions":[{"name":"v1","served":true,"storage":true,
    "schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{"name":
    {"type":"string"}}}}}}}]}})";
  const ScriptedServer server([&](Peer& peer) {
    const auto request = peer.read_until();
    EXPECT_THAT(request,
                StartsWith("GET /apis/apiextensions.k8s.io/v1/customresourcedefinitions/backups.example.org "));
    peer.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(crd.size()) +
               "\r\nConnection: close\r\n\r\n" + crd);
  });
  const auto outcome = types({"backups.example.org", "--server", "http://127.0.0.1:" + std::to_string(server.port())});
  EXPECT_EQ(outcome.exit.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("namespace example::v1 {"), HasSubstr("  std::string name{};\n"),
                                 testing::Not(HasSubstr("last-applied"))));
}

TEST_F(TypesProgram, NamesTheFileThePathAndTheRemedy)
{
  const auto bad = (folder() / "bad.yaml").string();
  const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
  };
  EXPECT_THAT(problem_of(replaced(small_crd, "io/v1", "io/v1beta1")),
              AllOf(StartsWith("error: " + bad), HasSubstr("write it as apiextensions.k8s.io/v1")));
  EXPECT_THAT(problem_of(small_crd.substr(0, small_crd.size() / 2) + "\n  - {"),
              StartsWith("error: error parsing " + bad));
  EXPECT_THAT(problem_of(small_crd.substr(0, small_crd.find("    schema:"))),
              AllOf(StartsWith("error: " + bad), HasSubstr("spec.versions[0].schema: it must be an object; is the file "
                                                           "complete?")));
  EXPECT_THAT(problem_of("{{- if .Values.crds }}\n" + small_crd + "{{- end }}\n"),
              AllOf(StartsWith("error: " + bad + " is a template"), HasSubstr("| kubexx types -f -")));
  EXPECT_THAT(problem_of("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"),
              HasSubstr("has no CustomResourceDefinition, but: ConfigMap"));
  EXPECT_THAT(problem_of(replaced(small_crd, "{type: string, minLength", "{$ref: x, minLength")),
              HasSubstr("properties[spec].properties[schedule].$ref: a CRD cannot refer to another schema"));
  EXPECT_THAT(problem_of(small_crd + "---\n" + small_crd), HasSubstr("is there twice"));
}

TEST_F(TypesProgram, AWrongCommandLine)
{
  const auto good = file("good.yaml", small_crd);
  const auto expect = [](const Outcome& outcome, const std::string& text) {
    EXPECT_EQ(outcome.exit.code, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr(text));
  };
  expect(types({}), "specify the CRDs: names in the cluster, or files with -f");
  expect(types({"-f", good, "--sources"}), "--sources needs --output");
  expect(types({"-f", good, "--cpp-namespace", "a-b"}), "--cpp-namespace=a-b: \"a-b\" is not an identifier");
  expect(types({"-f", "-", "-f", "-"}), "standard input cannot be used");
  expect(types({"-f", (folder() / "missing").string()}), "missing cannot be read: give a file");
  expect(types({"-f", good, good}), "is in " + good + " and in " + good);
  expect(types({"-f", good, "--output", good}), "cannot be made");
}

TEST_F(TypesProgram, NamesCannotControlTheTerminal)
{
  std::string odd = small_crd;
  odd.replace(odd.find("http-port"), 9, "\"a\\e[2J\"");
  const auto outcome = types({"-f", "-"}, odd);
  EXPECT_EQ(outcome.exit.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out + outcome.err, testing::Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace kubexx::test
