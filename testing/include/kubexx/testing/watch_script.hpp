// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/testing/scripted_body.hpp"

namespace kubexx::testing {

/// The server's end of a watch, which the test plays: `transport.on_watch().play(script)`, then `script.added(pod)`.
/// Each function sends one event; `end`, `break_off` and `closed` are those of BodyScript. A copyable handle to shared
/// state; thread safe. A new watch needs a new script.
class WatchScript : public BodyScript {
public:
  WatchScript() = default;
  /// `type` is that of the bookmarks; without it they have no kind, which a client of kubexx does not need.
  explicit WatchScript(const ResourceType& type) : type_(type) {}

  void added(const Object& object) { event("ADDED", object.bytes()); }
  void modified(const Object& object) { event("MODIFIED", object.bytes()); }
  void deleted(const Object& object) { event("DELETED", object.bytes()); }
  /// The same of an object as JSON, which is sent as it is.
  void added(std::string_view json) { event("ADDED", json); }
  void modified(std::string_view json) { event("MODIFIED", json); }
  void deleted(std::string_view json) { event("DELETED", json); }
  /// `initial_events_end`: with the annotation that ends the first part of a streaming list.
  void bookmark(std::string_view resource_version, bool initial_events_end = false);
  /// An ERROR event with a Status: 410 "Expired" is that of a resourceVersion that is too old.
  void error(unsigned code, std::string_view reason, std::string_view message = {});
  /// This text and a line break: for what is not an event.
  void line(std::string_view text);

private:
  void event(std::string_view type, std::string_view json);

  ResourceType type_;
};

}  // namespace kubexx::testing
