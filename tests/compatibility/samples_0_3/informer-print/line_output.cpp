// SPDX-License-Identifier: Apache-2.0
#include "line_output.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <system_error>

namespace informer_print {

LineOutput::LineOutput(int file) : file_(file), ended_(::eventfd(0, EFD_CLOEXEC))
{
  if (ended_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
}

LineOutput::~LineOutput()
{
  ::close(ended_);
}

void LineOutput::write(std::string_view line)
{
  while (!line.empty() && error_ == 0 && wait_writable()) {
    // A pipe that can be written to takes so much without waiting.
    const std::size_t piece = std::min<std::size_t>(line.size(), PIPE_BUF);
    const ssize_t written = ::write(file_, line.data(), piece);
    if (written >= 0) {
      line.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR && errno != EAGAIN) {
      error_ = errno;
      stop();
    }
  }
}

bool LineOutput::wait_writable() const
{
  std::array<pollfd, 2> waits{{{file_, POLLOUT, 0}, {ended_, POLLIN, 0}}};
  while (::poll(waits.data(), waits.size(), -1) < 0) {
    if (errno != EINTR) return true;  // the write says what is wrong
  }
  return waits[0].revents != 0;
}

void LineOutput::stop() const
{
  (void)::eventfd_write(ended_, 1);
}

}  // namespace informer_print
