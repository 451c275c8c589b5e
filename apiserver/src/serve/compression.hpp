// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/http/message.hpp"

namespace kubexx::apiserver {

/// Answers in gzip, as k8s.io/apiserver sends them to those who accept it. Nothing is compressed here: the body becomes
/// a stream that compresses a part whenever its reader wants one, so that a large list does not keep a thread from
/// other connections. None of this needs the server's lock.

/// An object, a list or discovery of more than 128 KiB, and every piece of a streaming list, a gzip member each
/// (endpoints/handlers/responsewriters and endpoints/handlers/watch.go).
void compress_answer(const HttpRequest& request, HttpResponse& response);

/// The document of /openapi/v2, from 1 400 bytes on (github.com/NYTimes/gziphandler).
void compress_document(const HttpRequest& request, HttpResponse& response);

}  // namespace kubexx::apiserver
