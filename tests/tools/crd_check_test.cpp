// SPDX-License-Identifier: Apache-2.0
// kubexx crd-check, the program: what it reads, what it prints, and its exit status.
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "../http/support.hpp"
#include "program_test.hpp"
#include "support/process.hpp"

namespace kubexx::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using support::Outcome;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A CRD as YAML, whose version has this schema of `spec.name`.
std::string crd_text(const std::string& name, const std::string& schema, const std::string& version = "v1")
{
  const auto plural = name.substr(0, name.find('.'));
  return "apiVersion: apiextensions.k8s.io/" + version + "\nkind: CustomResourceDefinition\nmetadata: {name: " + name +
         "}\nspec:\n  group: " + name.substr(name.find('.') + 1) +
         "\n  scope: Namespaced\n  names: {plural: " + plural +
         ", kind: Backup}\n  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n"
         "      openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {name: " +
         schema + "}}}}\n";
}

class CrdCheckProgram : public ProgramTest {
protected:
  [[nodiscard]] static Outcome crd_check(std::vector<std::string> words, const std::string& input = {})
  {
    words.insert(words.begin(), "crd-check");
    return run_kubexx(std::move(words), input);
  }
  /// What is wrong with a file as NEW.
  [[nodiscard]] static std::string problem_of(const std::string& text)
  {
    const auto good = file("good.yaml", crd_text("backups.example.org", "{type: string}"));
    const auto outcome = crd_check({good, file("bad.yaml", text)});
    EXPECT_EQ(outcome.exit.code, 2);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  }

  const std::string before = crd_text("backups.example.org", "{type: string, maxLength: 20}");
  const std::string after = crd_text("backups.example.org", "{type: string, maxLength: 10}");
  const std::string nullable = crd_text("backups.example.org", "{type: string, maxLength: 20, nullable: true}");
};

TEST_F(CrdCheckProgram, AKeyThatIsThereTwiceIsRefused)
{
  auto twice = before;
  twice.insert(twice.find("  scope: "), "  scope: Cluster\n");
  EXPECT_THAT(problem_of("---\n" + crd_text("others.example.org", "{type: string}") + "---\n" + twice),
              HasSubstr("bad.yaml, line 22: the"));
  EXPECT_THAT(problem_of(twice), HasSubstr("bad.yaml, line 7: the key \"scope\" is there twice"));
}

TEST_F(CrdCheckProgram, FailsForANewCrdThatAServerWouldRefuse)
{
  const auto bad = crd_text("backups.example.org", "{type: string, maxLength: 20, pattern: '((('}");
  const auto outcome = crd_check({file("old.yaml", before), file("new.yaml", bad)});
  EXPECT_EQ(outcome.exit.code, 1) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("backups.example.org: an API server would refuse this CRD:\n  spec."));
  EXPECT_THAT(outcome.out, HasSubstr("pattern"));
  const auto as_json = json::parse(crd_check({file("old.yaml", before), file("new.yaml", bad), "-o", "json"}).out);
  EXPECT_EQ(as_json["refusals"].size(), 1U);
  EXPECT_EQ(as_json["refusals"][0]["crd"], "backups.example.org");
  const auto no_old = crd_check({file("old.yaml", bad), file("new.yaml", before)});
  EXPECT_EQ(no_old.exit.code, 2) << "changes cannot be told from such a CRD";
  EXPECT_THAT(no_old.err, AllOf(HasSubstr("OLD cannot be compared with"), HasSubstr("pattern")));
}

TEST_F(CrdCheckProgram, PrintsWhatBreaksAndFails)
{
  const auto outcome = crd_check({file("old.yaml", before), file("new.yaml", after)});
  EXPECT_EQ(outcome.exit.code, 1) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            "1 breaking\n"
            "  backups.example.org v1: spec.name  maxLength: 20 -> 10  [max-length-lowered]\n"
            "    breaks: objects with more than 10 characters in spec.name\n"
            "    ratcheting: an update that does not change spec.name is still accepted (Kubernetes 1.33 and later); "
            "creating it is refused\n");
  const auto back = crd_check({file("old.yaml", after), file("new.yaml", before)});
  EXPECT_EQ(back.exit.code, 0);
  EXPECT_EQ(back.out, "1 safe\n  backups.example.org v1: spec.name  maxLength: 10 -> 20  [max-length-raised]\n");
}

TEST_F(CrdCheckProgram, WithoutAChangeItSaysSo)
{
  const auto outcome = crd_check({file("old.yaml", before), "-"}, before);
  EXPECT_EQ(outcome.exit.code, 0);
  EXPECT_EQ(outcome.out, "no changes\n");
}

TEST_F(CrdCheckProgram, ChangesToReviewFailOnRequest)
{
  const auto old_file = file("old.yaml", before);
  const auto new_file = file("new.yaml", nullable);
  EXPECT_EQ(crd_check({old_file, new_file}).exit.code, 0);
  const auto strict = crd_check({old_file, new_file, "--fail-on", "review"});
  EXPECT_EQ(strict.exit.code, 1);
  EXPECT_THAT(strict.out, StartsWith("1 to review\n"));
}

TEST_F(CrdCheckProgram, MatchesTheDocumentsByName)
{
  const auto other = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n";
  const auto gone = crd_text("as.example.org", "{type: string}");
  const auto fresh = crd_text("zs.example.org", "{type: string}");
  const auto outcome =
      crd_check({file("old.yaml", gone + "---\n" + before), file("new.yaml", other + fresh + "---\n" + before)});
  EXPECT_EQ(outcome.exit.code, 1);
  EXPECT_EQ(outcome.out,
            "1 breaking\n"
            "  as.example.org CRD \"as.example.org\" removed  [crd-removed]\n"
            "    breaks: every object: a server deletes them with the CRD\n"
            "\n"
            "1 safe\n"
            "  zs.example.org CRD \"zs.example.org\" added  [crd-added]\n");
}

TEST_F(CrdCheckProgram, PrintsJson)
{
  const auto outcome = crd_check({file("old.yaml", before), file("new.yaml", after), "-o", "json"});
  EXPECT_EQ(outcome.exit.code, 1);
  const auto result = json::parse(outcome.out);
  EXPECT_EQ(result["breaking"], 1);
  EXPECT_EQ(result["review"], 0);
  EXPECT_EQ(result["changes"][0]["rule"], "max-length-lowered");
  EXPECT_EQ(result["changes"][0]["crd"], "backups.example.org");
  EXPECT_EQ(result["changes"][0]["severity"], "breaking");
  EXPECT_EQ(result["changes"][0]["path"], "spec.name");
  EXPECT_EQ(result["changes"][0]["version"], "v1");
  const auto same = crd_check({file("old.yaml", before), file("new.yaml", before), "-o", "json"});
  EXPECT_EQ(json::parse(same.out)["changes"], json::array());
}

TEST_F(CrdCheckProgram, ReadsTheCluster)
{
  const std::string crd = R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
    "metadata":{"name":"backups.example.org"},"spec":{"group":"example.org","scope":"Namespaced",
    "names":{"plural":"backups","kind":"Backup"},"versions":[{"name":"v1","served":true,"storage":true,"schema":
    {"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{"name":
    {"type":"string","maxLength":20}}}}}}}]}})";
  const std::string missing = R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":"not there",
    "reason":"NotFound","code":404})";
  const ScriptedServer server([&](Peer& peer) {
    const auto request = peer.read_until();
    const bool known =
        request.starts_with("GET /apis/apiextensions.k8s.io/v1/customresourcedefinitions/backups.example.org ");
    const auto& body = known ? crd : missing;
    peer.write(std::string("HTTP/1.1 ") + (known ? "200 OK" : "404 Not Found") +
               "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
               "\r\nConnection: close\r\n\r\n" + body);
  });
  const std::string host = "http://127.0.0.1:" + std::to_string(server.port());
  const auto outcome = crd_check({"cluster:backups.example.org", file("new.yaml", after), "--server", host});
  EXPECT_EQ(outcome.exit.code, 1) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("maxLength: 20 -> 10"));
  const auto none = crd_check({"cluster:other.example.org", file("new.yaml", after), "--server", host});
  EXPECT_EQ(none.exit.code, 2);
  EXPECT_EQ(none.err, "Error from server (NotFound): not there\n");
}

TEST_F(CrdCheckProgram, NamesTheFileThatIsNoneAndTheRemedy)
{
  const auto bad = (folder() / "bad.yaml").string();
  EXPECT_THAT(problem_of(crd_text("backups.example.org", "{type: string}", "v1beta1")),
              AllOf(StartsWith("error: " + bad +
                               ": the CRD backups.example.org has the apiVersion "
                               "apiextensions.k8s.io/v1beta1"),
                    HasSubstr("write it as apiextensions.k8s.io/v1")));
  EXPECT_THAT(problem_of("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"),
              AllOf(StartsWith("error: " + bad + " has no CustomResourceDefinition, but: ConfigMap"),
                    HasSubstr("give the file")));
  EXPECT_THAT(problem_of(""), HasSubstr("it has no document"));
  EXPECT_THAT(problem_of("{{- if .Values.crds }}\n" + after + "{{- end }}\n"),
              AllOf(StartsWith("error: " + bad + " is a template"), HasSubstr("helm template")));
  EXPECT_THAT(problem_of(after.substr(0, after.size() / 2) + "\n  - {"), HasSubstr(bad));
  EXPECT_THAT(problem_of(after + "---\n" + after), HasSubstr("backups.example.org is there twice"));
  EXPECT_THAT(problem_of("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {}\n"),
              HasSubstr("set metadata.name"));
  EXPECT_THAT(problem_of("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a}\n"),
              HasSubstr("has no spec.versions"));
  EXPECT_THAT(problem_of("- 1\n"), HasSubstr(bad));
}

TEST_F(CrdCheckProgram, AWrongCommandLineHasTheStatusTwo)
{
  const auto good = file("good.yaml", before);
  const auto expect = [](const Outcome& outcome, const std::string& text) {
    EXPECT_EQ(outcome.exit.code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr(text));
  };
  expect(crd_check({}), "specify OLD, and NEW to compare");
  expect(crd_check({good, good, "--fail-on", "safe"}), "--fail-on must be 'breaking' or 'review'");
  expect(crd_check({good, good, "-o", "yaml"}), "--output must be 'json'");
  expect(crd_check({"-", "-"}), "standard input cannot be both");
  expect(crd_check({good, good, "--strict"}), "unknown flag: --strict");
  expect(crd_check({good, (folder() / "missing").string()}), "missing cannot be read");
  expect(crd_check({good, folder().string()}), "cannot be read");
  expect(crd_check({good, "cluster:"}), "cluster:PLURAL.GROUP");
}

TEST_F(CrdCheckProgram, OneFileIsCheckedByTheRulesOfAnApiServer)
{
  const auto valid = crd_check({file("good.yaml", before)});
  EXPECT_EQ(valid.exit.code, 0) << valid.err;
  EXPECT_EQ(valid.out, "valid\n");
  const auto refused = crd_check({file("bad.yaml", crd_text("backups.example.org", "{type: string, pattern: '('}"))});
  EXPECT_EQ(refused.exit.code, 1);
  EXPECT_THAT(refused.out, AllOf(StartsWith("backups.example.org: an API server would refuse this CRD:\n"),
                                 HasSubstr("properties[name].pattern")));
}

TEST_F(CrdCheckProgram, TheHelpNamesItsInputsAndItsStatus)
{
  const auto outcome = crd_check({"--help"});
  EXPECT_EQ(outcome.exit.code, 0);
  for (const char* word : {"OLD", "NEW", "cluster:NAME", "standard input", "--fail-on", "--output", "exit status"}) {
    EXPECT_THAT(outcome.out, HasSubstr(word));
  }
}

TEST_F(CrdCheckProgram, NamesInASchemaCannotControlTheTerminal)
{
  const auto odd = crd_text("backups.example.org", "{type: object, properties: {\"a\\u001b[2J\": {type: string}}}");
  const auto plain = crd_text("backups.example.org", "{type: object}");
  const auto outcome = crd_check({file("old.yaml", odd), file("new.yaml", plain)});
  EXPECT_EQ(outcome.exit.code, 1);
  EXPECT_THAT(outcome.out, Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace kubexx::test
