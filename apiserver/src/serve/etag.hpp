// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "kubexx/http/message.hpp"

/// Documents that clients keep, and ask for again only when they have changed.
namespace kubexx::apiserver {

/// FNV-1a in hexadecimal: tells clients when a document has changed, nothing more.
[[nodiscard]] std::string fingerprint(std::string_view text);

/// Whether the client has that document: If-None-Match names it, as net/http compares entity tags.
[[nodiscard]] bool client_has(const HttpRequest& request, const std::string& fingerprint);

/// Names the document in the header ETag.
void set_etag(HttpResponse& response, const std::string& fingerprint);

/// Makes the answer a 304: without a body and what describes one.
void make_not_modified(HttpResponse& response);

}  // namespace kubexx::apiserver
