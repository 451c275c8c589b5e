// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "apply/fields_v1.hpp"
#include "apply/updater.hpp"

namespace kubexx::apiserver::apply {

/// An object of some versions and who owns what of it, as upstream's tests of package merge have it.
class ApplyState : public Versions {
public:
  explicit ApplyState(const char* schema) { add("v1", schema); }
  void add(const std::string& version, const char* schema)
  {
    FieldErrors errors;
    schemas_[version] = parse_schema(Json::parse(schema), "", errors);
    EXPECT_TRUE(errors.empty());
  }
  void remove(const std::string& version) { schemas_.erase(version); }
  void ignore(const Path& path) { reset_.insert(path); }

  [[nodiscard]] std::optional<Type> type(const std::string& version) const override
  {
    const auto found = schemas_.find(version);
    if (found == schemas_.end()) return std::nullopt;
    return Type::of_value(*found->second);
  }
  [[nodiscard]] Json convert(const Json& object, const std::string&, const std::string&) const override
  {
    return object;
  }
  [[nodiscard]] const FieldSet* reset(const std::string&) const override { return &reset_; }

  /// False: the object stays as it is. Throws ConflictError.
  bool apply(const std::string& manager, const char* config, bool force = false, const std::string& version = "v1")
  {
    const auto value = Json::parse(config);
    EXPECT_EQ(to_string(validate(value, *type(version), false)), "errors:");
    auto merged = Updater(*this).apply(live, value, version, managers, {manager, "", "", ""}, force);
    if (merged) live = std::move(*merged);
    return merged.has_value();
  }
  void update(const std::string& manager, const char* object, const std::string& version = "v1")
  {
    const auto value = Json::parse(object);
    Updater(*this).update(live, value, version, managers, {manager, "", "", ""});
    live = value;
  }
  /// The conflicts of an apply, "MANAGER PATH"; the state stays.
  std::vector<std::string> conflicts(const std::string& manager, const char* config)
  {
    const auto before = managers;
    std::vector<std::string> found;
    try {
      (void)apply(manager, config);
    } catch (const ConflictError& error) {
      for (const auto& [id, path] : error.conflicts) found.push_back(id.manager + " " + to_string(path));
    }
    managers = before;
    return found;
  }
  /// The fields of a manager; empty when it has none.
  [[nodiscard]] std::string fields(const std::string& manager) const
  {
    const auto found = managers.find({manager, "", "", ""});
    return found == managers.end() ? "" : fields_text(found->second.set);
  }

  Json live = Json::object();
  Managers managers;

private:
  std::map<std::string, SchemaPtr> schemas_;
  FieldSet reset_;
};

}  // namespace kubexx::apiserver::apply
