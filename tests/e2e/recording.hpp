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
///   webhooks: {NAME: …}           # how WebhookServer answers at {hook}/NAME
///   repeat:                       # long values, which steps name in braces
///     xs: {times: 1048576, text: x}
///     labels: {times: 9, text: "l{#}: v", between: ", "}   # {#} is the number, from 1
///     length: {hex: ff ff 7f}     # bytes that no YAML holds
///   steps:
///   - request: METHOD /path?query
///     headers: {Accept: …}        # Content-Type is application/json unless it is here; of a PATCH merge-patch+json
///     body: {…}                   # or `text`: sent as it is
///     set: {/spec/replicas: 1}    # changes the body at these JSON pointers
///     remove: [/spec/selector]
///     save: {rv: /metadata/resourceVersion, tag: header ETag}   # names parts of the answer
///     compare: head               # the body is each server's own
///     patient: true               # sent again for some seconds while the answer is 404 or 409
///     until: 200                  # or until this is its status: a real server reads roles some time later
///     awaits: {/status/phase: x}  # or until it has these values: what a controller writes comes later
///
/// A step is sent as an administrator, unless it has a header Authorization of its own: "Bearer {token}", or "none".
///
/// {hook} is the URL of a webhook server of this side, {ca} its caBundle; what it was asked is compared with the
/// answers. {ns} is a namespace of the case's own, {step} the number of the step, from 1; {rv} what was saved under
/// that name; {large} is 140 000 bytes of text. They are filled in in requests, headers and bodies. In a body,
/// {attempt} counts how often the step was sent.
namespace kubexx::e2e {

struct Step {
  std::string method, target;
  Headers headers;
  std::string body;                         ///< JSON text, or whatever `text` says
  std::map<std::string, std::string> save;  ///< name → JSON pointer, or "header NAME"
  unsigned until = 0;                       ///< sent again for some seconds until the answer has this status; 0: once
  /// Sent again for some seconds until the answer has these values at these JSON pointers.
  std::vector<std::pair<std::string, nlohmann::json>> awaits;
  bool head_only = false;  ///< the bodies of the two servers are not compared
  bool patient = false;    ///< sent again for some seconds while the answer is 404 or 409: a definition comes or goes
};

struct Recording {
  std::string topic, name;
  std::vector<Step> steps;
  nlohmann::json webhooks = nlohmann::json::object();
  std::map<std::string, std::string> values;  ///< the long ones of `repeat`
  [[nodiscard]] std::string id() const { return topic + "/" + name; }
};

/// The names of the files in a folder, sorted, without those of differences.
[[nodiscard]] std::vector<std::string> recording_topics(const std::filesystem::path& folder);
/// The cases of one file. Throws std::runtime_error that names what is wrong.
[[nodiscard]] std::vector<Recording> read_recordings(const std::filesystem::path& folder, const std::string& topic);

/// The steps that are known to differ, with the reason: differences.yaml, a list of {case, steps, reason}, and
/// kubernetes-1.36.yaml for the real server of that version.
using KnownDifferences = std::map<std::pair<std::string, std::size_t>, std::string>;
[[nodiscard]] KnownDifferences read_differences(const std::filesystem::path& folder,
                                                const std::string& file = "differences.yaml");

/// `text` with what stands in braces replaced, where `values` knows it.
[[nodiscard]] std::string fill_in(const std::string& text, const std::map<std::string, std::string>& values);

}  // namespace kubexx::e2e
