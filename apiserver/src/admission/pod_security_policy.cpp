// SPDX-License-Identifier: Apache-2.0
#include "admission/pod_security_policy.hpp"

#include <charconv>

namespace kubexx::apiserver {
namespace {

constexpr const char* label_prefix = "pod-security.kubernetes.io/";

std::optional<SecurityLevel> read_level(const std::string& text)
{
  if (text == "privileged") return SecurityLevel::privileged;
  if (text == "baseline") return SecurityLevel::baseline;
  if (text == "restricted") return SecurityLevel::restricted;
  return std::nullopt;
}

/// "v1.x" without leading zeros; none: it is no version.
std::optional<std::int64_t> read_minor(const std::string& text)
{
  if (!text.starts_with("v1.") || text.size() < 4 || (text[3] == '0' && text.size() > 4)) return std::nullopt;
  std::int64_t minor = 0;
  const auto* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data() + 3, end, minor);
  if (error != std::errc() || at != end || minor < 0) return std::nullopt;
  return minor;
}

/// The labels of a mode, such as "enforce" and "enforce-version". Returns whether its level is set, and a level.
bool read_mode(const std::map<std::string, std::string>& labels, const std::string& mode, SecurityLevel otherwise,
               SecurityPolicy& policy, FieldErrors& errors)
{
  bool has_level = false;
  if (const auto level = labels.find(label_prefix + mode); level != labels.end()) {
    const auto read = read_level(level->second);
    has_level = read.has_value();
    policy.level = read.value_or(otherwise);
    if (!read) {
      errors.push_back(invalid_value("metadata.labels[" + level->first + "]", level->second,
                                     "must be one of privileged, baseline, restricted"));
    }
  }
  if (const auto version = labels.find(label_prefix + mode + "-version"); version != labels.end()) {
    policy.minor = version->second == "latest" ? std::nullopt : read_minor(version->second);
    if (!policy.minor && version->second != "latest") {
      errors.push_back(
          invalid_value("metadata.labels[" + version->first + "]", version->second, R"(must be "latest" or "v1.x")"));
    }
  }
  return has_level;
}

}  // namespace

std::string SecurityPolicy::text() const
{
  const char* name = level == SecurityLevel::privileged ? "privileged"
                     : level == SecurityLevel::baseline ? "baseline"
                                                        : "restricted";
  return std::string(name) + ":" + (minor ? "v1." + std::to_string(*minor) : "latest");
}

NamespaceSecurity namespace_security(const std::map<std::string, std::string>& labels)
{
  NamespaceSecurity found;
  const bool enforces = read_mode(labels, "enforce", SecurityLevel::restricted, found.enforce, found.errors);
  SecurityPolicy audit;
  read_mode(labels, "audit", SecurityLevel::privileged, audit, found.errors);
  read_mode(labels, "warn", SecurityLevel::privileged, found.warn, found.errors);
  // Whoever enforces a level is warned of it.
  if (!labels.contains(std::string(label_prefix) + "warn") && enforces && found.enforce.level > found.warn.level) {
    found.warn.level = found.enforce.level;
    if (!labels.contains(std::string(label_prefix) + "warn-version")) found.warn.minor = found.enforce.minor;
  }
  return found;
}

}  // namespace kubexx::apiserver
