// SPDX-License-Identifier: Apache-2.0
#include "print_json.hpp"

#include <cstddef>
#include <string_view>
#include <utility>

#include "kubexx/apimachinery/apply_patch.hpp"

namespace kubexx::cli {
namespace {

using nlohmann::json;

template <class Json>
class Writer {
public:
  void write(const Json& value)
  {
    if (value.is_object()) {
      open('{');
      for (const auto& [key, member] : value.items()) {
        next();
        text_ += go_json(json(key)) + ": ";
        write(member);
      }
      close('}', value.empty());
    } else if (value.is_array()) {
      open('[');
      for (const auto& element : value) {
        next();
        write(element);
      }
      close(']', value.empty());
    } else {
      text_ += go_json(json(value));
    }
  }

  [[nodiscard]] std::string take() { return std::move(text_) + "\n"; }

private:
  void open(char bracket)
  {
    text_ += bracket;
    ++depth_;
    first_ = true;
  }
  void next()
  {
    if (!first_) text_ += ',';
    first_ = false;
    new_line();
  }
  void close(char bracket, bool empty)
  {
    --depth_;
    if (!empty) new_line();
    text_ += bracket;
    first_ = false;
  }
  void new_line()
  {
    text_ += '\n';
    text_.append(depth_ * 4, ' ');
  }

  std::string text_;
  std::size_t depth_ = 0;
  bool first_ = true;
};

template <class Json>
std::string indented(const Json& value)
{
  Writer<Json> writer;
  writer.write(value);
  return writer.take();
}

}  // namespace

std::string to_json_text(const json& value)
{
  return indented(value);
}

std::string to_json_text(const nlohmann::ordered_json& value)
{
  return indented(value);
}

}  // namespace kubexx::cli
