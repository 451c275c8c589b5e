// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/types/core/v1/exec_action.hpp"
#include "kubexx/types/core/v1/http_get_action.hpp"
#include "kubexx/types/core/v1/tcp_socket_action.hpp"

namespace kubexx::corev1 {

/// GRPCProbeMode describes the connection mode for a gRPC probe.
struct GRPCProbeMode : OpenEnum<GRPCProbeMode> {
  using OpenEnum::OpenEnum;
  static constexpr Name Plaintext{"Plaintext"}, TLS{"TLS"};
};

/// GRPCAction specifies an action involving a GRPC service.
struct GRPCAction {
  /// Port number of the gRPC service. Number must be in the range 1 to 65535.
  std::int32_t port = 0;
  /// Service is the name of the service to place in the gRPC HealthCheckRequest (see
  /// https://github.com/grpc/grpc/blob/master/doc/health-checking.md). If this is not specified, the default behavior
  /// is defined by gRPC.
  std::optional<std::string> service{};
  /// mode specifies the connection mode for the gRPC health probe. Set to "TLS" to use TLS without certificate
  /// verification. Set to "Plaintext" to use a plaintext (insecure) connection explicitly. If not specified, the probe
  /// uses a plaintext (insecure) connection.
  GRPCProbeMode mode{};

  friend bool operator==(const GRPCAction&, const GRPCAction&);
};
BOOST_DESCRIBE_STRUCT(GRPCAction, (), (port, service, mode))
KUBEXX_COMPILED(GRPCAction)

/// Probe describes a health check to be performed against a container to determine whether it is alive or ready to
/// receive traffic.
struct Probe {
  /// Exec specifies a command to execute in the container.
  std::optional<ExecAction> exec{};
  /// HTTPGet specifies an HTTP GET request to perform.
  std::optional<HTTPGetAction> httpGet{};
  /// TCPSocket specifies a connection to a TCP port.
  std::optional<TCPSocketAction> tcpSocket{};
  /// GRPC specifies a GRPC HealthCheckRequest.
  std::optional<GRPCAction> grpc{};
  /// Number of seconds after the container has started before liveness probes are initiated.
  std::int32_t initialDelaySeconds = 0;
  /// Number of seconds after which the probe times out. Defaults to 1 second. Minimum value is 1.
  std::int32_t timeoutSeconds = 0;
  /// How often (in seconds) to perform the probe. Default to 10 seconds. Minimum value is 1.
  std::int32_t periodSeconds = 0;
  /// Minimum consecutive successes for the probe to be considered successful after having failed. Defaults to 1. Must
  /// be 1 for liveness and startup. Minimum value is 1.
  std::int32_t successThreshold = 0;
  /// Minimum consecutive failures for the probe to be considered failed after having succeeded. Defaults to 3. Minimum
  /// value is 1.
  std::int32_t failureThreshold = 0;
  /// Optional duration in seconds the pod needs to terminate gracefully upon probe failure. The grace period is the
  /// duration in seconds after the processes running in the pod are sent a termination signal and the time when the
  /// processes are forcibly halted with a kill signal.
  std::optional<std::int64_t> terminationGracePeriodSeconds{};

  friend bool operator==(const Probe&, const Probe&);
};
BOOST_DESCRIBE_STRUCT(Probe, (), (exec, httpGet, tcpSocket, grpc, initialDelaySeconds, timeoutSeconds, periodSeconds,
    successThreshold, failureThreshold, terminationGracePeriodSeconds))
KUBEXX_COMPILED(Probe)

}  // namespace kubexx::corev1
