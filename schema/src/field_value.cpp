// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/detail/field_value.hpp"

#include <algorithm>
#include <cctype>

#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/cel/detail/names.hpp"
#include "kubexx/schema/detail/labels.hpp"

namespace kubexx::schema::detail {
namespace {

constexpr const char* not_below_zero = "must be greater than or equal to 0";

const Json& null_value()
{
  static const Json null;
  return null;
}

bool is_percent(const std::string& text)
{
  return text.size() > 1 && text.back() == '%' &&
         std::all_of(text.begin(), text.end() - 1, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

const Json& FieldValue::value() const noexcept
{
  return value_ == nullptr ? null_value() : *value_;
}

bool FieldValue::zero() const
{
  if (!present()) return true;
  return value() == "" || value() == 0 || value() == false || (value().is_structured() && value().empty());
}

std::string FieldValue::text() const
{
  return value().is_string() ? value().get<std::string>() : std::string();
}

std::int64_t FieldValue::number() const
{
  return value().is_number_integer() ? value().get<std::int64_t>() : 0;
}

std::size_t FieldValue::size() const
{
  return value().is_structured() ? value().size() : 0;
}

FieldValue FieldValue::operator[](std::string_view name) const
{
  const Json* member = value().is_object() ? find(value(), {name}) : nullptr;
  std::string path;
  path.reserve(path_.size() + 1 + name.size());
  path.append(path_).append(path_.empty() ? "" : ".").append(name);
  return {member, std::move(path), *errors_};
}

std::vector<FieldValue> FieldValue::items() const
{
  std::vector<FieldValue> all;
  if (!value().is_array()) return all;
  for (std::size_t index = 0; index < value().size(); ++index) {
    all.emplace_back(&value()[index], path_ + "[" + std::to_string(index) + "]", *errors_);
  }
  return all;
}

std::vector<std::pair<std::string, FieldValue>> FieldValue::entries() const
{
  std::vector<std::pair<std::string, FieldValue>> all;
  if (!value().is_object()) return all;
  for (const auto& [key, member] : value().items()) {
    all.emplace_back(key, FieldValue(&member, path_ + "[" + key + "]", *errors_));
  }
  return all;
}

void FieldValue::invalid(const Json& shown, std::string_view detail) const
{
  errors_->push_back(invalid_value(path_, shown, detail));
}

void FieldValue::invalid_text(const std::string& shown, std::string_view detail) const
{
  errors_->push_back({"FieldValueInvalid", "Invalid value: " + shown + ": " + std::string(detail), path_});
}

void FieldValue::required(std::string_view detail) const
{
  errors_->push_back(required_value(path_, detail));
}

void FieldValue::forbidden(std::string_view detail) const
{
  errors_->push_back(forbidden_value(path_, detail));
}

void FieldValue::duplicate() const
{
  errors_->push_back(duplicate_value(path_, value()));
}

void FieldValue::not_found() const
{
  errors_->push_back(not_found_value(path_, value()));
}

void FieldValue::unsupported(const std::vector<std::string>& allowed) const
{
  errors_->push_back(unsupported_value(path_, present() ? value() : Json(""), allowed));
}

void FieldValue::not_negative() const
{
  if (number() < 0) invalid(not_below_zero);
}

void FieldValue::one_of(const std::vector<std::string>& allowed) const
{
  if (std::find(allowed.begin(), allowed.end(), text()) == allowed.end()) unsupported(allowed);
}

void FieldValue::immutable(const FieldValue& current) const
{
  if (value() != current.value() && !(zero() && current.zero())) invalid("field is immutable");
}

void FieldValue::unchanged(const FieldValue& current) const
{
  if (value() != current.value() && !(zero() && current.zero())) invalid(Json(), "field is immutable");
}

void FieldValue::dns_label() const
{
  problems(cel::dns_label_problems(text()));
}

void FieldValue::domain_prefixed_path() const
{
  const auto path = text();
  const auto slash = path.find('/');
  if (path.empty()) return required();
  if (slash == std::string::npos || slash == 0 || slash + 1 == path.size()) {
    return invalid("must be a domain-prefixed path (such as \"acme.io/foo\")");
  }
  const auto host = path.substr(0, slash);
  for (const auto& wrong : cel::dns_1123_subdomain_problems(host)) invalid(host, wrong);
  const auto rest = path.substr(slash + 1);
  const auto allowed = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("/-._~%!$&'()*+,;=:").find(c) != std::string_view::npos;
  };
  if (!std::all_of(rest.begin(), rest.end(), allowed)) {
    invalid(rest, "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')");
  }
}

void FieldValue::signer_name() const
{
  constexpr std::size_t most_in_domain = 253;
  constexpr std::size_t most_in_path = 253 + 63 + 1;
  const auto name = text();
  if (name.empty()) return required();
  if (std::count(name.begin(), name.end(), '/') != 1) {
    return invalid("must be a fully qualified domain and path of the form 'example.com/signer-name'");
  }
  const auto domain = name.substr(0, name.find('/'));
  const auto path = name.substr(domain.size() + 1);
  // The first label that is wrong is told of, with all that is wrong with it.
  const auto check = [this](const std::string& segment, auto problems_of) {
    for (std::size_t from = 0;;) {
      const auto dot = segment.find('.', from);
      const auto label = segment.substr(from, dot == std::string::npos ? dot : dot - from);
      const auto found = problems_of(label);
      for (const auto& wrong : found) invalid(segment, "validating label " + go_quoted(label) + ": " + wrong);
      if (!found.empty() || dot == std::string::npos) return;
      from = dot + 1;
    }
  };
  if (domain.size() > most_in_domain) errors().push_back(too_long(path_, most_in_domain));
  check(domain, cel::dns_label_problems);
  if (domain.find('.') == std::string::npos) {
    invalid(domain, "should be a domain with at least two segments separated by dots");
  }
  check(path, cel::dns_1123_subdomain_problems);
  if (name.size() > most_in_domain + most_in_path + 1) {
    errors().push_back(too_long(path_, most_in_domain + most_in_path + 1));
  }
}

void FieldValue::port_number() const
{
  problem(port_number_problem(number()));
}

void FieldValue::port_name() const
{
  for (const auto& wrong : port_name_problems(text())) invalid(wrong);
}

void FieldValue::port_number_or_name() const
{
  if (value().is_string()) {
    port_name();
  } else {
    problem(port_number_problem(number()));
  }
}

void FieldValue::number_or_percent() const
{
  if (!value().is_string()) return not_negative();
  if (!is_percent(text())) {
    invalid(
        "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used "
        "for validation is '[0-9]+%')");
  }
}

void FieldValue::at_most_all() const
{
  if (!is_percent(text())) return;
  const auto digits = text().substr(0, text().size() - 1);
  if (digits.size() > 9 || std::stol(digits) > 100) invalid("must not be greater than 100%");
}

bool FieldValue::label_selector() const
{
  if (!present()) return true;
  const auto before = errors_->size();
  (*this)["matchLabels"].labels();
  for (const auto& requirement : (*this)["matchExpressions"].items()) {
    const auto key = requirement["key"];
    const auto operator_ = requirement["operator"];
    const auto values = requirement["values"];
    const auto word = operator_.text();
    if (word == "In" || word == "NotIn") {
      if (values.size() == 0) values.required("must be specified when `operator` is 'In' or 'NotIn'");
    } else if (word == "Exists" || word == "DoesNotExist") {
      if (values.size() > 0) values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
    } else {
      operator_.named(operator_.path()).invalid(word, "not a valid selector operator");
    }
    for (const auto& problem : label_key_problems(key.text())) key.invalid(key.text(), problem);
    for (const auto& value : values.items()) value.problems(label_value_problems(value.text()));
  }
  return errors_->size() == before;
}

void FieldValue::labels() const
{
  validate_labels(value(), path_, *errors_);
}

void FieldValue::quantity_not_negative() const
{
  if (!value().is_string()) return;
  if (Quantity::parse(text()) < Quantity(0)) invalid(not_below_zero);
}

std::string port_number_problem(std::int64_t number)
{
  return number >= 1 && number <= 65535 ? "" : "must be between 1 and 65535, inclusive";
}

std::vector<std::string> port_name_problems(std::string_view name)
{
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_plain = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-'; };
  std::vector<std::string> problems;
  if (name.size() > 15) problems.emplace_back("must be no more than 15 characters");
  if (!std::all_of(name.begin(), name.end(), is_plain) || name.empty()) {
    problems.emplace_back("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  }
  if (!std::any_of(name.begin(), name.end(), is_letter)) {
    problems.emplace_back("must contain at least one letter (a-z)");
  }
  if (name.find("--") != std::string_view::npos) problems.emplace_back("must not contain consecutive hyphens");
  if (!name.empty() && (name.front() == '-' || name.back() == '-')) {
    problems.emplace_back("must not begin or end with a hyphen");
  }
  return problems;
}

}  // namespace kubexx::schema::detail
