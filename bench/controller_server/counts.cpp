// SPDX-License-Identifier: Apache-2.0
// Counts what the program that it is part of, or preloaded to (reconcile_counts.py), allocates and copies, and its
// system calls for sockets and epoll, and adds them as NAME=COUNT to the file of the environment variable COUNTS when
// the program ends. Copies that the compiler has made of single instructions are not counted. For glibc; to be compiled
// with -fno-builtin.
#include <dlfcn.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace {

std::atomic<unsigned long> allocations, bytes_allocated, copies, bytes_copied, calls;

void count(std::atomic<unsigned long>& which, std::atomic<unsigned long>& bytes, std::size_t size) noexcept
{
  which.fetch_add(1, std::memory_order_relaxed);
  bytes.fetch_add(size, std::memory_order_relaxed);
}

// The function of libc, counted as a system call.
template <class Function>
Function* called(std::atomic<Function*>& known, const char* name) noexcept
{
  calls.fetch_add(1, std::memory_order_relaxed);
  Function* found = known.load(std::memory_order_relaxed);
  if (found == nullptr) {
    found = reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
    known.store(found, std::memory_order_relaxed);
  }
  return found;
}

__attribute__((destructor)) void report()
{
  const char* const name = std::getenv("COUNTS");
  std::FILE* const out = name == nullptr ? nullptr : std::fopen(name, "a");
  if (out == nullptr) return;
  std::fprintf(out,
               "allocations=%lu\nbytes allocated=%lu\ncopies=%lu\nbytes copied=%lu\nsystem calls for sockets=%lu\n",
               allocations.load(), bytes_allocated.load(), copies.load(), bytes_copied.load(), calls.load());
  std::fclose(out);
}

}  // namespace

extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size)
{
  count(allocations, bytes_allocated, size);
  return __libc_malloc(size);
}

void* calloc(std::size_t number, std::size_t size)
{
  count(allocations, bytes_allocated, number * size);
  return __libc_calloc(number, size);
}

void* realloc(void* memory, std::size_t size)
{
  count(allocations, bytes_allocated, size);
  return __libc_realloc(memory, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size)
{
  count(allocations, bytes_allocated, size);
  return __libc_memalign(alignment, size);
}

void* memmove(void* to, const void* from, std::size_t size)
{
  count(copies, bytes_copied, size);
  auto* const t = static_cast<unsigned char*>(to);
  const auto* const f = static_cast<const unsigned char*>(from);
  if (t < f) {
    for (std::size_t at = 0; at < size; ++at) t[at] = f[at];
  } else {
    for (std::size_t at = size; at > 0; --at) t[at - 1] = f[at - 1];
  }
  return to;
}

void* memcpy(void* to, const void* from, std::size_t size)
{
  return memmove(to, from, size);
}

#define KUBEXX_COUNT(result, name, parameters, arguments)       \
  result name parameters                                        \
  {                                                             \
    static std::atomic<result(*) parameters> known{nullptr};    \
    return (*called<result parameters>(known, #name))arguments; \
  }

KUBEXX_COUNT(ssize_t, read, (int file, void* to, size_t size), (file, to, size))
KUBEXX_COUNT(ssize_t, write, (int file, const void* from, size_t size), (file, from, size))
KUBEXX_COUNT(ssize_t, recv, (int file, void* to, size_t size, int flags), (file, to, size, flags))
KUBEXX_COUNT(ssize_t, send, (int file, const void* from, size_t size, int flags), (file, from, size, flags))
KUBEXX_COUNT(ssize_t, recvmsg, (int file, msghdr* to, int flags), (file, to, flags))
KUBEXX_COUNT(ssize_t, sendmsg, (int file, const msghdr* from, int flags), (file, from, flags))
KUBEXX_COUNT(int, epoll_ctl, (int epoll, int what, int file, epoll_event* event), (epoll, what, file, event))
KUBEXX_COUNT(int, epoll_wait, (int epoll, epoll_event* events, int most, int wait), (epoll, events, most, wait))

}  // extern "C"
