// SPDX-License-Identifier: Apache-2.0

// Command kubectl is kubectl 1.32, built from its official modules, so that kubexx's tests do not depend on the kubectl
// that a machine happens to have.
package main

import (
	_ "k8s.io/client-go/plugin/pkg/client/auth"
	"k8s.io/component-base/cli"
	"k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
)

func main() {
	if err := cli.RunNoErrOutput(cmd.NewDefaultKubectlCommand()); err != nil {
		util.CheckErr(err)
	}
}
