// SPDX-License-Identifier: Apache-2.0
// The least that a controller of Foos costs on this machine: plain C, one thread, epoll, raw HTTP/1.1 over TLS, memmem
// for the few fields that it looks at. It watches Foos and Deployments, and for a Foo without a Deployment it creates
// that and an event, over up to four connections, one request at a time on each: the same requests as
// samples/sample-controller sends, of about the same size. It is no controller to use: whatever goes wrong ends it.
// The server is that of KUBECONFIG, as bench_kubeconfig.hpp writes it.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "foos.h"

enum state { UNUSED, IDLE, CREATES, RECORDS, WATCHES_FOOS, WATCHES_DEPLOYMENTS };

struct connection {
  int socket;
  SSL* ssl;
  enum state state;
  int open;  // the handshake is over
  struct job job;
  size_t used;
  char* in;
  struct watched watched;
};

static struct connection watches[2], writers[WRITERS];
static int epoll;
static SSL_CTX* context;

static void send_all(struct connection* c, const char* text, size_t size)
{
  if (SSL_write(c->ssl, text, (int)size) != (int)size) fail("cannot write");
}

static void see(struct connection* c);

static void open_connection(struct connection* c, enum state state)
{
  const int on = 1;
  c->state = state;
  c->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
  inet_pton(AF_INET, address, &to.sin_addr);
  if (connect(c->socket, (struct sockaddr*)&to, sizeof to) != 0) fail("cannot connect");
  fcntl(c->socket, F_SETFL, O_NONBLOCK);
  c->ssl = SSL_new(context);
  X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(c->ssl), address);
  SSL_set_fd(c->ssl, c->socket);
  SSL_set_connect_state(c->ssl);
  c->in = malloc(BUFFER);
  if (state == WATCHES_FOOS || state == WATCHES_DEPLOYMENTS) c->watched.text = malloc(2 * BUFFER);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
  epoll_ctl(epoll, EPOLL_CTL_ADD, c->socket, &event);
  see(c);
}

static void ask_watch(struct connection* c, const char* resource)
{
  char text[1024];
  int size = watch_request(text, sizeof text, resource);
  send_all(c, text, (size_t)size);
}

static void create_deployment(struct connection* c)
{
  char text[4096];
  c->state = CREATES;
  send_all(c, text, (size_t)deployment_request(text, sizeof text, &c->job));
}

static void record_event(struct connection* c)
{
  char text[4096];
  c->state = RECORDS;
  send_all(c, text, (size_t)event_request(text, sizeof text, &c->job));
}

static void give_work(void)
{
  for (int i = 0; i < WRITERS && job_count > 0 && synced == 2; ++i) {
    struct connection* c = &writers[i];
    if (c->state == UNUSED) open_connection(c, IDLE);
    if (c->state != IDLE || !c->open) continue;
    c->job = jobs[first_job];
    first_job = (first_job + 1) % JOBS;
    --job_count;
    create_deployment(c);
  }
}

static void see_answer(struct connection* c)
{
  if (!is_answered(c->in, c->used)) return;
  c->used = 0;
  if (c->state == CREATES) {
    strcpy(place(c->job.deployment), c->job.deployment);
    record_event(c);
  } else {
    c->state = IDLE;
  }
}

static void see(struct connection* c)
{
  if (!c->open) {
    int done = SSL_do_handshake(c->ssl);
    if (done != 1 && SSL_get_error(c->ssl, done) == SSL_ERROR_WANT_READ) return;
    if (done != 1) fail("the handshake fails");
    c->open = 1;
    if (c->state == WATCHES_FOOS) ask_watch(c, "samplecontroller.k8s.io/v1alpha1/foos");
    if (c->state == WATCHES_DEPLOYMENTS) ask_watch(c, "apps/v1/deployments");
    if (!SSL_has_pending(c->ssl)) return;
  }
  do {
    int got = SSL_read(c->ssl, c->in + c->used, (int)(BUFFER - c->used));
    if (got <= 0) {
      if (SSL_get_error(c->ssl, got) == SSL_ERROR_WANT_READ) return;
      fail("the server has gone");
    }
    c->used += (size_t)got;
    if (c->state == WATCHES_FOOS || c->state == WATCHES_DEPLOYMENTS)
      c->used = see_watch(&c->watched, c->state == WATCHES_DEPLOYMENTS, c->in, c->used);
    else
      see_answer(c);
    if (c->used == BUFFER) fail("too much at once");
  } while (SSL_has_pending(c->ssl));
}

int main(void)
{
  read_kubeconfig();
  context = SSL_CTX_new(TLS_client_method());
  SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
  SSL_CTX_set_read_ahead(context, 1);
  if (SSL_CTX_load_verify_locations(context, authority, NULL) != 1) fail("cannot read the authority");
  epoll = epoll_create1(EPOLL_CLOEXEC);
  open_connection(&watches[0], WATCHES_FOOS);
  open_connection(&watches[1], WATCHES_DEPLOYMENTS);
  open_connection(&writers[0], IDLE);
  for (;;) {
    struct epoll_event events[16];
    int count = epoll_wait(epoll, events, 16, -1);
    if (count < 0 && errno != EINTR) fail("cannot wait");
    for (int i = 0; i < count; ++i) see(events[i].data.ptr);
    give_work();
  }
}
