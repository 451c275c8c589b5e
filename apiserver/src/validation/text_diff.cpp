// SPDX-License-Identifier: Apache-2.0
// Python's difflib, as Go has it: github.com/pmezard/go-difflib.
#include "validation/text_diff.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "core/text.hpp"

namespace kubexx::apiserver {
namespace {

using Lines = std::vector<std::string_view>;

struct Range {
  std::size_t from, to;
  [[nodiscard]] std::size_t size() const { return to - from; }
};
struct Match {
  std::size_t a, b, size;
};
enum class LineChange { equal, other };
struct Edit {
  LineChange change;
  Range a, b;
};

Lines lines_of(std::string_view text)
{
  Lines lines;
  for_each_part(text, '\n', [&](std::string_view line) { lines.push_back(line); });
  return lines;
}

/// Looks for matching blocks, with a bound on the work: what is not looked at any more counts as changed.
class Matcher {
public:
  Matcher(const Lines& a, const Lines& b) : a_(a), b_(b)
  {
    for (std::size_t index = 0; index < b.size(); ++index) places_[b[index]].push_back(index);
    // Lines that are everywhere are no anchors in long texts.
    constexpr std::size_t long_text = 200;
    if (b.size() < long_text) return;
    std::erase_if(places_, [&](const auto& entry) { return entry.second.size() > b.size() / 100 + 1; });
  }

  [[nodiscard]] std::vector<Match> blocks()
  {
    std::vector<Match> found;
    std::vector<std::pair<Range, Range>> open{{{0, a_.size()}, {0, b_.size()}}};
    while (!open.empty()) {
      const auto [a, b] = open.back();
      open.pop_back();
      const auto match = longest(a, b);
      if (match.size == 0) continue;
      found.push_back(match);
      if (a.from < match.a && b.from < match.b) open.push_back({{a.from, match.a}, {b.from, match.b}});
      const Range after_a{match.a + match.size, a.to};
      const Range after_b{match.b + match.size, b.to};
      if (after_a.from < after_a.to && after_b.from < after_b.to) open.emplace_back(after_a, after_b);
    }
    std::sort(found.begin(), found.end(), [](const Match& x, const Match& y) { return x.a < y.a; });
    std::vector<Match> merged;
    for (const auto& match : found) {
      if (!merged.empty() && merged.back().a + merged.back().size == match.a &&
          merged.back().b + merged.back().size == match.b) {
        merged.back().size += match.size;
      } else {
        merged.push_back(match);
      }
    }
    merged.push_back({a_.size(), b_.size(), 0});
    return merged;
  }

private:
  Match longest(const Range& a, const Range& b)
  {
    Match best{a.from, b.from, 0};
    std::map<std::size_t, std::size_t> lengths;  // of the match that ends at that line of b
    for (std::size_t i = a.from; i < a.to; ++i) {
      std::map<std::size_t, std::size_t> next;
      const auto places = places_.find(a_[i]);
      if (places != places_.end()) {
        for (auto at = std::lower_bound(places->second.begin(), places->second.end(), b.from);
             at != places->second.end() && *at < b.to && work_ > 0; ++at, --work_) {
          const auto before = *at == 0 ? lengths.end() : lengths.find(*at - 1);
          const auto length = (before == lengths.end() ? 0 : before->second) + 1;
          next[*at] = length;
          if (length > best.size) best = {i + 1 - length, *at + 1 - length, length};
        }
      }
      lengths = std::move(next);
    }
    while (best.a > a.from && best.b > b.from && a_[best.a - 1] == b_[best.b - 1]) {
      --best.a;
      --best.b;
      ++best.size;
    }
    while (best.a + best.size < a.to && best.b + best.size < b.to && a_[best.a + best.size] == b_[best.b + best.size]) {
      ++best.size;
    }
    return best;
  }

  const Lines& a_;
  const Lines& b_;
  std::map<std::string_view, std::vector<std::size_t>> places_;
  std::size_t work_ = 5'000'000;
};

std::vector<Edit> edits_between(const Lines& a, const Lines& b)
{
  std::vector<Edit> edits;
  std::size_t i = 0;
  std::size_t j = 0;
  for (const auto& match : Matcher(a, b).blocks()) {
    if (i < match.a || j < match.b) edits.push_back({LineChange::other, {i, match.a}, {j, match.b}});
    i = match.a + match.size;
    j = match.b + match.size;
    if (match.size > 0) edits.push_back({LineChange::equal, {match.a, i}, {match.b, j}});
  }
  return edits;
}

constexpr std::size_t context = 3;

Range last_of(const Range& range)
{
  return {std::max(range.from, range.to < context ? 0 : range.to - context), range.to};
}

Range first_of_range(const Range& range)
{
  return {range.from, std::min(range.to, range.from + context)};
}

/// Changes that are near each other, with what is around them.
std::vector<std::vector<Edit>> grouped(std::vector<Edit> edits)
{
  std::vector<std::vector<Edit>> groups;
  if (edits.empty()) return groups;
  auto& first = edits.front();
  if (first.change == LineChange::equal) first = {LineChange::equal, last_of(first.a), last_of(first.b)};
  auto& last = edits.back();
  if (last.change == LineChange::equal) last = {LineChange::equal, first_of_range(last.a), first_of_range(last.b)};
  std::vector<Edit> group;
  for (auto edit : edits) {
    if (edit.change == LineChange::equal && edit.a.size() > 2 * context) {
      group.push_back({LineChange::equal, first_of_range(edit.a), first_of_range(edit.b)});
      groups.push_back(std::move(group));
      group.clear();
      edit = {LineChange::equal, last_of(edit.a), last_of(edit.b)};
    }
    group.push_back(edit);
  }
  if (group.size() > 1 || (group.size() == 1 && group.front().change != LineChange::equal)) groups.push_back(group);
  return groups;
}

std::string range_text(std::size_t from, std::size_t to)
{
  const auto length = to - from;
  if (length == 1) return std::to_string(from + 1);
  return std::to_string(length == 0 ? from : from + 1) + "," + std::to_string(length);
}

void add_lines(std::string& text, char mark, const Lines& lines, const Range& range)
{
  for (auto index = range.from; index < range.to; ++index) text.append(1, mark).append(lines[index]).append("\n");
}

}  // namespace

std::string unified_diff(const std::string& before, const std::string& after)
{
  const auto a = lines_of(before);
  const auto b = lines_of(after);
  std::string text;
  for (const auto& group : grouped(edits_between(a, b))) {
    text += "@@ -" + range_text(group.front().a.from, group.back().a.to) + " +" +
            range_text(group.front().b.from, group.back().b.to) + " @@\n";
    for (const auto& edit : group) {
      if (edit.change == LineChange::equal) {
        add_lines(text, ' ', a, edit.a);
      } else {
        add_lines(text, '-', a, edit.a);
        add_lines(text, '+', b, edit.b);
      }
    }
  }
  return text;
}

}  // namespace kubexx::apiserver
