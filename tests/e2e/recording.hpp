// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/http/message.hpp"

/// Requests that are sent to a real and to the embedded API server, to compare what they answer. The files are
/// recordings/TOPIC.yaml; each YAML document is a case:
///
///   name: what it is about                              # unique in its file
///   request: POST /api/v1/namespaces/{ns}/configmaps    # of steps that have none of their own
///   base: {apiVersion: v1, kind: ConfigMap, …}          # the body of steps that have none, before their `set`
///   steps:
///   - request: METHOD /path?query
///     headers: {Accept: …}        # Content-Type is application/json, or merge-patch+json of a PATCH, unless it is
///     here body: {…}                   # or `text`: sent as it is set: {/spec/replicas: 1}    # changes the body at
///     these JSON pointers remove: [/spec/selector] save: {rv: /metadata/resourceVersion}   # names parts of the answer
///
/// {ns} is a namespace of the case's own, {step} the number of the step, from 1; {rv} what was saved under that name.
/// They are filled in in requests, headers and bodies.
namespace kubexx::e2e {

struct Step {
  std::string method, target;
  Headers headers;
  std::string body;                         ///< JSON text, or whatever `text` says
  std::map<std::string, std::string> save;  ///< name → JSON pointer
};

struct Recording {
  std::string topic, name;
  std::vector<Step> steps;
  [[nodiscard]] std::string id() const { return topic + "/" + name; }
};

/// The names of the files in a folder, sorted, without differences.yaml.
[[nodiscard]] std::vector<std::string> recording_topics(const std::filesystem::path& folder);
/// The cases of one file. Throws std::runtime_error that names what is wrong.
[[nodiscard]] std::vector<Recording> read_recordings(const std::filesystem::path& folder, const std::string& topic);

/// The steps that are known to differ, with the reason: differences.yaml, a list of {case, steps, reason}.
using KnownDifferences = std::map<std::pair<std::string, std::size_t>, std::string>;
[[nodiscard]] KnownDifferences read_differences(const std::filesystem::path& folder);

/// `text` with what stands in braces replaced, where `values` knows it.
[[nodiscard]] std::string fill_in(const std::string& text, const std::map<std::string, std::string>& values);

}  // namespace kubexx::e2e
