// SPDX-License-Identifier: Apache-2.0
// `make demo`: starts the embedded API server and the sample controller as they would run anywhere, plays the user and
// the cluster against them with kubexx's own client, and prints what happens. Exits 0 only when every step was seen.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>

#include "foo.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/client/typed.hpp"
#include "kubexx/http/client_transport.hpp"
#include "kubexx/types/apps/v1/deployment.hpp"
#include "scene.hpp"
#include "support/process.hpp"
#include "support/yaml.hpp"

namespace demo {
namespace {

namespace fs = std::filesystem;
using kubexx::Object;
using kubexx::support::Process;

const auto& crds = kubexx::resources::custom_resource_definitions;
const auto& deployments = kubexx::resources::deployments;

struct Options {
  fs::path server, controller, manifests;
  bool keep = false;
};

/// The object in a YAML file of one document.
Object read_manifest(const fs::path& file)
{
  return Object::from_json(kubexx::support::read_yaml(file).at(0));
}

std::string name_of(const Process& process)
{
  return process.log().stem().string();
}

std::string last_lines(const Process& process, int count)
{
  const std::string text = process.output();
  std::size_t from = text.size();
  for (int line = 0; line <= count && from != std::string::npos && from != 0; ++line) from = text.rfind('\n', from - 1);
  return from == std::string::npos ? text : text.substr(from);
}

void check_runs(Process& process, const std::string& before)
{
  if (const auto exit = process.wait(std::chrono::milliseconds(0))) {
    throw NotSeen(name_of(process) + " ended with " + to_string(*exit) + " before " + before + ":" +
                  last_lines(process, 10));
  }
}

/// Calls `step` every 10 ms until it is true, for at most 20 s; what `process` says last goes into the error.
void await(Process& process, const std::string& what, const std::function<bool()>& step)
{
  for (int tries = 0; !step(); ++tries) {
    check_runs(process, what);
    if (tries == 2000) throw NotSeen("not seen within 20 s: " + what + ":" + last_lines(process, 10));
    ::usleep(10'000);
  }
}

/// The port of the controller's probes and metrics, from its log.
std::optional<std::uint16_t> logged_port(const std::string& log)
{
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('{') || !line.ends_with('}')) continue;
    const Object entry = Object::parse(line);
    const auto port = entry.at("/port").as_int();
    if (entry.at("/msg").equals("listening") && port) return static_cast<std::uint16_t>(*port);
  }
  return std::nullopt;
}

std::int64_t integer(const Object& object, std::string_view pointer)
{
  return object ? object.at(pointer).as_int().value_or(0) : 0;
}

/// The value of the first series of `name` whose labels contain `label`.
double metric(const std::string& text, std::string_view name, std::string_view label)
{
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(name) || line.find(label) == std::string::npos) continue;
    const auto space = line.rfind(' ');
    return space == std::string::npos ? 0 : std::strtod(line.c_str() + space, nullptr);
  }
  throw NotSeen("the metrics have no " + std::string(name));
}

class Demo {
public:
  explicit Demo(Options options) : options_(std::move(options))
  {
    std::string name = (fs::temp_directory_path() / "kubexx-demo-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot create a directory like " + name);
    folder_ = name;
  }

  ~Demo()
  {
    std::error_code ignored;
    if (!kept_) fs::remove_all(folder_, ignored);
  }
  Demo(const Demo&) = delete;
  Demo& operator=(const Demo&) = delete;

  void run()
  {
    start_server();
    const Object crd = read_manifest(options_.manifests / "crd.yaml");
    install(crd);
    start_controller();
    {
      Scene scene(*client_, "default");
      scene.watchdog = [this] {
        for (auto* process : {&server_, &controller_}) check_runs(*process, "the end of the demo");
      };
      play(scene, read_manifest(options_.manifests / "example-foo.yaml"));
      show_metrics();
      if (options_.keep) {
        title("Creating another Foo for you to inspect");
        client_->create(foos, read_manifest(options_.manifests / "example-foo.yaml"));
        scene.see("the controller created the Deployment", [&] { return bool(scene.deployment("example-foo")); });
      }
    }
    if (options_.keep) {
      hand_over();
    } else {
      stop();
    }
  }

  /// For a failure: what the two programs said last.
  [[nodiscard]] std::string logs() const
  {
    std::string text;
    for (const auto* process : {&server_, &controller_}) {
      if (process->pid() > 0) text += "\n--- " + name_of(*process) + ":" + last_lines(*process, 15);
    }
    return text;
  }

private:
  [[nodiscard]] Process start(std::vector<std::string> arguments, const std::string& log) const
  {
    return Process({.argv = std::move(arguments), .own_session = options_.keep}, folder_ / log);
  }

  void start_server()
  {
    title("Starting the embedded API server in its own process");
    kubeconfig_ = folder_ / "kubeconfig";
    server_ = start({options_.server, "--port", "0", "--kubeconfig-out", kubeconfig_}, "kubexx-apiserver.log");
    await(server_, "its kubeconfig", [&] { return fs::exists(kubeconfig_); });
    const auto config = kubexx::load_kubeconfig(kubeconfig_);
    client_.emplace(kubexx::Client::connect(runtime_.runtime(), config));
    await(server_, "an answer to /readyz", [&] { return client_->get_raw("/readyz") == "ok"; });
    say("✔ it is serving " + config.server);
  }

  void install(const Object& crd)
  {
    client_->create(crds, crd);
    const auto established = [&] {
      const Object now = client_->get(crds, crd.key());
      for (auto conditions = now.at("/status/conditions").children(); conditions.next();) {
        const auto condition = conditions.value();
        if (condition.member("type").equals("Established")) return condition.member("status").equals("True");
      }
      return false;
    };
    await(server_, "the CRD to be established", established);
    say("✔ the CRD of Foo is established (manifests/crd.yaml)");
  }

  void start_controller()
  {
    title("Starting the sample controller in another process");
    controller_ = start({options_.controller, "--kubeconfig", kubeconfig_, "--log-format", "json", "--metrics-address",
                         "127.0.0.1:0", "--health-address", "127.0.0.1:0"},
                        "sample-controller.log");
    std::optional<std::uint16_t> port;
    await(controller_, "its port", [&] { return (port = logged_port(controller_.output())).has_value(); });
    port_ = *port;
    await(controller_, "readiness", [&] { return fetch("/readyz").status == 200; });
    say("✔ it is ready");
  }

  void play(Scene& scene, const Object& example)
  {
    const kubexx::ObjectKey key = example.key();
    const std::string deployment = example.at("/spec/deploymentName").as_string().value();

    title("A user applies manifests/example-foo.yaml");
    const std::string foo_uid(client_->create(foos, example).uid());
    scene.see("the controller created a Deployment owned by the Foo", [&] {
      const Object now = scene.deployment(deployment);
      const auto owner = now ? now.controller_owner() : std::nullopt;
      return owner && owner->uid == foo_uid && integer(now, "/spec/replicas") == 1;
    });
    scene.see("the controller recorded an event about it", [&] { return scene.has_event("Synced", key.name); });

    title("The user asks for 3 replicas");
    auto foo = kubexx::api<sample::Foo>(*client_).get(key);
    foo->spec.replicas = 3;
    foo.patch();
    scene.see("the Deployment follows", [&] { return integer(scene.deployment(deployment), "/spec/replicas") == 3; });

    title("The cluster (played by this demo) brings up 3 replicas");
    const kubexx::ObjectKey deployment_key{key.namespace_, deployment};
    auto played = kubexx::api<kubexx::appsv1::Deployment>(*client_).get(deployment_key);
    kubexx::appsv1::DeploymentStatus& status = played->status;
    status.replicas = status.updatedReplicas = status.readyReplicas = status.availableReplicas = 3;
    played.patch_status();
    scene.see("the Foo reports the available replicas",
              [&] { return integer(scene.foo(key.name), "/status/availableReplicas") == 3; });

    title("Someone deletes the Deployment");
    const std::string old_uid(scene.deployment(deployment).uid());
    client_->delete_(deployments, deployment_key);
    scene.see("the controller recreated it with 3 replicas", [&] {
      const Object now = scene.deployment(deployment);
      return now && now.uid() != old_uid && integer(now, "/spec/replicas") == 3;
    });

    title("The user deletes the Foo");
    client_->delete_(foos, key);
    scene.see("the Foo and, by garbage collection, its Deployment are gone",
              [&] { return !scene.foo(key.name) && !scene.deployment(deployment); });
  }

  void show_metrics()
  {
    title("Metrics of the controller's work queue (from its /metrics)");
    std::string text;
    const auto value = [&](std::string_view name) { return metric(text, name, "name=\"foo\""); };
    await(controller_, "the end of the queue's work", [&] {
      text = fetch("/metrics").body;
      return value("workqueue_adds_total") > 0 && value("workqueue_depth") == 0 &&
             value("workqueue_work_duration_seconds_count") == value("workqueue_queue_duration_seconds_count");
    });
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("workqueue_") && line.find("_bucket") == std::string::npos) say("    " + line);
    }
    say("✔ every key was processed");
  }

  void stop()
  {
    title("Stopping both processes (SIGTERM)");
    for (auto* process : {&controller_, &server_}) {
      const auto exit = process->stop();
      if (exit.code != 0) {
        throw NotSeen(name_of(*process) + " ended with " + to_string(exit) + ":" + last_lines(*process, 10));
      }
      say("✔ " + name_of(*process) + " shut down cleanly");
    }
  }

  void hand_over()
  {
    kept_ = true;
    const int server = server_.pid(), controller = controller_.pid();
    server_.release();
    controller_.release();
    const std::string kubectl = "  kubectl --kubeconfig " + kubeconfig_.string() + " ";
    std::printf("\nBoth processes are still running. Try:\n");
    for (const char* line : {"get foos", "get deployments --watch", "describe foo example-foo", "get events",
                             "explain foo.spec", "patch foo example-foo --type=merge -p '{\"spec\":{\"replicas\":5}}'",
                             "scale deployment example-foo --replicas=9   # the controller reverts it",
                             "delete foo example-foo", "apply -f manifests/example-foo.yaml"}) {
      std::printf("%s%s\n", kubectl.c_str(), line);
    }
    std::printf("Logs: %s\nTo stop both: kill %d %d\n", (folder_ / "*.log").c_str(), controller, server);
  }

  kubexx::HttpResponse fetch(const std::string& path)
  {
    kubexx::ClientTransportOptions options;
    options.host = "127.0.0.1";
    options.port = port_;
    const auto transport = kubexx::make_client_transport(runtime_.runtime(), options);
    kubexx::HttpResponse response;
    kubexx::block_on(runtime_.runtime().executor, [&] { return get(transport, path, response); }, "async_get_raw");
    return response;
  }

  static kubexx::awaitable<void> get(std::shared_ptr<kubexx::Transport> transport, std::string path,
                                     kubexx::HttpResponse& response)
  {
    kubexx::HttpRequest request;
    request.target = path;
    response = co_await transport->exchange(std::move(request), {});
  }

  Options options_;
  fs::path folder_, kubeconfig_;
  bool kept_ = false;
  kubexx::SystemRuntime runtime_{{.log = kubexx::Log()}};
  Process server_, controller_;
  std::optional<kubexx::Client> client_;
  std::uint16_t port_ = 0;  // of the controller's probes and metrics
};

}  // namespace
}  // namespace demo

int main(int argc, char** argv)
{
  CLI::App app("Demonstrates kubexx: a controller creates a Deployment for a Foo.", "kubexx-demo");
  demo::Options options;
  app.add_option("--server", options.server, "path of the program kubexx-apiserver")
      ->required()
      ->check(CLI::ExistingFile);
  app.add_option("--controller", options.controller, "path of the program sample-controller")
      ->required()
      ->check(CLI::ExistingFile);
  app.add_option("--manifests", options.manifests, "directory of crd.yaml and example-foo.yaml")
      ->required()
      ->check(CLI::ExistingDirectory);
  app.add_flag("--keep", options.keep, "leave both programs running and print how to reach them");
  CLI11_PARSE(app, argc, argv);

  demo::Demo demo(options);
  try {
    demo.run();
  } catch (const std::exception& error) {
    std::printf("\nThe demo FAILED: %s\n%s\n", error.what(), demo.logs().c_str());
    return 1;
  }
  std::printf("\nAll steps succeeded.\n");
  return 0;
}
