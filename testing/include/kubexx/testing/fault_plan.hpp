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

/// One thing that went wrong, or was done, at one place of a simulated run.
struct Fault {
  std::string site;  ///< a place and its number: "foos PATCH /apis/apps/v1/… #3" is the third such request
  std::string what;  ///< "lost response"
  Duration span{};   ///< how long, or when; zero when it does not matter. Whole microseconds

  friend bool operator==(const Fault&, const Fault&) = default;
};

/// One line of a fault list: "SITE | WHAT" or "SITE | WHAT | 1500us".
[[nodiscard]] std::string to_string(const Fault& fault);
/// Reads such a line. Throws std::invalid_argument with the line.
[[nodiscard]] Fault parse_fault(std::string_view line);

/// Decides what goes wrong in a simulated run, and keeps the list of it. Each place of a run ("foos PATCH /apis/…",
/// "edit") is visited again and again; the nth visit is a site, and the seed and the site's name alone decide what
/// happens there. So another request, task or random number of the product changes no decision elsewhere, and a list
/// can be replayed: sites that it names get their fault, all others none. Any part of a list is again a valid list,
/// which is what shrinking needs. One thread at a time.
class FaultPlan {
public:
  /// Draws the faults.
  explicit FaultPlan(std::uint64_t seed) : seed_(seed) {}
  /// Repeats those of `list`, in whatever order. The seed still decides what is no fault, such as latencies.
  FaultPlan(std::uint64_t seed, const std::vector<Fault>& list);

  /// The site of this visit to `place`.
  [[nodiscard]] std::string visit(std::string_view place);
  /// Random numbers of this site's own, the same in each run of the seed and in each replay.
  [[nodiscard]] SeededRandom random(std::string_view site) const;

  /// What happens at `site`, noted in the list. `draw` decides it when the plan draws: it returns a Fault, whose site
  /// it leaves empty, or nothing. Ask once per site.
  std::optional<Fault> decide(const std::string& site, const std::function<std::optional<Fault>(Random&)>& draw);

  /// No fault happens from now on.
  void stop() noexcept { stopped_ = true; }
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }

  /// What has happened, in order.
  [[nodiscard]] const std::vector<Fault>& happened() const noexcept { return happened_; }

private:
  std::uint64_t seed_;
  std::optional<std::map<std::string, Fault>> replay_;  // by site; nullopt: faults are drawn
  std::map<std::string, std::uint64_t, std::less<>> visits_;
  std::vector<Fault> happened_;
  bool stopped_ = false;
};

}  // namespace kubexx::testing
