// SPDX-License-Identifier: Apache-2.0
#include "config/yaml_place.hpp"

#include <cstddef>

#include "kubexx/client/client_config.hpp"

namespace kubexx::detail {

void YamlPlace::fail(const std::string& why) const
{
  throw ConfigError("kubeconfig " + name() + ": " + why);
}

YamlPlace YamlPlace::member(const std::string& key) const
{
  const nlohmann::json* value = nullptr;
  if (present() && value_->is_object()) {
    const auto found = value_->find(key);
    if (found != value_->end()) value = &*found;
  }
  return {file_, path_.empty() ? key : path_ + "." + key, value};
}

YamlPlace YamlPlace::element(std::size_t index) const
{
  return {file_, path_ + "[" + std::to_string(index) + "]", &(*value_)[index]};
}

std::vector<YamlPlace> YamlPlace::elements() const
{
  std::vector<YamlPlace> all;
  if (!present()) return all;
  if (!value_->is_array()) fail("expected a list");
  for (std::size_t index = 0; index < value_->size(); ++index) {
    YamlPlace one = element(index);
    if (!one.present()) continue;
    one.need_mapping();
    all.push_back(std::move(one));
  }
  return all;
}

void YamlPlace::need_mapping() const
{
  if (present() && !value_->is_object()) fail("expected a mapping");
}

std::string YamlPlace::own_text() const
{
  if (!present()) return {};
  if (value_->is_boolean() || value_->is_number()) {
    fail("expected a string, but without quotes this is a number or a boolean: put it in quotes");
  }
  if (!value_->is_string()) fail("expected a string");
  return value_->get<std::string>();
}

std::vector<std::string> YamlPlace::own_texts() const
{
  std::vector<std::string> all;
  if (!present()) return all;
  if (!value_->is_array()) fail("expected a list of strings");
  for (std::size_t index = 0; index < value_->size(); ++index) all.push_back(element(index).own_text());
  return all;
}

std::string YamlPlace::text(const std::string& key) const
{
  return member(key).own_text();
}

std::vector<std::string> YamlPlace::texts(const std::string& key) const
{
  return member(key).own_texts();
}

bool YamlPlace::flag(const std::string& key) const
{
  const YamlPlace place = member(key);
  if (!place.present()) return false;
  if (!place.value_->is_boolean()) place.fail("expected true or false, without quotes");
  return place.value_->get<bool>();
}

std::vector<std::pair<std::string, std::string>> YamlPlace::text_members() const
{
  std::vector<std::pair<std::string, std::string>> all;
  need_mapping();
  if (!present()) return all;
  for (const auto& [key, value] : value_->items()) all.emplace_back(key, member(key).own_text());
  return all;
}

std::vector<std::pair<std::string, std::vector<std::string>>> YamlPlace::text_lists() const
{
  std::vector<std::pair<std::string, std::vector<std::string>>> all;
  need_mapping();
  if (!present()) return all;
  for (const auto& [key, value] : value_->items()) all.emplace_back(key, member(key).own_texts());
  return all;
}

}  // namespace kubexx::detail
