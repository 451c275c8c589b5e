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

enum { WRITERS = 4, NAME = 32, UID = 40, JOBS = 8192, KNOWN = 16384, BUFFER = 32768 };

struct job {
  char name[NAME], uid[UID], deployment[NAME], version[NAME];
  int replicas;
};

enum state { UNUSED, IDLE, CREATES, RECORDS, WATCHES_FOOS, WATCHES_DEPLOYMENTS };

struct connection {
  int socket;
  SSL* ssl;
  enum state state;
  int open;  // the handshake is over
  struct job job;
  size_t used;
  char* in;
  int in_body;   // of a watch: the head is over
  size_t chunk;  // what is left of a chunk, which may end anywhere in an event
  size_t text_used;
  char* text;  // what the chunks say
};

static struct connection watches[2], writers[WRITERS];
static struct job jobs[JOBS];
static size_t first_job, job_count;
static char known[KNOWN][NAME];  // Deployments, by hash
static int synced;               // how many of the two watches have sent what there was
static int epoll;
static SSL_CTX* context;
static char address[64], token[256], authority[512];
static int port;

static void fail(const char* what)
{
  fprintf(stderr, "floor: %s\n", what);
  exit(1);
}

static void copy(char* to, size_t size, const char* from, size_t length)
{
  if (length >= size) fail("a name is too long");
  memcpy(to, from, length);
  to[length] = 0;
}

/* What stands after `before`, up to `end`. */
static int value(const char* text, size_t size, const char* before, char end, char* to, size_t room)
{
  const char* at = memmem(text, size, before, strlen(before));
  if (!at) return 0;
  at += strlen(before);
  const char* stop = memchr(at, end, (size_t)(text + size - at));
  if (!stop) return 0;
  copy(to, room, at, (size_t)(stop - at));
  return 1;
}

static void read_kubeconfig(void)
{
  static char text[4096];
  char number[16];
  const char* path = getenv("KUBECONFIG");
  FILE* file = path ? fopen(path, "r") : NULL;
  if (!file) fail("KUBECONFIG names no file");
  size_t size = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  if (!value(text, size, "server: 'https://", ':', address, sizeof address) ||
      !value(strstr(text, address), strlen(strstr(text, address)), ":", '\'', number, sizeof number) ||
      !value(text, size, "certificate-authority: '", '\'', authority, sizeof authority) ||
      !value(text, size, "token: ", '}', token, sizeof token))
    fail("cannot read the kubeconfig");
  port = atoi(number);
}

/* Its place in the table; an empty string when it is not there. */
static char* place(const char* name)
{
  unsigned hash = 2166136261u;
  for (const char* c = name; *c; ++c) hash = (hash ^ (unsigned char)*c) * 16777619u;
  unsigned at = hash % KNOWN;
  while (known[at][0] && strcmp(known[at], name) != 0) at = (at + 1) % KNOWN;
  return known[at];
}

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
  if (state == WATCHES_FOOS || state == WATCHES_DEPLOYMENTS) c->text = malloc(2 * BUFFER);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
  epoll_ctl(epoll, EPOLL_CTL_ADD, c->socket, &event);
  see(c);
}

static void ask_watch(struct connection* c, const char* resource)
{
  char text[1024];
  int size = snprintf(text, sizeof text,
                      "GET /apis/%s?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&"
                      "allowWatchBookmarks=true HTTP/1.1\r\nHost: %s:%d\r\nAuthorization: Bearer %s\r\n"
                      "User-Agent: floor\r\nAccept: application/json\r\n\r\n",
                      resource, address, port, token);
  send_all(c, text, (size_t)size);
}

static void post(struct connection* c, const char* collection, const char* body, int body_size)
{
  char text[4096];
  int size = snprintf(text, sizeof text,
                      "POST /apis/%s HTTP/1.1\r\nHost: %s:%d\r\nAuthorization: Bearer %s\r\nUser-Agent: floor\r\n"
                      "Accept: application/json\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%.*s",
                      collection, address, port, token, body_size, body_size, body);
  send_all(c, text, (size_t)size);
}

static void create_deployment(struct connection* c)
{
  char body[2048];
  const struct job* j = &c->job;
  int size = snprintf(
      body, sizeof body,
      "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"%s\",\"namespace\":\"default\","
      "\"ownerReferences\":[{\"apiVersion\":\"samplecontroller.k8s.io/v1alpha1\",\"kind\":\"Foo\",\"name\":\"%s\","
      "\"uid\":\"%s\",\"controller\":true,\"blockOwnerDeletion\":true}]},\"spec\":{\"replicas\":%d,\"selector\":{"
      "\"matchLabels\":{\"app\":\"nginx\",\"controller\":\"%s\"}},\"template\":{\"metadata\":{\"labels\":{\"app\":"
      "\"nginx\",\"controller\":\"%s\"}},\"spec\":{\"containers\":[{\"name\":\"nginx\",\"image\":\"nginx:latest\"}]}}}"
      "}",
      j->deployment, j->name, j->uid, j->replicas, j->name, j->name);
  c->state = CREATES;
  post(c, "apps/v1/namespaces/default/deployments", body, size);
}

static void record_event(struct connection* c)
{
  char body[2048], now[40];
  static unsigned long long number;
  struct timespec time;
  struct tm utc;
  const struct job* j = &c->job;
  clock_gettime(CLOCK_REALTIME, &time);
  gmtime_r(&time.tv_sec, &utc);
  size_t length = strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%S", &utc);
  snprintf(now + length, sizeof now - length, ".%06ldZ", time.tv_nsec / 1000);
  int size = snprintf(
      body, sizeof body,
      "{\"apiVersion\":\"events.k8s.io/v1\",\"kind\":\"Event\",\"metadata\":{\"name\":\"%s.%016llx\",\"namespace\":"
      "\"default\"},\"eventTime\":\"%s\",\"reportingController\":\"sample-controller\",\"reportingInstance\":"
      "\"sample-controller-floor\",\"action\":\"Synced\",\"reason\":\"Synced\",\"regarding\":{\"apiVersion\":"
      "\"samplecontroller.k8s.io/v1alpha1\",\"kind\":\"Foo\",\"name\":\"%s\",\"namespace\":\"default\",\"uid\":\"%s\","
      "\"resourceVersion\":\"%s\"},\"note\":\"Foo synced successfully\",\"type\":\"Normal\"}",
      j->name, (unsigned long long)time.tv_sec + number++, now, j->name, j->uid, j->version);
  c->state = RECORDS;
  post(c, "events.k8s.io/v1/namespaces/default/events", body, size);
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

static void see_line(struct connection* c, const char* line, size_t size)
{
  char name[NAME], number[16];
  if (memmem(line, size, "\"type\":\"BOOKMARK\"", 17)) {
    if (memmem(line, size, "initial-events-end", 18)) ++synced;
    return;
  }
  if (!memmem(line, size, "\"type\":\"ADDED\"", 14)) return;
  if (c->state == WATCHES_DEPLOYMENTS) {
    if (value(line, size, "\"name\":\"", '"', name, sizeof name)) strcpy(place(name), name);
    return;
  }
  if (job_count == JOBS) fail("too many Foos");
  struct job* j = &jobs[(first_job + job_count) % JOBS];
  if (!value(line, size, "\"name\":\"", '"', j->name, NAME) || !value(line, size, "\"uid\":\"", '"', j->uid, UID) ||
      !value(line, size, "\"resourceVersion\":\"", '"', j->version, NAME) ||
      !value(line, size, "\"deploymentName\":\"", '"', j->deployment, NAME) ||
      !value(line, size, "\"replicas\":", '}', number, sizeof number))
    fail("cannot read a Foo");
  j->replicas = atoi(number);
  if (!*place(j->deployment)) ++job_count;
}

static void take_chunks(struct connection* c)
{
  char *at = c->in, *end = c->in + c->used, *line;
  for (;;) {
    if (c->chunk) {
      size_t size = c->chunk < (size_t)(end - at) ? c->chunk : (size_t)(end - at);
      if (size == 0) break;
      if (c->text_used + size > 2 * BUFFER) fail("an event is too long");
      memcpy(c->text + c->text_used, at, size);
      c->text_used += size;
      c->chunk -= size;
      at += size;
    } else if ((line = memchr(at, '\n', (size_t)(end - at)))) {
      if (c->in_body && *at != '\r') c->chunk = strtoul(at, NULL, 16);
      if (line - at < 2) c->in_body = 1;
      at = line + 1;
    } else {
      break;
    }
  }
  c->used = (size_t)(end - at);
  memmove(c->in, at, c->used);
}

static void see_watch(struct connection* c)
{
  take_chunks(c);
  char *begin = c->text, *end;
  while ((end = memchr(begin, '\n', (size_t)(c->text + c->text_used - begin)))) {
    see_line(c, begin, (size_t)(end - begin));
    begin = end + 1;
  }
  c->text_used -= (size_t)(begin - c->text);
  memmove(c->text, begin, c->text_used);
}

static void see_answer(struct connection* c)
{
  char number[16];
  const char* body = memmem(c->in, c->used, "\r\n\r\n", 4);
  if (!body) return;
  body += 4;
  if (value(c->in, c->used, "Content-Length: ", '\r', number, sizeof number)) {
    if (c->used < (size_t)(body - c->in) + (size_t)atoi(number)) return;
  } else {  // chunks, from a real server for what is longer than 2 kB
    static const char last[] = "\r\n0\r\n\r\n";
    const size_t size = sizeof last - 1;
    if (c->used < size || memcmp(c->in + c->used - size, last, size) != 0) return;
  }
  if (memcmp(c->in, "HTTP/1.1 201", 12) != 0) fail("the server does not create it");
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
      see_watch(c);
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
