// SPDX-License-Identifier: Apache-2.0
// Quantities: what is accepted is the same when it is printed and parsed again, and arithmetic is arithmetic.
#include <cmath>
#include <optional>

#include "fuzz.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/value_error.hpp"

namespace {

using namespace kubexx;
using fuzz::require;

std::optional<Quantity> parsed(std::string_view text)
{
  try {
    return Quantity::parse(text);
  } catch (const ValueError&) {
    return std::nullopt;
  }
}

void one(const Quantity& a)
{
  const auto text = a.to_string();
  const auto again = parsed(text);
  require(again && *again == a && again->to_string() == text, "a quantity is read again");
  JsonWriter writer;
  a.write_json(writer);
  require(Quantity::from_json(JsonView(writer.text())) == a, "a quantity in JSON is read again");
  require(a.sign() == (a.is_zero() ? 0 : a < Quantity() ? -1 : 1), "signs");
  require(-(-a) == a && (-a).sign() == -a.sign(), "negation");
  require(a - a == Quantity() && (a + a == a * 2), "sums");
  if (const auto integer = a.as_int64()) {
    require(Quantity(*integer) == a && a.value() == *integer, "integers");
  }
  const double number = a.to_double();
  require(!std::isnan(number) && (number > 0) - (number < 0) == (number == 0 ? 0 : a.sign()), "doubles");
  for (const int scale : {Quantity::nano, Quantity::milli, 0, Quantity::giga}) {
    auto rounded = a;
    const bool exact = rounded.round_up(scale);
    require(exact == (rounded == a), "rounding says whether something was lost");
    require(a.sign() >= 0 ? rounded >= a : rounded <= a, "rounding goes away from zero");
    require(rounded.round_up(scale), "what is rounded is round");
    const auto scaled = a.scaled_value(scale);
    if (scaled != INT64_MAX && scaled != INT64_MIN) {
      require(Quantity::scaled(scaled, scale) == rounded, "a scaled value is the rounded one");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  fuzz::Input input(data, size);
  const auto a = parsed(input.line());
  const auto b = parsed(input.line());
  for (const auto& quantity : {a, b}) {
    if (quantity) one(*quantity);
  }
  if (a && b) {
    require((*a < *b) == (*b > *a) && (*a == *b) == (*b == *a), "comparison has two sides");
    const int sign = *a < *b ? -1 : *a == *b ? 0 : 1;
    require((*a - *b).sign() == sign, "comparison is the sign of the difference");
    require(*a + *b == *b + *a && *a + *b - *b == *a, "sums have no order");
  }
  const auto json = input.rest();
  if (json.size() > 1 && (json.front() == '"' || (json.front() >= '0' && json.front() <= '9'))) {
    try {
      one(Quantity::from_json(JsonView(json)));
    } catch (const ValueError&) {
    }
  }
  return 0;
}
