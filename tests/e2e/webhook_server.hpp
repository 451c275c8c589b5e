// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/listener.hpp"

namespace kubexx::e2e {

/// An HTTPS server that answers admission and conversion webhooks as a recording says, and keeps what it was asked.
/// Thread safe.
///
/// The answers are an object by the path's first segment, whose members are:
///   response: {…}     # of the review; `uid`, apiVersion and kind are those of the request unless they are here
///   review: {…}       # the answer's own apiVersion and kind
///   patch: […]        # a JSON patch, which becomes the response's patch and patchType
///   convert: {VERSION: [[/from, /to], …]}  # what moves on the way to that version, and back on the way from it
///   status, type, text: the HTTP status, the Content-Type, and a body instead of a review; {uid} is the request's
///   hang: true        # no answer before the caller gives up
class WebhookServer {
public:
  explicit WebhookServer(Runtime runtime);
  ~WebhookServer();

  [[nodiscard]] std::string url() const { return listener_->url(); }
  /// Of the authority of its certificate, base64 of PEM: a caBundle.
  [[nodiscard]] std::string ca_bundle() const;
  void answer_with(nlohmann::json answers);
  /// What was asked since the last time: {path, review}.
  [[nodiscard]] std::vector<nlohmann::json> take();
  /// Whether a path was ever called.
  [[nodiscard]] bool was_called(const std::string& path);

private:
  static awaitable<HttpResponse> answer(WebhookServer& self, HttpRequest request);
  [[nodiscard]] HttpResponse made(const nlohmann::json& spec, const nlohmann::json& review) const;

  Runtime runtime_;
  CertificateAuthority authority_;
  std::mutex mutex_;
  nlohmann::json answers_ = nlohmann::json::object();  // guarded by mutex_
  std::vector<nlohmann::json> asked_;                  // guarded by mutex_
  std::vector<std::string> paths_;                     // guarded by mutex_
  std::unique_ptr<HttpListener> listener_;
};

}  // namespace kubexx::e2e
