// SPDX-License-Identifier: Apache-2.0

// Command controlplane is a real Kubernetes control plane in one file, for kubexx's end-to-end tests: etcd,
// kube-apiserver and kube-controller-manager from their official modules. Which of them runs is decided by the name it
// is called by (a symbolic link) or else by its first argument.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

func main() {
	name := filepath.Base(os.Args[0])
	if !known(name) && len(os.Args) > 1 {
		name = os.Args[1]
		os.Args = os.Args[1:]
	}
	switch name {
	case "etcd":
		etcdmain.Main(os.Args)
	case "kube-apiserver":
		os.Exit(run(apiserver.NewAPIServerCommand()))
	case "kube-controller-manager":
		os.Exit(run(controllermanager.NewControllerManagerCommand()))
	default:
		fmt.Fprintln(os.Stderr, "usage: controlplane etcd|kube-apiserver|kube-controller-manager [flags]")
		os.Exit(2)
	}
}

func known(name string) bool {
	return name == "etcd" || name == "kube-apiserver" || name == "kube-controller-manager"
}

func run(command *cobra.Command) int {
	command.SetArgs(os.Args[1:])
	return cli.Run(command)
}
