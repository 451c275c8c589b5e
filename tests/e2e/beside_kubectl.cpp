// SPDX-License-Identifier: Apache-2.0
#include "beside_kubectl.hpp"

#include <csignal>
#include <regex>
#include <sstream>
#include <utility>

namespace kubexx::e2e {
namespace {

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

/// What of an outcome is compared in one namespace.
Answer answer_of(const Outcome& outcome)
{
  return {outcome.exit.code, without_ages(outcome.out), replaced(without_log(outcome.err), "kubectl", "kubexx")};
}

}  // namespace

std::string replaced(std::string text, std::string_view what, std::string_view with)
{
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
  return text;
}

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

std::vector<std::string> Beside::argv_of(const std::filesystem::path& program, std::vector<std::string> words) const
{
  words.insert(words.begin(), {program.string(), "--kubeconfig", kubeconfig_.string()});
  return words;
}

Outcome Beside::run_program(const std::filesystem::path& program, std::vector<std::string> words,
                            std::string_view input) const
{
  return run({argv_of(program, std::move(words)), {{"KUBECACHEDIR", cache_.string()}}}, input,
             std::chrono::seconds(120));
}

std::vector<std::string> Beside::kubexx_command(const std::string& line) const
{
  return argv_of(KUBEXX_E2E_KUBEXX, words_of(line));
}

std::vector<std::string> Beside::kubectl_command(const std::string& line) const
{
  return argv_of(kubectl_, words_of(line));
}

Outcome Beside::run_kubexx(std::vector<std::string> words, std::string_view input) const
{
  return run_program(KUBEXX_E2E_KUBEXX, std::move(words), input);
}

Outcome Beside::run_kubectl(std::vector<std::string> words, std::string_view input) const
{
  return run_program(kubectl_, std::move(words), input);
}

Answer Beside::kubexx(const std::string& line, std::string_view input) const
{
  return answer_of(run_kubexx(words_of(line), input));
}

Answer Beside::kubectl(const std::string& line, std::string_view input) const
{
  return answer_of(run_kubectl(words_of(line), input));
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

void Beside::compare_watch(const std::string& line, const std::filesystem::path& folder, const std::string& first,
                           const std::function<void()>& change, const std::string& last) const
{
  std::filesystem::create_directories(folder);
  for (const char* const log : {"kubectl.log", "kubexx.log"}) std::filesystem::remove(folder / log);
  Process kubectl({kubectl_command(line), {{"KUBECACHEDIR", cache_.string()}}}, folder / "kubectl.log");
  Process kubexx(Command{kubexx_command(line)}, folder / "kubexx.log");
  const auto both_have = [&](const std::string& text) {
    return eventually(
        [&] {
          return kubectl.output().find(text) != std::string::npos && kubexx.output().find(text) != std::string::npos;
        },
        std::chrono::seconds(60));
  };
  const auto outputs = [&] { return "===== kubectl\n" + kubectl.output() + "===== kubexx\n" + kubexx.output(); };
  ASSERT_TRUE(both_have(first)) << outputs();
  change();
  ASSERT_TRUE(both_have(last)) << outputs();
  kubectl.signal(SIGINT);
  kubexx.signal(SIGINT);
  const auto their_exit = kubectl.wait(std::chrono::seconds(60));
  const auto our_exit = kubexx.wait(std::chrono::seconds(60));
  ASSERT_TRUE(their_exit && our_exit);
  EXPECT_EQ(our_exit->code, their_exit->code);
  EXPECT_EQ(without_ages(kubexx.output()), without_ages(kubectl.output()));
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
