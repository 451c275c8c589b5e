// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/condition.hpp"

#include <algorithm>
#include <stdexcept>

#include "kubexx/apimachinery/utf8.hpp"

namespace kubexx {

namespace {

void check(const Condition& wanted)
{
  if (wanted.type.empty()) throw std::invalid_argument("a condition needs a type");
  if (wanted.reason.empty()) {
    throw std::invalid_argument("condition " + wanted.type + " needs a reason: one word in CamelCase");
  }
  if (wanted.status != "True" && wanted.status != "False" && wanted.status != "Unknown") {
    throw std::invalid_argument("condition " + wanted.type + ": its status must be True, False or Unknown, not \"" +
                                wanted.status + "\"");
  }
}

Condition* find(std::vector<Condition>& conditions, std::string_view type)
{
  const auto found = std::ranges::find(conditions, type, &Condition::type);
  return found == conditions.end() ? nullptr : &*found;
}

}  // namespace

bool set_condition(std::vector<Condition>& conditions, const Condition& wanted, Time now)
{
  check(wanted);
  Condition next = wanted;
  next.reason = valid_utf8(wanted.reason, Condition::reason_limit);
  next.message = valid_utf8(wanted.message, Condition::message_limit);
  if (next.lastTransitionTime.is_zero()) next.lastTransitionTime = now;
  Condition* const known = find(conditions, wanted.type);
  if (known == nullptr) {
    conditions.push_back(next);
    return true;
  }
  if (known->status == next.status) next.lastTransitionTime = known->lastTransitionTime;
  if (*known == next) return false;
  *known = next;
  return true;
}

bool remove_condition(std::vector<Condition>& conditions, std::string_view type)
{
  return std::erase_if(conditions, [&](const Condition& each) { return each.type == type; }) > 0;
}

const Condition* find_condition(const std::vector<Condition>& conditions, std::string_view type)
{
  const auto found = std::ranges::find(conditions, type, &Condition::type);
  return found == conditions.end() ? nullptr : &*found;
}

bool is_condition_true(const std::vector<Condition>& conditions, std::string_view type)
{
  const Condition* const found = find_condition(conditions, type);
  return found != nullptr && found->status == "True";
}

}  // namespace kubexx
