// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace kubexx::informer_test {

/// What one story has seen, for a test that wants to know that the stories are worth telling.
struct StoryCounts {
  std::uint64_t relists = 0, streaming_lists = 0, later_pages = 0, faults = 0, calls = 0, retries = 0;
  /// Of every delta in order: the same story has the same trace.
  std::uint64_t trace = 0;
  std::uint64_t namespaces_changed = 0, transitions_lost = 0, compressed = 0;

  StoryCounts& operator+=(const StoryCounts& other);
};

/// The life of an informer in virtual time, drawn from `seed`: what it watches, random edits by others, watches that
/// are cut, doubled, delayed or silent, requests that are refused, lost or answered with errors or old lists,
/// compactions, namespaces that come and go, handlers that throw, come late or see some objects only. In the end the
/// server must be quiet, and store, indexes and every handler's own picture must be what the server has; each change
/// must have reached each handler once and in order. What is wrong is reported to GoogleTest.
StoryCounts tell_story(std::uint64_t seed);

}  // namespace kubexx::informer_test
