// SPDX-License-Identifier: Apache-2.0
// What both floors do without a connection: the work that is queued, the texts of requests, and what is looked for in
// answers with memmem. C that C++ compiles too.
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WRITERS = 4, NAME = 32, UID = 40, JOBS = 8192, KNOWN = 16384, BUFFER = 32768 };

struct job {
  char name[NAME], uid[UID], deployment[NAME], version[NAME];
  int replicas;
};

/* The body of a watch, in chunks that end anywhere in an event. */
struct watched {
  int in_body;   // the head is over
  size_t chunk;  // what is left of a chunk
  size_t text_used;
  char* text;  // the contents of the chunks
};

static struct job jobs[JOBS];
static size_t first_job, job_count;
static char known[KNOWN][NAME];  // Deployments, by hash
static int synced;               // how many of the two watches have sent the initial objects
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
  const char* at = (const char*)memmem(text, size, before, strlen(before));
  if (!at) return 0;
  at += strlen(before);
  const char* stop = (const char*)memchr(at, end, (size_t)(text + size - at));
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

static int watch_request(char* text, size_t room, const char* resource)
{
  return snprintf(text, room,
                  "GET /apis/%s?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&"
                  "allowWatchBookmarks=true HTTP/1.1\r\nHost: %s:%d\r\nAuthorization: Bearer %s\r\n"
                  "User-Agent: floor\r\nAccept: application/json\r\n\r\n",
                  resource, address, port, token);
}

static int post_request(char* text, size_t room, const char* collection, const char* body, int body_size)
{
  return snprintf(text, room,
                  "POST /apis/%s HTTP/1.1\r\nHost: %s:%d\r\nAuthorization: Bearer %s\r\nUser-Agent: floor\r\n"
                  "Accept: application/json\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%.*s",
                  collection, address, port, token, body_size, body_size, body);
}

static int deployment_request(char* text, size_t room, const struct job* j)
{
  char body[2048];
  int size = snprintf(
      body, sizeof body,
      "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"%s\",\"namespace\":\"default\","
      "\"ownerReferences\":[{\"apiVersion\":\"samplecontroller.k8s.io/v1alpha1\",\"kind\":\"Foo\",\"name\":\"%s\","
      "\"uid\":\"%s\",\"controller\":true,\"blockOwnerDeletion\":true}]},\"spec\":{\"replicas\":%d,\"selector\":{"
      "\"matchLabels\":{\"app\":\"nginx\",\"controller\":\"%s\"}},\"template\":{\"metadata\":{\"labels\":{\"app\":"
      "\"nginx\",\"controller\":\"%s\"}},\"spec\":{\"containers\":[{\"name\":\"nginx\",\"image\":\"nginx:latest\"}]}}}"
      "}",
      j->deployment, j->name, j->uid, j->replicas, j->name, j->name);
  return post_request(text, room, "apps/v1/namespaces/default/deployments", body, size);
}

static int event_request(char* text, size_t room, const struct job* j)
{
  char body[2048], now[40];
  static unsigned long long number;
  struct timespec time;
  struct tm utc;
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
  return post_request(text, room, "events.k8s.io/v1/namespaces/default/events", body, size);
}

static void see_line(int deployments, const char* line, size_t size)
{
  char name[NAME], number[16];
  if (memmem(line, size, "\"type\":\"BOOKMARK\"", 17)) {
    if (memmem(line, size, "initial-events-end", 18)) ++synced;
    return;
  }
  if (!memmem(line, size, "\"type\":\"ADDED\"", 14)) return;
  if (deployments) {
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

/* Takes what has come, and returns how much of it remains. */
static size_t take_chunks(struct watched* c, char* in, size_t used)
{
  char *at = in, *end = in + used, *line;
  for (;;) {
    if (c->chunk) {
      size_t size = c->chunk < (size_t)(end - at) ? c->chunk : (size_t)(end - at);
      if (size == 0) break;
      if (c->text_used + size > 2 * BUFFER) fail("an event is too long");
      memcpy(c->text + c->text_used, at, size);
      c->text_used += size;
      c->chunk -= size;
      at += size;
    } else if ((line = (char*)memchr(at, '\n', (size_t)(end - at)))) {
      if (c->in_body && *at != '\r') c->chunk = strtoul(at, NULL, 16);
      if (line - at < 2) c->in_body = 1;
      at = line + 1;
    } else {
      break;
    }
  }
  used = (size_t)(end - at);
  memmove(in, at, used);
  return used;
}

static size_t see_watch(struct watched* c, int deployments, char* in, size_t used)
{
  used = take_chunks(c, in, used);
  char *begin = c->text, *end;
  while ((end = (char*)memchr(begin, '\n', (size_t)(c->text + c->text_used - begin)))) {
    see_line(deployments, begin, (size_t)(end - begin));
    begin = end + 1;
  }
  c->text_used -= (size_t)(begin - c->text);
  memmove(c->text, begin, c->text_used);
  return used;
}

/* Whether the answer is here as a whole; it must be 201. */
static int is_answered(const char* in, size_t used)
{
  char number[16];
  const char* body = (const char*)memmem(in, used, "\r\n\r\n", 4);
  if (!body) return 0;
  body += 4;
  if (value(in, used, "Content-Length: ", '\r', number, sizeof number)) {
    if (used < (size_t)(body - in) + (size_t)atoi(number)) return 0;
  } else {  // chunks, from a real server for what is longer than 2 kB
    static const char last[] = "\r\n0\r\n\r\n";
    const size_t size = sizeof last - 1;
    if (used < size || memcmp(in + used - size, last, size) != 0) return 0;
  }
  if (memcmp(in, "HTTP/1.1 201", 12) != 0) fail("the server does not create it");
  return 1;
}
