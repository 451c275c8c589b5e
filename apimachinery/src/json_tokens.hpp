// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/json_view.hpp"

namespace kubexx::detail {

/// A value in a JSON text, or the name of a member.
struct JsonToken {
  const char* begin;
  const char* end;
  std::uint32_t size;  // in tokens: itself and those inside
  bool plain;          // a string whose content is its text, because it is ASCII without a backslash

  [[nodiscard]] JsonView view() const noexcept { return JsonView({begin, static_cast<std::size_t>(end - begin)}); }
  [[nodiscard]] bool is_null() const noexcept { return *begin == 'n'; }
  /// What is between the quotes of a string.
  [[nodiscard]] std::string_view content() const noexcept
  {
    return end - begin < 2 ? std::string_view()
                           : std::string_view(begin + 1, static_cast<std::size_t>(end - begin) - 2);
  }
  /// The text of a string.
  [[nodiscard]] std::string text() const
  {
    return plain ? std::string(content()) : view().as_string().value_or(std::string());
  }
};

/// The values and names of a JSON text, in its order, found in one pass: the name of a member stands before its value,
/// and an object or array before what is in it. The text is trusted to be JSON; if it is not, the tokens are still
/// inside it.
class JsonTokens {
public:
  /// `json` must outlive the tokens. Throws ObjectError if it is larger than 2 GiB.
  explicit JsonTokens(std::string_view json);
  JsonTokens(const JsonTokens&) = delete;
  JsonTokens& operator=(const JsonTokens&) = delete;

  /// The whole value; its text is empty if there is none.
  [[nodiscard]] const JsonToken& root() const noexcept { return tokens_[0]; }

  /// Iterates over what is directly in an object or array. In a value of another type there is nothing.
  class Children {
  public:
    explicit Children(const JsonToken& parent) noexcept
        : next_(&parent + 1), end_(&parent + parent.size), object_(*parent.begin == '{')
    {
    }
    bool next() noexcept
    {
      if (next_ == end_) return false;
      if (object_) {
        name_ = next_++;
        if (next_ == end_) return false;
      }
      value_ = next_;
      next_ += value_->size;
      return true;
    }
    [[nodiscard]] const JsonToken& name() const noexcept { return *name_; }  ///< only in an object
    [[nodiscard]] const JsonToken& value() const noexcept { return *value_; }

  private:
    const JsonToken* next_;
    const JsonToken* end_;
    const JsonToken* name_ = nullptr;
    const JsonToken* value_ = nullptr;
    bool object_;
  };

private:
  void grow();

  static constexpr std::uint32_t kFew = 192;

  std::uint32_t count_ = 0, capacity_ = kFew;
  JsonToken* tokens_ = few_;
  std::unique_ptr<JsonToken[]> many_;  // when they are more than `few_`
  JsonToken few_[kFew];                // written before they are read
};

}  // namespace kubexx::detail
