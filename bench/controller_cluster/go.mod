// SPDX-License-Identifier: Apache-2.0

module kubexx.dev/bench-controller-cluster

go 1.26.0
