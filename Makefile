# SPDX-License-Identifier: Apache-2.0
# The front door: each target installs the Debian/Ubuntu packages it misses, then calls CMake. `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help build demo test headers e2e bench lint asan tsan fuzz soak site release-check install dist deb clean

JOBS   ?= $(shell nproc)
PREFIX ?= /usr/local
# What ctest runs: a name's part, e.g. make test TESTS=WorkQueue
TESTS  ?=
# The fuzz programs to run; empty: all
FUZZ   ?=

packages  = @cmake/install-packages.sh
configure = @mkdir -p build; cmake --preset $(1) >build/configure-$(1).log 2>&1 || { cat build/configure-$(1).log; exit 1; }
# One line that moves on a terminal (make sets MAKE_TERMOUT there), and nothing but complaints in a log.
compile   = @cmake --build --preset $(1) -j $(JOBS) --target $(2) $(if $(MAKE_TERMOUT),,-- --quiet)
run_tests = ctest --preset $(1) -j $(JOBS) --no-tests=error $(if $(MAKE_TERMOUT),--progress) $(if $(TESTS),-R '$(TESTS)') \
  --output-junit junit-$(2).xml --output-log build/$(1)/ctest-$(2).log

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "  make %-13s %s\n", $$1, $$2}'

build: ## libraries, tools and samples
	$(packages) build test
	$(call configure,release)
	$(call compile,release,all)

# In a folder of its own, built for being built fast; DEMO=release takes the programs of `make build`.
DEMO ?= demo
demo: ## a Foo becomes a Deployment, shown step by step (KEEP=1 leaves server and controller running for kubectl)
	$(packages) build
	$(call configure,$(DEMO))
	$(call compile,$(DEMO),kubexx-demo)
	@build/$(DEMO)/samples/demo/kubexx-demo --server build/$(DEMO)/tools/kubexx_apiserver/kubexx-apiserver \
	  --controller build/$(DEMO)/samples/sample-controller/sample-controller --manifests manifests $(if $(KEEP),--keep)

test: ## every test that needs only this machine's compiler (TESTS=<regex> for some)
	$(packages) build test
	$(call configure,release)
	$(call compile,release,all)
	@$(call run_tests,release,test) -LE 'e2e|soak'

headers: ## every public header compiles alone
	$(packages) build test
	$(call configure,release)
	$(call compile,release,kubexx_headers_alone)

e2e: ## the tests against a real kube-apiserver (KUBEBUILDER_ASSETS, or built once with Go)
	$(packages) build test e2e
	$(call configure,release)
	$(call compile,release,kubexx_e2e_tests)
	@$(call run_tests,release,e2e) -L e2e -j 2

fuzz: ## the fuzz programs, 10 s each, with a fixed seed (clang 19; FUZZ_SEED=0 draws one, FUZZ="url yaml" for some)
	$(packages) build sanitizers
	$(call configure,asan)
	$(call compile,asan,fuzz_programs)
	@tests/fuzz/run build/asan 10 $(JOBS) $(FUZZ)

soak: ## everything that takes long: more seeds, more objects, more fuzzing
	$(packages) build test e2e soak sanitizers
	$(call configure,release)
	$(call compile,release,kubexx_soak_tests)
	@$(call run_tests,release,soak) -L soak -j 1
	@tests/attack/run
	@tests/mutation/each 5
	@tests/e2e/controller_runtime_suites.sh build/release/tools/kubexx_apiserver/kubexx-apiserver \
	  build/release/tests/e2e/controller-runtime
	@tests/e2e/controller_runtime_suites.sh --json build/release/tools/kubexx_apiserver/kubexx-apiserver \
	  build/release/tests/e2e/controller-runtime
	$(call configure,asan)
	$(call compile,asan,fuzz_programs)
	@FUZZ_SEED=0 tests/fuzz/run build/asan 60 $(JOBS)
	@tests/packages/parent/run build/parent controller
	@tests/release/compilers next
	@tests/release/arm64 tests

bench: ## the benchmarks; queue, client, informer, controller, webhooks and API server beside those of Go and Rust (needs Go and Cargo)
	$(packages) build test bench
	$(call configure,bench)
	$(call compile,bench,benchmarks)
	@build/bench/bench/http_bench --benchmark_color=no
	@bench/compare_workqueue.sh build/bench/bench
	@bench/compare_client.sh build/bench/bench
	@bench/compare_informer.sh build/bench/bench
	@bench/informer_cpu_split.sh build/bench/bench
	@build/bench/bench/snapshot_bench --benchmark_repetitions=9 --benchmark_report_aggregates_only --benchmark_color=no
	@bench/compare_controller.sh build/bench/bench
	@bench/compare_webhooks.sh build/bench/bench
	@bench/compare_apiserver.sh build/bench/bench
	@bench/growth.sh build/bench/bench
	@build/bench/bench/reconcile_bench --benchmark_color=no
	@bench/compile_cost.sh

lint: ## clang-format and shellcheck on everything, clang-tidy (clang 19) on the product
	$(packages) build test lint
	$(call configure,lint)
	@cmake/lint.sh build/lint $(JOBS)

asan: ## the tests under AddressSanitizer and UndefinedBehaviorSanitizer (clang 19)
	$(packages) build test sanitizers
	$(call configure,asan)
	$(call compile,asan,all)
	@$(call run_tests,asan,asan) -LE 'e2e|soak'

tsan: ## the concurrent tests under ThreadSanitizer (clang 19)
	$(packages) build test sanitizers
	$(call configure,tsan)
	$(call compile,tsan,kubexx_concurrent_tests)
	@$(call run_tests,tsan,tsan) -L concurrent

site: ## the documentation site in build/site: the pages, a reference of every public header, and a search
	$(packages) site
	@docs/site/draw_modules --check
	@docs/site/build build/site
	@tests/site/check build/site

release-check: ## what a release needs: bare Debian 12 and 13, packages, compilers, arm64 (needs root; hours)
	@tests/release/check

install: ## headers, libraries, tools and CMake package into PREFIX (default /usr/local; DESTDIR is honoured)
	$(packages) build test
	$(call configure,release)
	$(call compile,release,kubexx_installed)
	@cmake --install build/release --prefix '$(PREFIX)' >/dev/null
	@echo "kubexx is in $(PREFIX): cmake -DCMAKE_PREFIX_PATH=$(PREFIX), find_package(kubexx)"

dist: ## build/kubexx-<version>.tar.gz: a source archive that builds without git
	@packaging/dist

deb: ## Debian packages in build/deb, checked by lintian
	$(packages) build deb
	@packaging/deb $(JOBS)

clean: ## removes build/
	@rm -rf build
