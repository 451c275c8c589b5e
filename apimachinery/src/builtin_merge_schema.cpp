// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "builtin_merge_rules.hpp"

namespace kubexx {

namespace detail {

namespace {

const MergeType* find_builtin(std::string_view api_version, std::string_view kind)
{
  const auto slash = api_version.find('/');
  const bool core = slash == std::string_view::npos;
  const auto group = core ? std::string_view() : api_version.substr(0, slash);
  const auto version = core ? api_version : api_version.substr(slash + 1);
  const auto& known_kinds = merge_tables.kinds;
  const auto found = std::find_if(known_kinds.begin(), known_kinds.end(), [&](const MergeKind& known) {
    return known.kind == kind && known.version == version && known.group == group;
  });
  return found == known_kinds.end() ? nullptr : &merge_tables.types[found->type];
}

class BuiltinSchema final : public MergeSchema {
public:
  explicit BuiltinSchema(const MergeType& type) : type_(type) {}

  [[nodiscard]] Field field(std::string_view name) const override
  {
    Field field;
    const MergeMember* member = find_member(&type_, name);
    if (member == nullptr) return field;
    field.strategy = member->strategy;
    field.retain_keys = member->retain_keys;
    field.merge_key = member->merge_key;
    for (const auto key : keys_of(member)) field.list_keys.emplace_back(key);
    if (const MergeType* type = type_of(member)) field.value = std::make_shared<BuiltinSchema>(*type);
    return field;
  }

private:
  const MergeType& type_;
};

}  // namespace

const MergeType& merge_type_of(std::string_view api_version, std::string_view kind)
{
  const MergeType* builtin = find_builtin(api_version, kind);
  return builtin == nullptr ? merge_tables.types[merge_tables.custom] : *builtin;
}

const MergeMember* find_member(const MergeType* type, std::string_view name)
{
  if (type == nullptr) return nullptr;
  const auto of_type = merge_tables.members.subspan(type->first, type->count);
  const auto found = std::find_if(of_type.begin(), of_type.end(),
                                  [&](const MergeMember& member) { return member.name == name || member.name == "*"; });
  return found == of_type.end() ? nullptr : &*found;
}

const MergeType* type_of(const MergeMember* member)
{
  if (member == nullptr || member->type < 0) return nullptr;
  return &merge_tables.types[static_cast<std::size_t>(member->type)];
}

}  // namespace detail

std::shared_ptr<const MergeSchema> builtin_merge_schema(std::string_view api_version, std::string_view kind)
{
  const detail::MergeType* type = detail::find_builtin(api_version, kind);
  return type == nullptr ? nullptr : std::make_shared<detail::BuiltinSchema>(*type);
}

}  // namespace kubexx
