// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/fault_plan.hpp"

#include <charconv>
#include <stdexcept>

namespace kubexx::testing {

namespace {

constexpr std::string_view kSeparator = " | ";

std::uint64_t hash_of(std::uint64_t seed, std::string_view text)
{
  std::uint64_t hash = 0xcbf29ce484222325U ^ (seed * 0x9e3779b97f4a7c15U);
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  return hash;
}

Duration parse_span(std::string_view text, std::string_view line)
{
  std::int64_t micros = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), micros);
  if (error != std::errc() || std::string_view(end, text.data() + text.size()) != "us") {
    throw std::invalid_argument("a fault's span must be a number of microseconds, like 1500us: " + std::string(line));
  }
  return std::chrono::microseconds(micros);
}

}  // namespace

std::string to_string(const Fault& fault)
{
  std::string line = fault.site;
  line.append(kSeparator).append(fault.what);
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(fault.span).count();
  if (micros != 0) line.append(kSeparator).append(std::to_string(micros)).append("us");
  return line;
}

Fault parse_fault(std::string_view line)
{
  const auto first = line.find(kSeparator);
  if (first == std::string_view::npos || first == 0) {
    throw std::invalid_argument("a fault is written SITE | WHAT or SITE | WHAT | 1500us: " + std::string(line));
  }
  Fault fault;
  fault.site = line.substr(0, first);
  std::string_view rest = line.substr(first + kSeparator.size());
  if (const auto second = rest.find(kSeparator); second != std::string_view::npos) {
    fault.span = parse_span(rest.substr(second + kSeparator.size()), line);
    rest = rest.substr(0, second);
  }
  fault.what = rest;
  return fault;
}

FaultPlan::FaultPlan(std::uint64_t seed, const std::vector<Fault>& list) : seed_(seed), replay_(std::in_place)
{
  for (const auto& fault : list) {
    if (!replay_->emplace(fault.site, fault).second) {
      throw std::invalid_argument("a fault list names a site twice: " + fault.site);
    }
  }
}

std::string FaultPlan::visit(std::string_view place)
{
  auto found = visits_.find(place);
  if (found == visits_.end()) found = visits_.emplace(std::string(place), 0).first;
  return std::string(place) + " #" + std::to_string(++found->second);
}

SeededRandom FaultPlan::random(std::string_view site) const
{
  return SeededRandom(hash_of(seed_, site));
}

std::optional<Fault> FaultPlan::decide(const std::string& site,
                                       const std::function<std::optional<Fault>(Random&)>& draw)
{
  if (stopped_) return std::nullopt;
  std::optional<Fault> fault;
  if (replay_) {
    if (const auto found = replay_->find(site); found != replay_->end()) fault = found->second;
  } else {
    SeededRandom own(hash_of(seed_, site));
    fault = draw(own);
    if (fault) fault->span = std::chrono::duration_cast<std::chrono::microseconds>(fault->span);
  }
  if (!fault) return std::nullopt;
  fault->site = site;
  happened_.push_back(*fault);
  return fault;
}

}  // namespace kubexx::testing
