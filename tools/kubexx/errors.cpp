// SPDX-License-Identifier: Apache-2.0
// What kubectl prints for an error, byte for byte (k8s.io/kubectl, pkg/cmd/util/helpers.go), as far as the error is the
// server's; for what goes wrong below HTTP the words after "Unable to connect to the server: " are the client's own.
#include "errors.hpp"

#include <algorithm>
#include <optional>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/http/transport.hpp"
#include "server_answers.hpp"

namespace kubexx::cli {
namespace {

std::string standard_text(const ApiError& error)
{
  const Status& status = error.status();
  if (status.reason == "Unauthorized") return "error: You must be logged in to the server (" + status.message + ")";
  if (status.reason.empty()) return "Error from server: " + status.message;
  return "Error from server (" + status.reason + "): " + status.message;
}

std::string standard_text(const TransportError& error)
{
  const std::string text = error.what();
  if (error.code() == TransportErrc::connect && text.find("refused") != std::string::npos) {
    return "The connection to the server " + contacted_host() +
           " was refused - did you specify the right host or port?";
  }
  return "Unable to connect to the server: " + text;
}

/// Status::causes, each once, as kubectl lists them below an Invalid.
std::vector<std::string> causes_of(const Status& status)
{
  std::vector<std::string> lines;
  for (const auto& cause : status.causes) {
    std::string line = cause.field + ": " + cause.message;
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
  }
  return lines;
}

std::string invalid_text(const Status& status)
{
  std::string text = "The request is invalid";
  if (!status.kind.empty() || !status.name.empty()) {
    text = "The " + status.kind + " \"" + status.name + "\" is invalid";
  } else if (!status.message.empty() && status.causes.empty()) {
    text += ": " + status.message;
  }
  const auto causes = causes_of(status);
  if (causes.empty()) return text;
  if (causes.size() == 1) return text + ": " + causes.front();
  text += ": ";
  for (const auto& cause : causes) text += "\n* " + cause;
  return text;
}

/// For what the server or the way to it says; nullopt for errors of other kinds.
std::optional<std::string> standard_text(const std::exception& error)
{
  if (const auto* api = dynamic_cast<const ApiError*>(&error)) return standard_text(*api);
  if (const auto* transport = dynamic_cast<const TransportError*>(&error)) return standard_text(*transport);
  return std::nullopt;
}

std::string lines_of(const ErrorList& list)
{
  std::string text;
  for (const auto& error : list.errors()) text += line_of(error) + "\n";
  return text;
}

std::string text_of(const std::exception& error)
{
  if (const auto* list = dynamic_cast<const ErrorList*>(&error)) return lines_of(*list);
  if (const auto* plain = dynamic_cast<const PlainError*>(&error)) return plain->what();
  const auto* api = dynamic_cast<const ApiError*>(&error);
  if (api != nullptr && api->status().reason == "Invalid") return invalid_text(api->status());
  if (auto text = standard_text(error)) return *text;
  const std::string what = error.what();
  return what.starts_with("error: ") ? what : "error: " + what;
}

}  // namespace

void throw_collected(std::vector<std::exception_ptr> errors)
{
  if (errors.empty()) return;
  if (errors.size() == 1) std::rethrow_exception(errors.front());
  throw ErrorList(std::move(errors));
}

std::string line_of(const std::exception_ptr& error)
{
  try {
    std::rethrow_exception(error);
  } catch (const ErrorList& list) {
    std::string text = lines_of(list);
    if (!text.empty()) text.pop_back();
    return text;
  } catch (const std::exception& each) {
    return standard_text(each).value_or(each.what());
  }
}

std::string text_of(const std::exception_ptr& error)
{
  try {
    std::rethrow_exception(error);
  } catch (const Failed&) {
    return {};
  } catch (const std::exception& each) {
    std::string text = text_of(each);
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    return text;
  }
}

int status_of(const std::exception_ptr& error) noexcept
{
  try {
    std::rethrow_exception(error);
  } catch (const Failed& failed) {
    return failed.status;
  } catch (...) {
    return 1;
  }
}

}  // namespace kubexx::cli
