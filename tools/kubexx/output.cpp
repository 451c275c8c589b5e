// SPDX-License-Identifier: Apache-2.0
#include "output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "errors.hpp"

namespace kubexx::cli {
namespace {

[[noreturn]] void fail()
{
  throw CommandError(std::string("write /dev/stdout: ") + std::strerror(errno));
}

}  // namespace

void write_out(std::string_view text)
{
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail();
}

void flush_out()
{
  if (std::fflush(stdout) != 0) fail();
}

void write_err(std::string_view text) noexcept
{
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace kubexx::cli
