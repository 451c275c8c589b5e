// SPDX-License-Identifier: Apache-2.0
// k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/compilation.go.
#include "kubexx/schema/detail/rules.hpp"

#include <algorithm>

namespace kubexx::schema::detail {
namespace {

/// "'a\\'b'" without its quotes; false for an escape that is none.
bool unquote(std::string_view quoted, std::string& text)
{
  static constexpr std::string_view letters = "abfnrtv'\\";
  static constexpr std::string_view values = "\a\b\f\n\r\t\v'\\";
  for (std::size_t at = 0; at < quoted.size(); ++at) {
    if (quoted[at] != '\\' || at + 1 == quoted.size()) {
      text.push_back(quoted[at]);
      continue;
    }
    const auto index = letters.find(quoted[++at]);
    if (index == std::string_view::npos) return false;
    text.push_back(values[index]);
  }
  return true;
}

class PathReader {
public:
  PathReader(const std::string& source, const Schema& schema) : source_(source), schema_(&schema) {}

  bool run(std::string& path)
  {
    if (source_.empty()) return false;
    while (at_ < source_.size()) {
      std::string name;
      const char c = source_[at_++];
      if (c == '.' ? !read_plain(name) : c != '[' || !read_quoted(name)) return false;
      if (!step(name)) return false;
    }
    path = path_;
    return true;
  }

private:
  bool read_plain(std::string& name)
  {
    const auto end = std::min(source_.find_first_of(".[]", at_), source_.size());
    name = source_.substr(at_, end - at_);
    at_ = end;
    return !name.empty();
  }

  bool read_quoted(std::string& name)
  {
    if (at_ >= source_.size() || source_[at_] != '\'') return false;
    auto end = at_ + 1;
    while (end < source_.size() && (source_[end] != '\'' || source_[end - 1] == '\\')) ++end;
    if (end + 1 >= source_.size() || source_[end + 1] != ']') return false;
    const bool good = unquote(std::string_view(source_).substr(at_ + 1, end - at_ - 1), name);
    at_ = end + 2;
    return good;
  }

  bool step(const std::string& name)
  {
    if (!schema_->properties.empty()) {
      const auto found = schema_->properties.find(name);
      if (found == schema_->properties.end()) return false;
      path_ += (path_.empty() ? "" : ".") + name;
      schema_ = found->second.get();
      return true;
    }
    if (!schema_->additional) return false;
    path_ += "[" + name + "]";
    schema_ = schema_->additional.get();
    return true;
  }

  const std::string& source_;
  const Schema* schema_;
  std::size_t at_ = 0;
  std::string path_;
};

bool is_blank(const std::string& text)
{
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isspace(c) != 0; });
}

}  // namespace

bool normalize_path(const std::string& json_path, const Schema& schema, std::string& path)
{
  return PathReader(json_path, schema).run(path);
}

std::vector<Rule> rules_of(const Schema& schema)
{
  std::vector<Rule> rules;
  if (!schema.rules.is_array()) return rules;
  for (const auto& source : schema.rules) {
    Rule rule;
    rule.rule = string_at(source, {"rule"});
    rule.message = string_at(source, {"message"});
    rule.message_expression = string_at(source, {"messageExpression"});
    rule.field_path = string_at(source, {"fieldPath"});
    if (const auto* reason = find(source, {"reason"}); reason != nullptr && reason->is_string()) {
      rule.has_reason = true;
      rule.reason = reason->get<std::string>();
    }
    if (const auto* optional = find(source, {"optionalOldSelf"}); optional != nullptr && optional->is_boolean()) {
      rule.has_optional_old_self = true;
      rule.optional_old_self = optional->get<bool>();
    }
    rules.push_back(std::move(rule));
  }
  return rules;
}

CompiledRule compile_rule(Rule rule, const Schema& schema, const TypePtr& type)
{
  CompiledRule result;
  result.rule = std::move(rule);
  if (is_blank(result.rule.rule)) return result;
  const std::vector<cel::Variable> variables{{"self", type},
                                             {"oldSelf", result.rule.optional_old_self ? optional_of(type) : type}};
  std::string problem;
  auto program = Program::compile(result.rule.rule, variables, problem);
  if (!program) {
    result.problem = problem;
    return result;
  }
  if (program->type().kind != Type::Kind::boolean) {
    result.problem = "cel expression must evaluate to a bool";
    return result;
  }
  result.uses_old_self = program->uses(1);
  result.program = std::move(program);
  if (!result.rule.message_expression.empty()) {
    auto message = Program::compile(result.rule.message_expression, variables, problem);
    if (!message) {
      constexpr std::string_view instantiation = "program ";
      if (problem.starts_with(instantiation)) problem.erase(0, instantiation.size());
      result.message_problem = "messageExpression " + problem;
    } else if (message->type().kind != Type::Kind::string) {
      result.message_problem = "messageExpression must evaluate to a string";
    } else {
      result.message = std::move(message);
    }
  }
  if (!result.rule.field_path.empty()) (void)normalize_path(result.rule.field_path, schema, result.field_path);
  return result;
}

}  // namespace kubexx::schema::detail
