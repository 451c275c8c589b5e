// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace kubexx::detail {

/// A part of a kubeconfig that knows where it stands, for error texts. Values never reach them: they may be secrets.
/// Values have the types that kubectl sees (kubexx/apimachinery/yaml.hpp): a number or a boolean without quotes is no
/// text. Points into the document that it was made of, which must outlive it.
class YamlPlace {
public:
  /// The whole of `document`, which `file` holds.
  YamlPlace(std::string file, const nlohmann::json& document) : file_(std::move(file)), value_(&document) {}

  [[nodiscard]] const std::string& file() const noexcept { return file_; }
  /// "<file>: clusters[0].cluster.server".
  [[nodiscard]] std::string name() const { return path_.empty() ? file_ : file_ + ": " + path_; }
  /// Throws ConfigError "kubeconfig <name>: <why>".
  [[noreturn]] void fail(const std::string& why) const;

  [[nodiscard]] bool present() const { return value_ != nullptr && !value_->is_null(); }
  [[nodiscard]] YamlPlace member(const std::string& key) const;
  /// The mappings of a list; null ones are left out.
  [[nodiscard]] std::vector<YamlPlace> elements() const;
  void need_mapping() const;

  /// Empty when absent or null.
  [[nodiscard]] std::string text(const std::string& key) const;
  [[nodiscard]] std::vector<std::string> texts(const std::string& key) const;
  /// False when absent or null.
  [[nodiscard]] bool flag(const std::string& key) const;
  /// Names and texts.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> text_members() const;
  /// Names and lists of texts.
  [[nodiscard]] std::vector<std::pair<std::string, std::vector<std::string>>> text_lists() const;
  /// Whatever it is; null when absent.
  [[nodiscard]] nlohmann::json json() const { return present() ? *value_ : nlohmann::json(); }

private:
  YamlPlace(std::string file, std::string path, const nlohmann::json* value)
      : file_(std::move(file)), path_(std::move(path)), value_(value)
  {
  }
  [[nodiscard]] YamlPlace element(std::size_t index) const;
  [[nodiscard]] std::string own_text() const;
  [[nodiscard]] std::vector<std::string> own_texts() const;

  std::string file_, path_;
  const nlohmann::json* value_;  // null: there is none
};

}  // namespace kubexx::detail
