// SPDX-License-Identifier: Apache-2.0
#include "reconcile/object_state.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <string_view>

namespace kubexx {

namespace {

// Values may be nested at will; what is deeper counts as equal.
constexpr int kDeepest = 64;

constexpr std::array<std::string_view, 3> kBookkeeping{"/metadata/resourceVersion", "/metadata/generation",
                                                       "/metadata/managedFields"};

bool is_rfc3339(std::string_view text)
{
  constexpr std::string_view kShape = "0000-00-00T00:00:00";
  if (text.size() <= kShape.size() || text.size() > 40) return false;
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kShape[i] == '0' ? !digit : text[i] != kShape[i]) return false;
  }
  return true;
}

bool is_epoch(std::string_view text, WallTime now)
{
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value <= 0) return false;
  const std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (!rest.empty() && rest.front() != '.') return false;
  constexpr double kDay = 86'400;
  const double seconds = std::chrono::duration<double>(now.time_since_epoch()).count();
  for (const double unit : {1.0, 1e3, 1e6, 1e9}) {
    const double apart = static_cast<double>(value) / unit - seconds;
    if (apart < kDay && apart > -kDay) return true;
  }
  return false;
}

class Hash {
public:
  explicit Hash(const StateScope& scope) : scope_(scope) {}

  // False when nothing of it counts: then it is as if it were absent, like an empty array or object.
  bool add(JsonView view, std::string& path, bool times_are_equal, int depth)
  {
    if (is_left_out(path)) return false;
    times_are_equal = times_are_equal || path == scope_.times_are_equal_in;
    if (depth == kDeepest) return true;
    const bool is_object = view.type() == JsonView::Type::object;
    if (!is_object && view.type() != JsonView::Type::array) {
      add_scalar(view, times_are_equal);
      return true;
    }
    bool counts = false;
    std::size_t place = 0;
    for (auto child = view.children(); child.next(); ++place) {
      const std::string name = is_object ? child.key() : std::to_string(place);
      const std::size_t size = path.size();
      append(path, name);
      Hash below(scope_);
      if (below.add(child.value(), path, times_are_equal, depth + 1)) {
        counts = true;
        mix(name);
        value_ ^= below.value();
        mix("");
      }
      path.resize(size);
    }
    return counts;
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

private:
  static void append(std::string& path, std::string_view name)
  {
    path += '/';
    for (const char c : name) {
      if (c == '~') {
        path += "~0";
      } else if (c == '/') {
        path += "~1";
      } else {
        path += c;
      }
    }
  }
  [[nodiscard]] bool is_left_out(std::string_view path) const
  {
    return std::find(kBookkeeping.begin(), kBookkeeping.end(), path) != kBookkeeping.end() ||
           std::find(scope_.without.begin(), scope_.without.end(), path) != scope_.without.end();
  }
  void add_scalar(JsonView view, bool times_are_equal)
  {
    std::string_view text = view.bytes();
    if (times_are_equal) {
      if (text.size() > 1 && text.front() == '"') text = text.substr(1, text.size() - 2);
      if (is_rfc3339(text) || is_epoch(text, scope_.now)) return mix("time");
    }
    mix(view.bytes());
  }
  void mix(std::string_view text)
  {
    value_ = (value_ ^ std::hash<std::string_view>()(text)) * 0x9e3779b97f4a7c15U;
    value_ ^= value_ >> 29U;
  }

  const StateScope& scope_;
  std::uint64_t value_ = 0;
};

}  // namespace

std::uint64_t state_hash(const Object& object, const StateScope& scope)
{
  Hash hash(scope);
  std::string path;
  hash.add(object.at(""), path, false, 0);
  return hash.value();
}

}  // namespace kubexx
