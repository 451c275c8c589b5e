// SPDX-License-Identifier: Apache-2.0
#include "webhook/user_info.hpp"

#include <utility>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/utf8.hpp"

namespace kubexx::detail {

namespace {

void check_type(JsonView value, JsonView::Type wanted, const char* path, const char* what)
{
  if (!value || value.type() == wanted || value.type() == JsonView::Type::null) return;
  throw ObjectError(std::string(path) + ": expected " + what);
}

}  // namespace

std::vector<std::string> texts_in(JsonView value, const char* path)
{
  check_type(value, JsonView::Type::array, path, "an array of strings");
  std::vector<std::string> texts;
  for (auto child = value.children(); child.next();) {
    auto text = child.value().as_string();
    if (!text) throw ObjectError(std::string(path) + ": expected an array of strings");
    texts.push_back(std::move(*text));
  }
  return texts;
}

std::map<std::string, std::vector<std::string>> extra_in(JsonView value, const char* path)
{
  check_type(value, JsonView::Type::object, path, "an object");
  std::map<std::string, std::vector<std::string>> extra;
  for (auto child = value.children(); child.next();) extra[child.key()] = texts_in(child.value(), path);
  return extra;
}

void write_texts(JsonWriter& to, const std::vector<std::string>& texts)
{
  to.begin_array();
  for (const auto& text : texts) to.string(valid_utf8(text));
  to.end_array();
}

void write_user(JsonWriter& to, const AdmissionUser& user)
{
  to.begin_object();
  to.key("username");
  to.string(valid_utf8(user.name));
  if (!user.uid.empty()) {
    to.key("uid");
    to.string(valid_utf8(user.uid));
  }
  if (!user.groups.empty()) {
    to.key("groups");
    write_texts(to, user.groups);
  }
  if (!user.extra.empty()) {
    to.key("extra");
    to.begin_object();
    for (const auto& [key, values] : user.extra) {
      to.key(valid_utf8(key));
      write_texts(to, values);
    }
    to.end_object();
  }
  to.end_object();
}

}  // namespace kubexx::detail
