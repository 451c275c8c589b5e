// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/health.hpp"

#include <algorithm>

namespace kubexx {

bool HealthReport::ok() const
{
  return std::all_of(items.begin(), items.end(), [](const Item& item) { return item.ok; });
}

std::string HealthReport::text(std::string_view probe, bool verbose) const
{
  if (ok() && !verbose) return "ok";
  std::string text;
  for (const auto& item : items) {
    text += item.ok ? "[+]" : "[-]";
    text += item.name;
    text += item.ok ? " ok" : " failed";
    if (!item.detail.empty()) text += ": " + item.detail;
    text += '\n';
  }
  return text + std::string(probe) + (ok() ? " check passed\n" : " check failed\n");
}

namespace {

// The decoded value of a query part; check names are made of letters that need no decoding but for these.
std::string decoded(std::string_view text)
{
  std::string out;
  const auto digit = [](char c) -> int {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '%' && at + 2 < text.size() && digit(text[at + 1]) >= 0 && digit(text[at + 2]) >= 0) {
      out += static_cast<char>(digit(text[at + 1]) * 16 + digit(text[at + 2]));
      at += 2;
    } else {
      out += text[at] == '+' ? ' ' : text[at];
    }
  }
  return out;
}

}  // namespace

HealthAnswer answer_probe(std::string_view probe, std::string_view path, std::string_view query, HealthReport report)
{
  bool verbose = false;
  std::string unknown;
  while (!query.empty()) {
    const auto part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), part.size() + 1));
    const auto equals = part.find('=');
    const auto name = part.substr(0, equals);
    if (name == "verbose") verbose = true;
    if (name != "exclude" || equals == std::string_view::npos) continue;
    const std::string excluded = decoded(part.substr(equals + 1));
    const auto found = std::find_if(report.items.begin(), report.items.end(),
                                    [&](const HealthReport::Item& item) { return item.name == excluded; });
    if (found == report.items.end()) {
      unknown += "warn: some health checks cannot be excluded: no matches for \"" + excluded + "\"\n";
    } else {
      found->ok = true;
      found->detail = "excluded";
    }
  }

  const std::string root = "/" + std::string(probe);
  if (path.size() > root.size() + 1) {
    const std::string wanted = decoded(path.substr(root.size() + 1));
    std::erase_if(report.items, [&](const HealthReport::Item& item) { return item.name != wanted; });
    if (report.items.empty()) return {404, "there is no check \"" + wanted + "\"\n"};
  }
  return {report.ok() ? 200U : 500U, unknown + report.text(probe, verbose)};
}

}  // namespace kubexx
