// SPDX-License-Identifier: Apache-2.0
// The least that a webhook costs on this machine: plain C, one thread, epoll, HTTP/1.1 over TLS. It reads a request by its
// Content-Length and answers with its uid in a text that is always the same otherwise: the patch is what the others
// compute, but nothing of the object is looked at. It is no webhook to use: whatever goes wrong ends it.
// Arguments: a folder with tls.crt and tls.key, and a port of 127.0.0.1.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BUFFER = 65536, UID = 36 };

struct connection {
  int socket;
  SSL* ssl;
  size_t used;
  char in[BUFFER];
};

/* [{"op":"add","path":"/metadata/labels/bench.kubexx.dev~1checked","value":"true"},
    {"op":"add","path":"/spec/containers/0/env/2","value":{"name":"BENCH_CHECKED","value":"true"}}] */
static const char before[] =
    "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"response\":{\"uid\":\"";
static const char after[] =
    "\",\"allowed\":true,\"patch\":\""
    "W3sib3AiOiJhZGQiLCJwYXRoIjoiL21ldGFkYXRhL2xhYmVscy9iZW5jaC5rdWJleHguZGV2fjFjaGVja2VkIiwidmFsdWUi"
    "OiJ0cnVlIn0seyJvcCI6ImFkZCIsInBhdGgiOiIvc3BlYy9jb250YWluZXJzLzAvZW52LzIiLCJ2YWx1ZSI6eyJuYW1lIjoi"
    "QkVOQ0hfQ0hFQ0tFRCIsInZhbHVlIjoidHJ1ZSJ9fV0="
    "\",\"patchType\":\"JSONPatch\","
    "\"warnings\":[\"spec.containers[0].env: BENCH_CHECKED was added\"]}}";

static void fail(const char* what)
{
  fprintf(stderr, "webhook-floor: %s\n", what);
  exit(1);
}

static void answer(struct connection* c, const char* body, size_t size)
{
  static char out[2048];
  const char* uid = memmem(body, size, "\"uid\":\"", 7);
  if (!uid || uid + 7 + UID > body + size) fail("no uid");
  const int length = snprintf(out, sizeof out,
                              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s%.*s%s",
                              sizeof before + sizeof after - 2 + UID, before, UID, uid + 7, after);
  if (SSL_write(c->ssl, out, length) != length) fail("cannot write");
}

/* Answers the request if it is complete; the next one comes when this is answered. */
static void look(struct connection* c)
{
  const char* end = memmem(c->in, c->used, "\r\n\r\n", 4);
  if (!end) return;
  c->in[c->used] = 0;
  const char* length = strcasestr(c->in, "\r\nContent-Length:");
  if (!length || length > end) fail("no Content-Length");
  const size_t size = strtoul(length + 17, NULL, 10), head = (size_t)(end + 4 - c->in);
  if (head + size >= BUFFER) fail("a request is too large");
  if (c->used < head + size) return;
  answer(c, c->in + head, size);
  c->used = 0;
}

static void serve(struct connection* c)
{
  const int got = SSL_read(c->ssl, c->in + c->used, (int)(BUFFER - 1 - c->used));
  if (got > 0) {
    c->used += (size_t)got;
    look(c);
  } else if (SSL_get_error(c->ssl, got) != SSL_ERROR_WANT_READ) {
    close(c->socket);
    SSL_free(c->ssl);
    free(c);
  }
}

static void accept_one(int listener, int epoll, SSL_CTX* context)
{
  const int on = 1;
  struct connection* c = calloc(1, sizeof *c);
  c->socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (c->socket < 0) fail("cannot accept");
  setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  c->ssl = SSL_new(context);
  SSL_set_fd(c->ssl, c->socket);
  SSL_set_accept_state(c->ssl);
  SSL_set_read_ahead(c->ssl, 1);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
  epoll_ctl(epoll, EPOLL_CTL_ADD, c->socket, &event);
}

int main(int argc, char** argv)
{
  char path[4096];
  if (argc != 3) fail("usage: webhook-floor FOLDER PORT");
  signal(SIGPIPE, SIG_IGN);
  SSL_CTX* context = SSL_CTX_new(TLS_server_method());
  SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
  snprintf(path, sizeof path, "%s/tls.crt", argv[1]);
  if (SSL_CTX_use_certificate_chain_file(context, path) != 1) fail("no certificate");
  snprintf(path, sizeof path, "%s/tls.key", argv[1]);
  if (SSL_CTX_use_PrivateKey_file(context, path, SSL_FILETYPE_PEM) != 1) fail("no key");

  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), epoll = epoll_create1(EPOLL_CLOEXEC);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(argv[2]))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(listener, (struct sockaddr*)&address, sizeof address) != 0 || listen(listener, 128) != 0) fail("cannot listen");
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
  for (;;) {
    struct epoll_event events[64];
    const int ready = epoll_wait(epoll, events, 64, -1);
    for (int i = 0; i < ready; ++i) {
      if (events[i].data.ptr) {
        serve(events[i].data.ptr);
      } else {
        accept_one(listener, epoll, context);
      }
    }
  }
}
