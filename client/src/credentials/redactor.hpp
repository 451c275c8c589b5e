// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/http/message.hpp"

namespace kubexx::detail {

/// Shorter texts are no secrets that could be hidden: they are parts of words.
inline constexpr std::size_t shortest_secret = 4;

/// Puts "***" in the place of each `secret` in `text`.
void blot_out(std::string& text, std::string_view secret);

/// The credentials that a client has sent lately: a server or a proxy may repeat them in what it answers, and none of
/// that may reach an error, a warning or a log. What an answer says of its own accord (a Secret that was asked for, a
/// token that was issued) is left alone. Thread safe.
class Redactor {
public:
  /// A credential that is sent beside the requests: to a proxy.
  void keep(std::string_view username, std::string_view password);
  /// Those of a request that is about to be sent.
  void remember(const Headers& request);

  void clean(std::string& text) const;
  void clean(Status& status) const;
  /// The header fields of every answer, and the body of one that is an error, also when it is streamed: for those who
  /// see it on its way. Leaves what could be a word of the protocol, so `clean` the Status, too.
  void clean(HttpResponse& response) const;

  /// All the spellings in which credentials may come back, the longest first.
  using Spellings = std::vector<std::string>;

private:
  struct Sent {
    std::string field;  // the whole value of the header field
    Spellings spellings;
  };
  /// Called with mutex_ held.
  void collect();
  [[nodiscard]] std::shared_ptr<const Spellings> known() const;

  mutable std::mutex mutex_;
  std::deque<Sent> sent_;                                                         // guarded by mutex_; the newest first
  Spellings constant_;                                                            // guarded by mutex_
  std::shared_ptr<const Spellings> known_ = std::make_shared<const Spellings>();  // guarded by mutex_; of both
};

}  // namespace kubexx::detail
