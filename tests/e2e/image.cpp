// SPDX-License-Identifier: Apache-2.0
#include "image.hpp"

#include <unistd.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace kubexx::e2e {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

std::string program_in_path(const std::string& name)
{
  for (const char* folder : {"/usr/bin/", "/usr/local/bin/", "/bin/"}) {
    if (fs::exists(folder + name)) return folder + name;
  }
  return {};
}

void check_machine()
{
  if (program_in_path("buildah").empty()) {
    throw CannotRun("there is no buildah to pack the image with: cmake/install-packages.sh e2e installs it");
  }
  if (::geteuid() != 0) {
    throw CannotRun("to pack the image and to run it in namespaces of its own takes root: run the e2e tests as root");
  }
  Command command{in_new_namespaces()};
  command.argv.emplace_back("/bin/true");
  const auto tried = run(command);
  if (!tried.ok()) {
    throw CannotRun("root may not make namespaces on this machine (" + tried.err.substr(0, tried.err.find('\n')) +
                    "): a container needs CAP_SYS_ADMIN for these tests, as with docker run --privileged");
  }
}

// Its last stage, which packs what the one named "build" has left.
std::string last_stage(const std::string& dockerfile)
{
  const auto from = dockerfile.rfind("\nFROM ");
  if (from == std::string::npos) throw std::runtime_error("manifests/Dockerfile has one stage only");
  return dockerfile.substr(from + 1);
}

}  // namespace

std::vector<std::string> in_new_namespaces()
{
  return {"/usr/bin/unshare", "--mount",      "--uts",         "--ipc",  "--pid",
          "--fork",           "--kill-child", "--propagation", "private"};
}

Image::Image(fs::path folder, From from) : folder_(std::move(folder))
{
  check_machine();
  fs::remove_all(folder_);
  fs::create_directories(folder_);
  if (from == From::built) {
    pack();
  } else {
    compile();
  }
  const auto config = json::parse(buildah({"inspect", "--type=image", "sample-controller"})).at("OCIv1").at("config");
  user_ = config.value("User", "");
  entrypoint_ = config.value("Entrypoint", std::vector<std::string>());
}

void Image::pack() const
{
  Command fill{
      {"/bin/sh", manifests().parent_path() / "tools/image/image-root.sh", "--with", "kubexx=0.0.0=Apache-2.0"}};
  const std::string map = std::string(KUBEXX_E2E_SAMPLE) + ".map";
  if (fs::exists(map)) fill.argv.insert(fill.argv.end(), {"--map", map});
  fill.argv.insert(fill.argv.end(), {KUBEXX_E2E_SAMPLE, (folder_ / "build/image").string()});
  const auto filled = run(fill);
  if (!filled.ok()) throw std::runtime_error("image-root.sh: " + filled.all());
  write_file(folder_ / "stage/Dockerfile", last_stage(read_file(manifests() / "Dockerfile")));
  (void)buildah({"build", "--isolation=chroot", "--build-context=build=" + (folder_ / "build").string(),
                 "--tag=sample-controller", "--file=" + (folder_ / "stage/Dockerfile").string(),
                 (folder_ / "stage").string()});
}

void Image::compile() const
{
  const auto mmdebstrap = program_in_path("mmdebstrap");
  if (mmdebstrap.empty()) {
    throw CannotRun(
        "there is no mmdebstrap to make a Debian to compile in: cmake/install-packages.sh soak installs it");
  }
  const auto base = (folder_ / "base.tar").string();
  const auto made = run({{mmdebstrap, "--variant=minbase", "--mode=root", "bookworm", base}}, {}, 15min);
  if (!made.ok()) throw std::runtime_error("mmdebstrap: " + made.all());
  (void)buildah({"from", "--name=base", "scratch"});
  (void)buildah({"add", "base", base, "/"});
  (void)buildah({"commit", "--rm", "base", "debian-made-here"});
  (void)buildah({"build", "--isolation=chroot", "--pull-never", "--build-arg=BASE=localhost/debian-made-here",
                 "--tag=sample-controller", "--file=" + (manifests() / "Dockerfile").string(),
                 manifests().parent_path().string()});
}

Image::~Image()
{
  try {
    (void)buildah({"rm", "--all"});
    fs::remove_all(folder_);
  } catch (const std::exception& error) {
    ADD_FAILURE() << "cleaning up: " << error.what();
  }
}

std::string Image::buildah(std::vector<std::string> arguments) const
{
  arguments.insert(arguments.begin(), {program_in_path("buildah"), "--root=" + (folder_ / "storage").string(),
                                       "--runroot=" + (folder_ / "state").string(), "--storage-driver=vfs"});
  const auto outcome = run({arguments}, {}, 50min);
  if (!outcome.ok()) {
    throw std::runtime_error("buildah " + arguments[4] + " failed (" + to_string(outcome.exit) + "): " + outcome.all());
  }
  return outcome.out;
}

fs::path Image::root(const std::string& name) const
{
  (void)buildah({"from", "--pull-never", "--name=" + name, "sample-controller"});
  auto path = buildah({"mount", name});
  while (!path.empty() && path.back() == '\n') path.pop_back();
  return path;
}

}  // namespace kubexx::e2e
