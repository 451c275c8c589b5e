module kubexx.dev/bench-controller-cluster

go 1.26.0
