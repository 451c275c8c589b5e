// SPDX-License-Identifier: Apache-2.0
#include "file_changes.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "errors.hpp"

namespace kubexx::cli::scaffold {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what, const fs::path& path, int error)
{
  throw CommandError("the " + what + " " + path.string() +
                     " cannot be written: " + std::generic_category().message(error) + "; no files were written");
}

fs::path new_name(const fs::path& path)
{
  return path.string() + ".new";
}

class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor()
  {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }
  /// Returns errno if the file system reports a failed write only now.
  int close() { return ::close(std::exchange(number_, -1)) == 0 ? 0 : errno; }

private:
  int number_;
};

/// Returns errno, 0 after success.
int write_text(int descriptor, std::string_view text)
{
  while (!text.empty()) {
    const auto written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// The changes so far. The destructor takes them back unless keep() was called.
class Changes {
public:
  Changes() = default;
  Changes(const Changes&) = delete;
  Changes& operator=(const Changes&) = delete;
  ~Changes()
  {
    std::error_code ignored;
    for (auto path = made_.rbegin(); path != made_.rend(); ++path) fs::remove(*path, ignored);
  }

  void make_folder(const fs::path& path)
  {
    std::error_code failed;
    if (path.empty() || fs::is_directory(path, failed)) return;
    make_folder(path.parent_path());
    failed.clear();
    if (!fs::create_directory(path, failed)) fail("folder", path, failed ? failed.value() : EEXIST);
    made_.push_back(path);
  }

  /// `path` must not exist.
  void write(const fs::path& path, const TemplateFile& file, mode_t permissions)
  {
    Descriptor out(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions));
    if (out.number() < 0) fail("file", path, errno);
    made_.push_back(path);
    int error = write_text(out.number(), file.text);
    if (error == 0) error = out.close();
    if (error != 0) fail("file", path, error);
  }

  void keep() { made_.clear(); }

private:
  std::vector<fs::path> made_;
};

/// Writes the new text beside the file, and returns the path of the file. A link stays a link.
fs::path prepare(Changes& changes, fs::path path, const TemplateFile& file)
{
  std::error_code failed;
  if (const fs::path resolved = fs::canonical(path, failed); !failed) path = resolved;
  changes.make_folder(path.parent_path());
  struct stat before{};
  const bool exists = ::stat(path.c_str(), &before) == 0;
  if (exists && !S_ISREG(before.st_mode)) fail("file", path, S_ISDIR(before.st_mode) ? EISDIR : EEXIST);
  const fs::path beside = new_name(path);
  fs::remove(beside, failed);  // of a program that was killed
  changes.write(beside, file, 0666);
  if (exists && ::chmod(beside.c_str(), before.st_mode & 07777U) != 0) fail("file", path, errno);
  return path;
}

}  // namespace

void write_files(const fs::path& folder, const TemplateFiles& added, const TemplateFiles& replaced)
{
  Changes changes;
  for (const auto& [name, file] : added) {
    const fs::path path = folder / name;
    changes.make_folder(path.parent_path());
    changes.write(path, file, file.executable ? 0777 : 0666);
  }
  std::vector<fs::path> paths;
  for (const auto& [name, file] : replaced) paths.push_back(prepare(changes, folder / name, file));
  for (const auto& path : paths) {
    if (::rename(new_name(path).c_str(), path.c_str()) != 0) fail("file", path, errno);
  }
  changes.keep();
}

}  // namespace kubexx::cli::scaffold
