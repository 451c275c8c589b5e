// SPDX-License-Identifier: Apache-2.0
// Compares CRDs before they ship: kubexx/schema/crd_changes.hpp has the rules.
#include "kubexx/schema/crd_changes.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "command.hpp"
#include "crd_files.hpp"
#include "errors.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/schema/crd_validation.hpp"
#include "output.hpp"
#include "print_json.hpp"

namespace kubexx::cli {
namespace {

using nlohmann::json;
using schema::CrdChange;
using schema::CrdSeverity;

constexpr int breaking_status = 1;
constexpr int unusable_status = 2;

struct CrdCheckFlags {
  std::string before, after, output;
  std::string fail_on = "breaking";
};

/// A change and the CRD that has it.
struct NamedChange {
  std::string crd;
  CrdChange change;
};

void add_crd_check_options(CommandLine command, CrdCheckFlags& flags)
{
  const std::string sources = "a file of YAML or JSON documents, '-' for standard input, or cluster:NAME";
  command.add_option("OLD", flags.before, "CRDs before the change: " + sources);
  command.add_option(
      "NEW", flags.after,
      "CRDs after it, likewise; they are matched by metadata.name. They, or without NEW those of OLD, are "
      "checked by the rules of an API server, and the exit status is 1 if it would refuse one");
  command
      .add_option("--fail-on", flags.fail_on,
                  "What makes the exit status 1: 'breaking', or 'review' for changes to review as well. It is 0 "
                  "without them, and 2 if OLD or NEW cannot be read")
      .type_name("SEVERITY")
      .show_default();
  command.add_option("-o,--output", flags.output, "json instead of text").type_name("FORMAT");
}

constexpr std::string_view cluster = "cluster:";

bool is_of_cluster(const std::string& source)
{
  return source.starts_with(cluster);
}

Crds crds_of(Session& session, const std::string& source)
{
  if (is_of_cluster(source)) {
    const auto name = source.substr(cluster.size());
    if (name.empty()) throw CommandError("name the CRD: cluster:PLURAL.GROUP");
    return {{name, crd_of_cluster(session, name)}};
  }
  const auto text = text_of_file(source, "'-' or cluster:NAME (such as cluster:backups.example.org)");
  return crds_of_text(text, name_of_source(source), "kubexx crd-check OLD -");
}

std::vector<NamedChange> changes_of(const Crds& before, const Crds& after)
{
  std::set<std::string> names;
  for (const auto* crds : {&before, &after}) {
    for (const auto& [name, crd] : *crds) names.insert(name);
  }
  std::vector<NamedChange> changes;
  for (const auto& name : names) {
    const auto was = before.find(name);
    const auto is = after.find(name);
    auto found =
        schema::crd_changes(was == before.end() ? json() : was->second, is == after.end() ? json() : is->second);
    for (auto& change : found) changes.push_back({name, std::move(change)});
  }
  std::vector<NamedChange> sorted;
  for (const auto severity : {CrdSeverity::breaking, CrdSeverity::review, CrdSeverity::safe}) {
    for (const auto& named : changes) {
      if (named.change.severity == severity) sorted.push_back(named);
    }
  }
  return sorted;
}

std::size_t count_of(const std::vector<NamedChange>& changes, CrdSeverity severity)
{
  return static_cast<std::size_t>(std::count_if(
      changes.begin(), changes.end(), [&](const NamedChange& named) { return named.change.severity == severity; }));
}

/// On one line, without what a terminal would obey.
std::string on_a_line(const std::string& text)
{
  std::string line;
  for (const char c : text) line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  return line;
}

std::string place_of(const CrdChange& change)
{
  if (!change.in_schema) return change.path;
  return change.version + ": " + (change.path.empty() ? "(the object)" : change.path);
}

std::string text_of_changes(const std::vector<NamedChange>& changes)
{
  if (changes.empty()) return "no changes\n";
  constexpr std::array severities{std::pair{CrdSeverity::breaking, "breaking"},
                                  std::pair{CrdSeverity::review, "to review"}, std::pair{CrdSeverity::safe, "safe"}};
  std::string text;
  for (const auto& [severity, heading] : severities) {
    const auto count = count_of(changes, severity);
    if (count == 0) continue;
    text += (text.empty() ? "" : "\n") + std::to_string(count) + " " + heading + "\n";
    for (const auto& [crd, change] : changes) {
      if (change.severity != severity) continue;
      const auto place = place_of(change);
      text += on_a_line("  " + crd + " " + place + (place.empty() ? "" : "  ") + change.change + "  [" + change.rule +
                        "]") +
              "\n";
      if (!change.breaks.empty()) text += on_a_line("    breaks: " + change.breaks) + "\n";
      if (!change.ratcheting.empty()) text += on_a_line("    ratcheting: " + change.ratcheting) + "\n";
    }
  }
  return text;
}

/// Why an API server would refuse a CRD.
struct Refusal {
  std::string crd;
  StatusCause cause;
};

/// What an API server would refuse in these CRDs, but for what `before` has too: that may stay.
std::vector<Refusal> refusals_of(const Crds& crds, const Crds& before = {})
{
  std::vector<Refusal> refusals;
  for (const auto& [name, crd] : crds) {
    const auto was = before.find(name);
    const auto known = was == before.end() ? std::vector<StatusCause>() : schema::validate_crd(was->second);
    for (auto& cause : schema::validate_crd(crd)) {
      const bool stays = std::any_of(known.begin(), known.end(), [&](const StatusCause& one) {
        return one.field == cause.field && one.message == cause.message;
      });
      if (!stays) refusals.push_back({name, std::move(cause)});
    }
  }
  return refusals;
}

std::string text_of_refusals(const std::vector<Refusal>& refusals)
{
  std::string text;
  std::string_view name;
  for (const auto& [crd, cause] : refusals) {
    if (crd != name) text += on_a_line(crd + ": an API server would refuse this CRD:") + "\n";
    name = crd;
    text += on_a_line("  " + cause.field + (cause.field.empty() ? "" : ": ") + cause.message) + "\n";
  }
  return text;
}

std::string json_of(const std::vector<NamedChange>& changes, const std::vector<Refusal>& refusals)
{
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& [crd, change] : changes) {
    nlohmann::ordered_json item{{"severity", to_string(change.severity)}, {"crd", crd}, {"rule", change.rule}};
    if (!change.version.empty()) item["version"] = change.version;
    item["path"] = change.path;
    item["inSchema"] = change.in_schema;
    item["change"] = change.change;
    if (!change.breaks.empty()) item["breaks"] = change.breaks;
    if (!change.ratcheting.empty()) item["ratcheting"] = change.ratcheting;
    list.push_back(std::move(item));
  }
  nlohmann::ordered_json refused = nlohmann::ordered_json::array();
  for (const auto& [crd, cause] : refusals) {
    refused.push_back({{"crd", crd}, {"field", cause.field}, {"message", cause.message}});
  }
  const nlohmann::ordered_json result{{"refusals", std::move(refused)},
                                      {"breaking", count_of(changes, CrdSeverity::breaking)},
                                      {"review", count_of(changes, CrdSeverity::review)},
                                      {"safe", count_of(changes, CrdSeverity::safe)},
                                      {"changes", std::move(list)}};
  return to_json_text(result);
}

/// What is wrong with NEW itself, and how it differs from OLD.
struct Comparison {
  std::vector<Refusal> refusals;
  std::vector<NamedChange> changes;
};

Comparison read_and_compare(Session& session, const CrdCheckFlags& flags)
{
  if (flags.before.empty()) {
    throw CommandError("specify OLD, and NEW to compare: each a file, '-' for standard input, or cluster:NAME");
  }
  if (flags.before == "-" && flags.after == "-") {
    throw CommandError("standard input cannot be both OLD and NEW: write one of them to a file");
  }
  if (!flags.output.empty() && flags.output != "json") throw CommandError("--output must be 'json'");
  if (flags.fail_on != "breaking" && flags.fail_on != "review") {
    throw CommandError("--fail-on must be 'breaking' or 'review'");
  }
  const auto before = crds_of(session, flags.before);
  // What the cluster has was accepted, perhaps by an older server.
  if (const auto refusals = refusals_of(before); !refusals.empty() && !is_of_cluster(flags.before)) {
    throw CommandError("OLD cannot be compared with:\n" + text_of_refusals(refusals));
  }
  const auto after = crds_of(session, flags.after);
  return {refusals_of(after, before), changes_of(before, after)};
}

void check_alone(Session& session, const std::string& source)
{
  std::string refusals;
  try {
    refusals = text_of_refusals(refusals_of(crds_of(session, source)));
  } catch (...) {
    write_err(text_of(std::current_exception()));
    throw Failed{unusable_status};
  }
  write_out(refusals.empty() ? "valid\n" : refusals);
  flush_out();
  if (!refusals.empty()) throw Failed{breaking_status};
}

void check_crds(Session& session, const CrdCheckFlags& flags)
{
  if (!flags.before.empty() && flags.after.empty()) return check_alone(session, flags.before);
  Comparison found;
  try {
    found = read_and_compare(session, flags);
  } catch (...) {
    write_err(text_of(std::current_exception()));
    throw Failed{unusable_status};
  }
  const auto& [refusals, changes] = found;
  write_out(flags.output == "json" ? json_of(changes, refusals)
                                   : text_of_refusals(refusals) + text_of_changes(changes));
  flush_out();
  const bool failed = !refusals.empty() || count_of(changes, CrdSeverity::breaking) > 0 ||
                      (flags.fail_on == "review" && count_of(changes, CrdSeverity::review) > 0);
  if (failed) throw Failed{breaking_status};
}

}  // namespace

void add_crd_check(Commands& commands)
{
  commands.add<CrdCheckFlags>("crd-check", "Compare CRDs and fail if the change breaks stored objects or clients",
                              add_crd_check_options, check_crds);
}

}  // namespace kubexx::cli
