// SPDX-License-Identifier: Apache-2.0
#include "support/replace_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace kubexx::support {
namespace {

[[noreturn]] void fail(const char* what, const std::string& path, int error)
{
  throw std::runtime_error(std::string(what) + " " + path + ": " + std::strerror(error));
}

/// The error; 0: none.
int write_all(int descriptor, std::string_view text)
{
  while (!text.empty()) {
    const auto written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace

void replace_file(const std::string& path, std::string_view text)
{
  std::string temporary = path + ".XXXXXX";
  const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) fail("create a file beside", path, errno);
  int error = write_all(descriptor, text);
  // A file that is there keeps its owner, also when root replaces it. Who may not give it away leaves it to himself.
  struct stat before{};
  if (::stat(path.c_str(), &before) == 0 && ::fchown(descriptor, before.st_uid, before.st_gid) != 0 && errno != EPERM) {
    if (error == 0) error = errno;
  }
  if (error == 0 && ::fsync(descriptor) != 0) error = errno;
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error == 0) return;
  ::unlink(temporary.c_str());
  fail("write", path, error);
}

}  // namespace kubexx::support
