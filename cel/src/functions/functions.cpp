// SPDX-License-Identifier: Apache-2.0
#include "kubexx/cel/detail/functions.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace kubexx::cel::detail {
namespace {

using Kind = Type::Kind;

class SignatureParser {
public:
  explicit SignatureParser(std::string_view text) : text_(text) {}

  Overload run()
  {
    Overload overload;
    if (text_.front() != '(') {
      overload.member = true;
      overload.args.push_back(type());
      ++at_;  // the dot
    }
    ++at_;
    while (text_[at_] != ')') {
      overload.args.push_back(type());
      if (text_[at_] == ',') ++at_;
    }
    at_ += 2;
    overload.result = type();
    overload.type_params.assign(params_.begin(), params_.end());
    return overload;
  }

private:
  TypePtr type()
  {
    const auto begin = at_;
    while (at_ < text_.size() && std::string_view("().,").find(text_[at_]) == std::string_view::npos) ++at_;
    const std::string name(text_.substr(begin, at_ - begin));
    if (name.size() == 1) {
      params_.insert(name);
      return type_param(name);
    }
    if (at_ >= text_.size() || text_[at_] != '(' ||
        (name != "list" && name != "map" && name != "optional" && name != "type")) {
      return simple(name);
    }
    ++at_;
    std::vector<TypePtr> params;
    while (text_[at_] != ')') {
      params.push_back(type());
      if (text_[at_] == ',') ++at_;
    }
    ++at_;
    if (name == "list") return list_of(params[0]);
    if (name == "map") return map_of(params[0], params[1]);
    return name == "optional" ? optional_of(params[0]) : type_of_type(params[0]);
  }

  static TypePtr simple(const std::string& name)
  {
    if (name == "timestamp") return simple_type(Kind::timestamp);
    if (name == "duration") return simple_type(Kind::duration);
    for (const auto kind : {Kind::dyn, Kind::boolean, Kind::integer, Kind::unsigned_, Kind::number, Kind::string,
                            Kind::bytes, Kind::null}) {
      if (simple_type(kind)->name == name) return simple_type(kind);
    }
    static const std::map<std::string, const char*, std::less<>> opaque{
        {"authorizer", "kubernetes.authorization.Authorizer"},
        {"cidr", "net.CIDR"},
        {"decision", "kubernetes.authorization.Decision"},
        {"format", "kubernetes.NamedFormat"},
        {"groupcheck", "kubernetes.authorization.GroupCheck"},
        {"ip", "net.IP"},
        {"pathcheck", "kubernetes.authorization.PathCheck"},
        {"resourcecheck", "kubernetes.authorization.ResourceCheck"},
        {"quantity", "kubernetes.Quantity"},
        {"semver", "kubernetes.Semver"},
        {"url", "kubernetes.URL"}};
    return opaque_type(opaque.at(name));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::set<std::string> params_;
};

using Table = std::map<std::string, std::vector<Overload>, std::less<>>;

Table make_table()
{
  Table table;
  for (const auto rows :
       {operator_functions(), conversion_functions(), time_functions(), string_functions(), list_functions(),
        optional_functions(), kubernetes_functions(), net_functions(), format_functions(), named_format_functions(),
        semver_functions(), authorizer_functions(), patch_functions()}) {
    for (const auto& row : rows) {
      auto overload = SignatureParser(row.signature).run();
      overload.function = row.name;
      overload.run = row.run;
      overload.cost = row.cost;
      table[row.name].push_back(std::move(overload));
    }
  }
  return table;
}

}  // namespace

const std::vector<Overload>* find_overloads(std::string_view name)
{
  static const auto table = make_table();
  const auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

bool accepts(const Type& type, const Value& value)
{
  const auto kind = kind_of(value);
  switch (type.kind) {
    case Kind::dyn:
    case Kind::param:
      return true;
    case Kind::map:
      return kind == Kind::map || kind == Kind::object;
    case Kind::opaque:
      return kind == Kind::opaque && type_name(value) == type.name;
    default:
      return kind == type.kind;
  }
}

TypePtr named_type(std::string_view name)
{
  static const std::map<std::string, TypePtr, std::less<>> types{
      {"bool", simple_type(Kind::boolean)},
      {"bytes", simple_type(Kind::bytes)},
      {"double", simple_type(Kind::number)},
      {"google.protobuf.Duration", simple_type(Kind::duration)},
      {"google.protobuf.Timestamp", simple_type(Kind::timestamp)},
      {"int", simple_type(Kind::integer)},
      {"kubernetes.Quantity", opaque_type("kubernetes.Quantity")},
      {"kubernetes.URL", opaque_type("kubernetes.URL")},
      {"list", list_of(simple_type(Kind::dyn))},
      {"map", map_of(simple_type(Kind::dyn), simple_type(Kind::dyn))},
      {"net.CIDR", opaque_type("net.CIDR")},
      {"net.IP", opaque_type("net.IP")},
      {"null_type", simple_type(Kind::null)},
      {"optional_type", optional_of(simple_type(Kind::dyn))},
      {"string", simple_type(Kind::string)},
      {"type", type_of_type(simple_type(Kind::dyn))},
      {"uint", simple_type(Kind::unsigned_)}};
  const auto found = types.find(name);
  return found == types.end() ? nullptr : found->second;
}

Value no_such_overload()
{
  return Value::error("no such overload");
}

std::shared_ptr<const Pattern> pattern_of(Session& session, const std::string& text, std::string& problem)
{
  if (session.constants != nullptr) {
    const auto& patterns = session.constants->patterns;
    if (const auto found = patterns.find(text); found != patterns.end()) return found->second;
  }
  session.work += 1000 + text.size() * 10;  // to compile it
  return Pattern::compile(text, problem);
}

void count_bytes(Session& session, std::uint64_t bytes)
{
  constexpr std::uint64_t largest = 16 * 1024 * 1024;
  if (bytes > largest) throw CostExceeded();
  session.work += bytes / 16;
}

}  // namespace kubexx::cel::detail
