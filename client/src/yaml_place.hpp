// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <yaml-cpp/yaml.h>

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace kubexx::detail {

/// A part of a kubeconfig that knows where it stands, for error texts. Values never reach them: they may be secrets.
/// Scalars have the types that kubectl sees: a number or a boolean without quotes is no text.
class YamlPlace {
public:
  /// The first document of `content`. Throws ConfigError when it is not YAML, or one that would fill memory: nested
  /// more than 64 deep, or with aliases that make it a mebibyte larger.
  [[nodiscard]] static YamlPlace parse(const std::string& file, const std::string& content);

  [[nodiscard]] const std::string& file() const noexcept { return file_; }
  /// "<file>: clusters[0].cluster.server".
  [[nodiscard]] std::string name() const { return path_.empty() ? file_ : file_ + ": " + path_; }
  /// Throws ConfigError "kubeconfig <name>: <why>".
  [[noreturn]] void fail(const std::string& why) const;

  [[nodiscard]] bool present() const { return node_.IsDefined() && !node_.IsNull(); }
  [[nodiscard]] YamlPlace member(const std::string& key) const;
  /// The mappings of a list; null ones are left out.
  [[nodiscard]] std::vector<YamlPlace> elements() const;
  void need_mapping() const;

  /// Empty when absent or null.
  [[nodiscard]] std::string text(const std::string& key) const;
  [[nodiscard]] std::vector<std::string> texts(const std::string& key) const;
  /// False when absent or null.
  [[nodiscard]] bool flag(const std::string& key) const;
  /// Names and lists of texts, in the order of the file.
  [[nodiscard]] std::vector<std::pair<std::string, std::vector<std::string>>> text_lists() const;
  /// Whatever it is, as JSON.
  [[nodiscard]] nlohmann::json json() const;

private:
  YamlPlace(std::string file, std::string path, const YAML::Node& node)
      : file_(std::move(file)), path_(std::move(path)), node_(node)
  {
  }
  [[nodiscard]] std::string own_text() const;
  [[nodiscard]] std::vector<std::string> own_texts() const;

  std::string file_, path_;
  YAML::Node node_;
};

}  // namespace kubexx::detail
