// SPDX-License-Identifier: Apache-2.0
// A library for LD_PRELOAD: malloc and free that keep blocks that were freed for a while, filled with a pattern. A
// block whose pattern has changed when it is let go was written after it was freed, and one that is freed a second time
// was freed twice: then the program ends, and standard error has who allocated it and who freed it, as addresses for
// addr2line. FREED_MEMORY=57-96 says which sizes are looked after; the others are glibc's. With a few sizes at a time
// the program is slowed little, so this can see what happens in the program that is shipped; those that the sanitizers
// make are slower and another compiler's, and valgrind runs one thread at a time.
#include <execinfo.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

extern "C" {
void* __libc_malloc(std::size_t size);                     // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t count, std::size_t size);  // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void* block, std::size_t size);       // NOLINT(bugprone-reserved-identifier)
void __libc_free(void* block);                             // NOLINT(bugprone-reserved-identifier)
}

namespace {

constexpr std::size_t kKept = std::size_t{1} << 16U;
constexpr unsigned char kPattern = 0xdb;
constexpr std::uint64_t kMark = 0x9e3779b97f4a7c15U;

struct Stack {
  std::array<void*, 12> frames{};
  int count = 0;

  // Unwinding allocates the first time.
  void take() noexcept
  {
    static thread_local bool taking = false;
    if (taking) return;
    taking = true;
    count = ::backtrace(frames.data(), static_cast<int>(frames.size()));
    taking = false;
  }
  void print(const char* what) noexcept
  {
    ::dprintf(STDERR_FILENO, "%s:\n", what);
    ::backtrace_symbols_fd(frames.data(), count, STDERR_FILENO);
  }
};

// In front of each small block.
struct alignas(16) Head {
  Stack allocated;
  Stack freed;
  std::size_t size = 0;
  alignas(16) std::uint64_t mark = kMark;
  std::atomic<std::uint64_t> used{1};  // 0: freed

  unsigned char* block() noexcept { return reinterpret_cast<unsigned char*>(this + 1); }
};
// The mark lies where glibc's own blocks have their size and, perhaps, the end of the block before.
static_assert(sizeof(Head) - offsetof(Head, mark) == 16);

// Of blocks that are looked after. Set before main(); none before that.
std::size_t least = 1, most = 0;

bool looked_after(std::size_t size) noexcept
{
  return size >= least && size <= most;
}

[[gnu::constructor]] void read_sizes()
{
  const char* const sizes = std::getenv("FREED_MEMORY");
  char* end = nullptr;
  const std::size_t from = sizes != nullptr ? std::strtoul(sizes, &end, 10) : 0;
  const std::size_t to = from != 0 && *end == '-' ? std::strtoul(end + 1, &end, 10) : 0;
  if (to < from || from == 0 || *end != '\0') {
    ::dprintf(STDERR_FILENO, "freed_memory: FREED_MEMORY must be a range of sizes, like 57-96\n");
    std::_Exit(EXIT_FAILURE);
  }
  Stack().take();  // loads what unwinds
  least = from;
  most = to;
}

std::array<std::atomic<Head*>, kKept> kept;
std::atomic<std::uint64_t> next_kept{0};

[[noreturn]] void report(const char* what, Head& head) noexcept
{
  Stack now;
  now.take();
  ::dprintf(STDERR_FILENO, "freed_memory: %s: a block of %zu bytes\n", what, head.size);
  head.allocated.print("allocated at");
  head.freed.print("freed at");
  now.print("seen at");
  std::_Exit(EXIT_FAILURE);
}

void let_go(Head& head) noexcept
{
  for (std::size_t at = 0; at != head.size; ++at) {
    if (head.block()[at] != kPattern) report("written after it was freed", head);
  }
  head.mark = 0;
  __libc_free(&head);
}

Head* head_of(void* block) noexcept
{
  auto* const head = static_cast<Head*>(block) - 1;
  return head->mark == kMark ? head : nullptr;
}

void* allocate(std::size_t size) noexcept
{
  void* const memory = __libc_malloc(sizeof(Head) + size);
  if (memory == nullptr) return nullptr;
  auto* const head = ::new (memory) Head;
  head->size = size;
  head->allocated.take();
  return head->block();
}

void release(Head& head) noexcept
{
  if (head.used.exchange(0) == 0) report("freed twice", head);
  head.freed.take();
  std::memset(head.block(), kPattern, head.size);
  if (Head* const oldest = kept[next_kept++ % kKept].exchange(&head)) let_go(*oldest);
}

[[gnu::destructor]] void look_at_all()
{
  for (auto& one : kept) {
    if (Head* const head = one.exchange(nullptr)) let_go(*head);
  }
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] void* malloc(std::size_t size) noexcept
{
  return looked_after(size) ? allocate(size) : __libc_malloc(size);
}

[[gnu::visibility("default")]] void free(void* block) noexcept
{
  if (block == nullptr) return;
  if (Head* const head = head_of(block)) {
    release(*head);
  } else {
    __libc_free(block);
  }
}

[[gnu::visibility("default")]] void* calloc(std::size_t count, std::size_t size) noexcept
{
  std::size_t whole = 0;
  if (__builtin_mul_overflow(count, size, &whole) || !looked_after(whole)) return __libc_calloc(count, size);
  void* const block = allocate(whole);
  if (block != nullptr) std::memset(block, 0, whole);
  return block;
}

[[gnu::visibility("default")]] void* realloc(void* block, std::size_t size) noexcept
{
  if (block == nullptr) return malloc(size);
  Head* const head = head_of(block);
  if (head == nullptr) return __libc_realloc(block, size);
  void* const moved = malloc(size);
  if (moved == nullptr) return nullptr;
  std::memcpy(moved, block, head->size < size ? head->size : size);
  free(block);
  return moved;
}

[[gnu::visibility("default")]] std::size_t malloc_usable_size(void* block) noexcept
{
  if (block == nullptr) return 0;
  if (const Head* const head = head_of(block)) return head->size;
  // glibc's size of the block with its own word, whose lowest bits are flags.
  return (static_cast<std::size_t*>(block)[-1] & ~std::size_t{7}) - sizeof(std::size_t);
}

}  // extern "C"
