// SPDX-License-Identifier: Apache-2.0
// Counts the parses and hops of the program that it is part of, whose linker sends these functions through here
// (--wrap), and adds them to the file of the environment variable COUNTS when the program ends, as counts.cpp does.
#include <atomic>
#include <boost/asio/detail/scheduler.hpp>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "kubexx/apimachinery/detail/codec_table.hpp"
#include "kubexx/apimachinery/detail/new_object.hpp"
#include "kubexx/apimachinery/detail/object_scan.hpp"

namespace kubexx::detail {
namespace {

std::atomic<unsigned long> scans, reads, writes, posts;

__attribute__((destructor)) void report()
{
  const char* const name = std::getenv("COUNTS");
  std::FILE* const out = name == nullptr ? nullptr : std::fopen(name, "a");
  if (out == nullptr) return;
  std::fprintf(out, "objects scanned=%lu\nstructs read=%lu\nstructs written=%lu\nposts=%lu\n", scans.load(),
               reads.load(), writes.load(), posts.load());
  std::fclose(out);
}

}  // namespace

ScannedObject scan_really(JsonScanner& from) __asm__("__real_" KUBEXX_SCAN_OBJECT);
ScannedObject scan_counted(JsonScanner& from) __asm__("__wrap_" KUBEXX_SCAN_OBJECT);
ScannedObject scan_counted(JsonScanner& from)
{
  ++scans;
  return scan_really(from);
}

void read_really(void* to, const Codec& codec, const Object& from) __asm__("__real_" KUBEXX_READ_OBJECT);
void read_counted(void* to, const Codec& codec, const Object& from) __asm__("__wrap_" KUBEXX_READ_OBJECT);
void read_counted(void* to, const Codec& codec, const Object& from)
{
  ++reads;
  read_really(to, codec, from);
}

std::string write_really(const void* value, const Codec& codec, Original original,
                         std::string_view kind) __asm__("__real_" KUBEXX_WRITE_OBJECT);
std::string write_counted(const void* value, const Codec& codec, Original original,
                          std::string_view kind) __asm__("__wrap_" KUBEXX_WRITE_OBJECT);
std::string write_counted(const void* value, const Codec& codec, Original original, std::string_view kind)
{
  ++writes;
  return write_really(value, codec, original, kind);
}

std::optional<NewObject> write_new_really(const void* value, const Codec& codec,
                                          const ResourceType& type) __asm__("__real_" KUBEXX_WRITE_NEW_OBJECT);
std::optional<NewObject> write_new_counted(const void* value, const Codec& codec,
                                           const ResourceType& type) __asm__("__wrap_" KUBEXX_WRITE_NEW_OBJECT);
std::optional<NewObject> write_new_counted(const void* value, const Codec& codec, const ResourceType& type)
{
  ++writes;
  return write_new_really(value, codec, type);
}

using Scheduler = boost::asio::detail::scheduler;
using Operation = boost::asio::detail::scheduler_operation;
void post_really(Scheduler* self, Operation* operation, bool is_continuation) __asm__("__real_" KUBEXX_POST);
void post_counted(Scheduler* self, Operation* operation, bool is_continuation) __asm__("__wrap_" KUBEXX_POST);
void post_counted(Scheduler* self, Operation* operation, bool is_continuation)
{
  ++posts;
  post_really(self, operation, is_continuation);
}

}  // namespace kubexx::detail
