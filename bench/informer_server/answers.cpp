// SPDX-License-Identifier: Apache-2.0
#include "answers.hpp"

#include <poll.h>

#include <algorithm>

namespace kubexx::bench {

namespace {

struct Request {
  std::string path, query;
  bool protobuf = false;  // asked for first

  explicit Request(const std::string& head)
  {
    const std::size_t begin = head.find(' ') + 1;
    const std::string target = head.substr(begin, head.find(' ', begin) - begin);
    const std::size_t mark = std::min(target.find('?'), target.size());
    path = target.substr(0, mark);
    query = "&" + target.substr(std::min(mark + 1, target.size())) + "&";
    std::string fields = head;
    std::transform(fields.begin(), fields.end(), fields.begin(),
                   [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c); });
    protobuf = fields.find("\naccept: application/vnd.kubernetes.protobuf") != std::string::npos;
  }

  /// Empty when it is not there. Nothing that is asked for here needs percent-encoding.
  [[nodiscard]] std::string parameter(const std::string& name) const
  {
    const std::size_t found = query.find("&" + name + "=");
    if (found == std::string::npos) return {};
    const std::size_t begin = found + name.size() + 2;
    return query.substr(begin, query.find('&', begin) - begin);
  }
  [[nodiscard]] bool flag(const std::string& name) const
  {
    const std::string value = parameter(name);
    return value == "true" || value == "1";
  }
};

std::string head(const std::string& content_type)
{
  return "HTTP/1.1 200 OK\r\nContent-Type: " + content_type + "\r\nTransfer-Encoding: chunked\r\n\r\n";
}

bool list(TlsConnection& connection, const WatchedPods& pods, const Encoding& encoding, const Request& request)
{
  const std::string token = request.parameter("continue"), limit = request.parameter("limit");
  const bool whole = request.path.starts_with("/whole/") && request.parameter("resourceVersion") == "0";
  const std::size_t first = token.empty() ? 0 : std::min<std::size_t>(std::stoul(token), pods.count());
  std::size_t end = pods.count();
  if (!whole && !limit.empty() && limit != "0") end = std::min<std::size_t>(end, first + std::stoul(limit));

  bool sent = false;
  pods.read([&](std::uint64_t version) {
    PageHead page;
    page.version = version;
    page.items = end - first;
    page.remaining = pods.count() - end;
    if (page.remaining > 0) page.continue_ = std::to_string(end);
    std::string begin = head(encoding.list_type) + encoding.list_head(page);
    if (first < end) begin += encoding.first_item(encoding.listed.range(first, 1));
    sent = connection.write(begin) &&
           (first == end || connection.write(encoding.listed.range(first + 1, end - first - 1))) &&
           connection.write(encoding.list_tail() + "0\r\n\r\n");
  });
  return sent;
}

bool watch(TlsConnection& connection, WatchedPods& pods, const Encoding& encoding, const Request& request)
{
  bool sent = connection.write(head(encoding.watch_type));
  if (request.flag("sendInitialEvents")) {
    pods.read([&](std::uint64_t version) {
      sent = sent && connection.write(encoding.added.range(0, pods.count())) &&
             connection.write(encoding.bookmark(version));
    });
  }
  if (!sent) return false;
  WatchedPods::Watch mine{&connection, &encoding};
  pods.subscribe(&mine);
  // The client has nothing more to say on a watch, unless it has ended: that it goes, or its next request.
  pollfd events{connection.socket(), POLLIN | POLLRDHUP, 0};
  ::poll(&events, 1, -1);
  return !pods.unsubscribe(&mine);
}

bool answer(TlsConnection& connection, WatchedPods& pods, const Request& request)
{
  if (!request.path.ends_with("/api/v1/pods")) {
    const std::string body =
        R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":"no such path","reason":"NotFound","code":404})";
    return connection.write("HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: " +
                            std::to_string(body.size()) + "\r\n\r\n" + body);
  }
  const Encoding& encoding = request.protobuf ? pods.protobuf() : pods.json();
  return request.flag("watch") ? watch(connection, pods, encoding, request) : list(connection, pods, encoding, request);
}

}  // namespace

void serve(TlsConnection& connection, WatchedPods& pods)
{
  while (const auto head = connection.read_head()) {
    if (!answer(connection, pods, Request(*head))) return;
  }
}

}  // namespace kubexx::bench
