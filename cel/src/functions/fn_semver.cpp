// SPDX-License-Identifier: Apache-2.0
// k8s.io/apiserver/pkg/cel/library/semverlib.go, with the rules and errors of github.com/blang/semver.
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "kubexx/cel/detail/functions.hpp"
#include "kubexx/cel/detail/text.hpp"

namespace kubexx::cel::detail {
namespace {

using Args = std::span<const Value>;
using SemverPtr = std::shared_ptr<const Semver>;

bool all_digits(std::string_view text)
{
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}
bool all_identifier(std::string_view text)
{
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
  });
}
bool has_leading_zero(std::string_view text)
{
  return text.size() > 1 && text.front() == '0';
}

bool read_number(std::string_view text, std::uint64_t& number, std::string& problem)
{
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec == std::errc()) return true;
  problem = "strconv.ParseUint: parsing " + go_quoted(text) +
            (read.ec == std::errc::result_out_of_range ? ": value out of range" : ": invalid syntax");
  return false;
}

/// One of major, minor, patch.
bool read_part(std::string_view text, const char* name, std::uint64_t& number, std::string& problem)
{
  if (!all_digits(text)) {
    problem = std::string("Invalid character(s) found in ") + name + " number " + go_quoted(text);
    return false;
  }
  if (has_leading_zero(text)) {
    problem = std::string(name) + " number must not contain leading zeroes " + go_quoted(text);
    problem.front() = static_cast<char>(problem.front() - 'a' + 'A');
    return false;
  }
  return read_number(text, number, problem);
}

bool read_prerelease(std::string_view text, Semver& version, std::string& problem)
{
  for_each_part(text, '.', [&](std::string_view part) {
    if (!problem.empty()) return;
    Semver::Identifier identifier{std::string(part), false, 0};
    if (part.empty()) {
      problem = "Prerelease is empty";
    } else if (all_digits(part)) {
      identifier.numeric = true;
      if (has_leading_zero(part)) {
        problem = "Numeric PreRelease version must not contain leading zeroes " + go_quoted(part);
      } else {
        (void)read_number(part, identifier.number, problem);
      }
    } else if (!all_identifier(part)) {
      problem = "Invalid character(s) found in prerelease " + go_quoted(part);
    }
    version.prerelease.push_back(std::move(identifier));
  });
  return problem.empty();
}

bool check_build(std::string_view text, std::string& problem)
{
  for_each_part(text, '.', [&](std::string_view part) {
    if (!problem.empty()) return;
    if (part.empty()) {
      problem = "Build meta data is empty";
    } else if (!all_identifier(part)) {
      problem = "Invalid character(s) found in build meta data " + go_quoted(part);
    }
  });
  return problem.empty();
}

/// Up to three parts between dots.
std::vector<std::string> split_version(std::string_view text)
{
  std::vector<std::string> parts;
  while (parts.size() < 2) {
    const auto dot = text.find('.');
    if (dot == std::string_view::npos) break;
    parts.emplace_back(text.substr(0, dot));
    text.remove_prefix(dot + 1);
  }
  parts.emplace_back(text);
  return parts;
}

SemverPtr parse_version(const std::string& text, std::string& problem)
{
  if (text.empty()) {
    problem = "Version string empty";
    return nullptr;
  }
  const auto parts = split_version(text);
  if (parts.size() != 3) {
    problem = "No Major.Minor.Patch elements found";
    return nullptr;
  }
  auto version = std::make_shared<Semver>();
  version->text = text;
  if (!read_part(parts[0], "major", version->major, problem)) return nullptr;
  if (!read_part(parts[1], "minor", version->minor, problem)) return nullptr;
  std::string_view patch = parts[2];
  const auto cut = [&patch](char mark) -> std::optional<std::string_view> {
    const auto at = patch.find(mark);
    if (at == std::string_view::npos) return std::nullopt;
    const auto rest = patch.substr(at + 1);
    patch = patch.substr(0, at);
    return rest;
  };
  const auto build = cut('+');
  const auto prerelease = cut('-');
  if (!read_part(patch, "patch", version->patch, problem)) return nullptr;
  if (prerelease && !read_prerelease(*prerelease, *version, problem)) return nullptr;
  if (build && !check_build(*build, problem)) return nullptr;
  return version;
}

/// Without a leading v and leading zeros, with what is missing of three numbers.
SemverPtr parse_tolerant(std::string_view text, std::string& problem)
{
  if (text.starts_with('v')) text.remove_prefix(1);
  auto parts = split_version(text);
  for (auto& part : parts) {
    if (part.size() < 2) continue;
    part.erase(0, std::min(part.find_first_not_of('0'), part.size()));
    if (part.empty() || part.front() < '0' || part.front() > '9') part.insert(0, "0");
  }
  if (parts.size() < 3 && parts.back().find_first_of("+-") != std::string::npos) {
    problem = "short version cannot contain PreRelease/Build meta data";
    return nullptr;
  }
  parts.resize(3, "0");
  return parse_version(parts[0] + "." + parts[1] + "." + parts[2], problem);
}

SemverPtr parse_argument(Args args, std::string& problem)
{
  const auto& text = *args[0].text_if();
  return args.size() == 2 && *args[1].get_if<bool>() ? parse_tolerant(text, problem) : parse_version(text, problem);
}

Value to_semver(Session& /*session*/, Args args)
{
  std::string problem;
  auto version = parse_argument(args, problem);
  return version ? Value(std::move(version)) : Value::error(problem);
}
Value is_semver(Session& /*session*/, Args args)
{
  std::string problem;
  return {parse_argument(args, problem) != nullptr};
}

const Semver& version_of(Args args, std::size_t index)
{
  return **args[index].get_if<SemverPtr>();
}
Value version_major(Session& /*session*/, Args args)
{
  return {static_cast<std::int64_t>(version_of(args, 0).major)};
}
Value version_minor(Session& /*session*/, Args args)
{
  return {static_cast<std::int64_t>(version_of(args, 0).minor)};
}
Value version_patch(Session& /*session*/, Args args)
{
  return {static_cast<std::int64_t>(version_of(args, 0).patch)};
}
Value version_greater(Session& /*session*/, Args args)
{
  return {compare(version_of(args, 0), version_of(args, 1)) > 0};
}
Value version_less(Session& /*session*/, Args args)
{
  return {compare(version_of(args, 0), version_of(args, 1)) < 0};
}
Value version_compare(Session& /*session*/, Args args)
{
  return {std::int64_t{compare(version_of(args, 0), version_of(args, 1))}};
}

template <typename T>
int version_order(const T& a, const T& b)
{
  return a < b ? -1 : b < a ? 1 : 0;
}

int identifier_order(const Semver::Identifier& a, const Semver::Identifier& b)
{
  if (a.numeric != b.numeric) return a.numeric ? -1 : 1;
  return a.numeric ? version_order(a.number, b.number) : version_order(a.text, b.text);
}

}  // namespace

int compare(const Semver& a, const Semver& b)
{
  for (const int order :
       {version_order(a.major, b.major), version_order(a.minor, b.minor), version_order(a.patch, b.patch)}) {
    if (order != 0) return order;
  }
  // A prerelease is before its release.
  if (a.prerelease.empty() || b.prerelease.empty()) return version_order(a.prerelease.empty(), b.prerelease.empty());
  for (std::size_t index = 0; index < std::min(a.prerelease.size(), b.prerelease.size()); ++index) {
    if (const int order = identifier_order(a.prerelease[index], b.prerelease[index]); order != 0) return order;
  }
  return version_order(a.prerelease.size(), b.prerelease.size());
}

std::span<const Function> semver_functions()
{
  using enum CostRule;
  static constexpr Function rows[] = {
      {"semver", "(string) semver", to_semver, first},
      {"semver", "(string,bool) semver", to_semver, first},
      {"isSemver", "(string) bool", is_semver, first},
      {"isSemver", "(string,bool) bool", is_semver, first},
      {"major", "semver.() int", version_major},
      {"minor", "semver.() int", version_minor},
      {"patch", "semver.() int", version_patch},
      {"isGreaterThan", "semver.(semver) bool", version_greater},
      {"isLessThan", "semver.(semver) bool", version_less},
      {"compareTo", "semver.(semver) int", version_compare},
  };
  return rows;
}

}  // namespace kubexx::cel::detail
