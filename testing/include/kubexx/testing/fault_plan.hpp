// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/base/random.hpp"

namespace kubexx::testing {

/// A fault or an action at one place of a simulated run.
struct Fault {
  std::string site;  ///< place and number: "foos PATCH /apis/apps/v1/… #3" is the third such request
  std::string what;  ///< "lost response"
  Duration span{};   ///< duration or time, in whole microseconds; zero if irrelevant

  friend bool operator==(const Fault&, const Fault&) = default;
};

/// One line of a fault list: "SITE | WHAT" or "SITE | WHAT | 1500us".
[[nodiscard]] std::string to_string(const Fault& fault);
/// Parses such a line. Throws std::invalid_argument that quotes the line.
[[nodiscard]] Fault parse_fault(std::string_view line);

/// Decides which faults happen in a simulated run, and lists them. Each place of a run ("foos PATCH /apis/…", "edit")
/// is visited repeatedly; the nth visit is a site. Only the seed and the name of the site decide what happens there, so
/// an additional request, task or random number of the product changes no decision elsewhere. A list can be replayed:
/// the sites that it names get their fault, all others get none. Any part of a list is a valid list, too, as shrinking
/// requires. One thread at a time.
class FaultPlan {
public:
  /// Draws the faults from `seed`.
  explicit FaultPlan(std::uint64_t seed) : seed_(seed) {}
  /// Repeats the faults of `list`, whose order does not matter. The seed still decides the rest, such as latencies.
  /// Throws std::invalid_argument if `list` names a site twice.
  FaultPlan(std::uint64_t seed, const std::vector<Fault>& list);

  /// Counts a visit to `place` and returns its site.
  [[nodiscard]] std::string visit(std::string_view place);
  /// Random numbers for this site only, the same in each run with the seed and in each replay.
  [[nodiscard]] SeededRandom random(std::string_view site) const;

  /// Returns the fault that happens at `site`, if any, and adds it to the list. If the plan draws its faults, `draw`
  /// decides: it returns a Fault with an empty site, or nothing. Call it once per site.
  std::optional<Fault> decide(const std::string& site, const std::function<std::optional<Fault>(Random&)>& draw);

  /// Ends the faults: none happens from now on.
  void stop() noexcept { stopped_ = true; }
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }

  /// The faults that have happened, in order.
  [[nodiscard]] const std::vector<Fault>& happened() const noexcept { return happened_; }

private:
  std::uint64_t seed_;
  std::optional<std::map<std::string, Fault>> replay_;  // by site; nullopt: faults are drawn
  std::map<std::string, std::uint64_t, std::less<>> visits_;
  std::vector<Fault> happened_;
  bool stopped_ = false;
};

}  // namespace kubexx::testing
