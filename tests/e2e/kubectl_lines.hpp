// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Command lines of kubectl that are run against a real kube-apiserver and the embedded one, to compare what they say.
/// Each kubectl_lines/TOPIC.yaml has a namespace of its own, which is that of the kubeconfig; {ns} is its name.
///
///   files: {NAME: text}       # in the folder in which the lines run
///   setup: [script]           # run in it once, before either server sees a line
///   lines:
///   - create configmap c      # what the shell gets after "kubectl "
///   - {of: get -w, sh: …}     # a script, counted as a line of that command
///     until: 0                # tried again for some seconds until this is its exit code: what a server does later
///
/// The editor of `kubectl edit` is editor.sh.
namespace kubexx::e2e {

struct KubectlLine {
  std::string command;       ///< whose line it is: its first word, or `of`
  std::string script;        ///< for sh
  std::string text;          ///< as the file has it
  std::optional<int> until;  ///< an exit code
};

struct KubectlTopic {
  std::map<std::string, std::string> files;
  std::vector<std::string> setup;
  std::vector<KubectlLine> lines;
};

/// The lines of one file. Throws std::runtime_error that names what is wrong.
[[nodiscard]] KubectlTopic read_kubectl_topic(const std::filesystem::path& folder, const std::string& topic);

/// The lines that are known to differ, by topic and text, with the reason: differences.yaml.
using KubectlDifferences = std::map<std::pair<std::string, std::string>, std::string>;
[[nodiscard]] KubectlDifferences read_kubectl_differences(const std::filesystem::path& folder);

/// Output of kubectl with what no two servers share replaced: uids, versions, times, ages, addresses, ports, generated
/// names and tokens.
[[nodiscard]] std::string comparable_output(const std::string& text);

}  // namespace kubexx::e2e
