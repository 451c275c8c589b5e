module kubexx.dev/bench-delayqueue

go 1.26.0
