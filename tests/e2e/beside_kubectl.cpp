// SPDX-License-Identifier: Apache-2.0
#include "beside_kubectl.hpp"

#include <regex>
#include <sstream>
#include <utility>

namespace kubexx::e2e {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by)
{
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

/// Without the lines of klog ("E1121 10:00:00.1 …").
std::string without_log(const std::string& text)
{
  static const std::regex log_line(R"([EWIF]\d{4} \d\d:\d\d:\d\d.*)");
  std::istringstream lines(text);
  std::string rest;
  for (std::string line; std::getline(lines, line);) {
    if (!std::regex_match(line, log_line)) rest += line + "\n";
  }
  return rest;
}

std::string shown(const Answer& answer)
{
  return "status " + std::to_string(answer.status) + "\n--- out\n" + answer.out + "--- err\n" + answer.err;
}

}  // namespace

std::vector<std::string> words_of(const std::string& text)
{
  std::vector<std::string> words;
  std::string word;
  bool begun = false;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      begun = true;
    } else if (c == ' ') {
      if (begun) words.push_back(std::exchange(word, {}));
      begun = false;
    } else {
      word += c;
      begun = true;
    }
  }
  if (begun) words.push_back(std::move(word));
  return words;
}

std::string without_ages(const std::string& text)
{
  static const std::regex header(R"((^|.* )AGE( .*|$))");
  static const std::regex age(R"(^(\d+[smhdy](\d+[smhdy])?) *)");
  std::istringstream lines(text);
  std::string rest;
  std::string::size_type column = std::string::npos;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) column = std::string::npos;
    if (column != std::string::npos && line.size() > column) {
      line = line.substr(0, column) + std::regex_replace(line.substr(column), age, "AGE ");
    } else if (std::regex_match(line, header)) {
      column = line.find("AGE", line.starts_with("AGE") ? 0 : line.find(" AGE"));
      line = line.substr(0, column) + std::regex_replace(line.substr(column), std::regex("^AGE *"), "AGE ");
    }
    rest += line + "\n";
  }
  return rest;
}

Beside::Beside(std::filesystem::path kubectl, std::filesystem::path kubeconfig, std::filesystem::path cache)
    : kubectl_(std::move(kubectl)), kubeconfig_(std::move(kubeconfig)), cache_(std::move(cache))
{
}

std::vector<std::string> Beside::kubexx_command(const std::string& line) const
{
  std::vector<std::string> argv{KUBEXX_E2E_KUBEXX, "--kubeconfig", kubeconfig_.string()};
  for (auto& word : words_of(line)) argv.push_back(std::move(word));
  return argv;
}

std::vector<std::string> Beside::kubectl_command(const std::string& line) const
{
  auto argv = kubexx_command(line);
  argv.front() = kubectl_.string();
  return argv;
}

Answer Beside::run_line(std::vector<std::string> argv, std::string_view input) const
{
  const auto outcome = run({std::move(argv), {{"KUBECACHEDIR", cache_.string()}}}, input, std::chrono::seconds(120));
  return {outcome.exit.code, without_ages(outcome.out), replaced(without_log(outcome.err), "kubectl", "kubexx")};
}

Answer Beside::kubexx(const std::string& line, std::string_view input) const
{
  return run_line(kubexx_command(line), input);
}

Answer Beside::kubectl(const std::string& line, std::string_view input) const
{
  return run_line(kubectl_command(line), input);
}

void Beside::compare(const std::string& line, std::string_view input) const
{
  Answer theirs;
  Answer ours;
  const auto same = [&] {
    theirs = kubectl(line, input);
    ours = kubexx(line, input);
    return theirs.status == ours.status && theirs.out == ours.out && theirs.err == ours.err;
  };
  EXPECT_TRUE(eventually(same, std::chrono::seconds(10)))
      << line << "\n===== kubectl: " << shown(theirs) << "===== kubexx: " << shown(ours);
}

void BesideKubectl::SetUp()
{
  RealServer::SetUp();
  if (IsSkipped() || HasFatalFailure()) return;
  both_ = std::make_unique<Beside>(plane().kubectl, plane().files.kubeconfig(), folder() / "cache");
}

std::string BesideKubectl::in_namespace(std::string line) const
{
  return replaced(std::move(line), "NS", ns()) + " -n " + ns();
}

void BesideKubectl::compare(std::initializer_list<const char*> lines) const
{
  for (const char* const line : lines) both_->compare(in_namespace(line));
}

void BesideKubectl::apply(std::string_view manifest) const
{
  const auto outcome = kubectl({"apply", "-n", ns(), "-f", "-"}, manifest);
  ASSERT_TRUE(outcome.ok()) << outcome.all();
}

}  // namespace kubexx::e2e
