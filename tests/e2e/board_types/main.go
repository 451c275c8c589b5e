// SPDX-License-Identifier: Apache-2.0

// board_types FILE: whether a Grafana board has the members, and only those, that Grafana's types have: those of boards,
// panels and queries of Prometheus, from Grafana's own Go module.
package main

import (
	"fmt"
	"os"

	"github.com/grafana/grafana-foundation-sdk/go/cog/plugins"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err == nil {
		plugins.RegisterDefaultPlugins()
		var board dashboard.Dashboard
		if err = board.UnmarshalJSONStrict(text); !is(err) {
			err = board.Validate()
		}
	}
	if is(err) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// The module returns an empty list as an error.
func is(err error) bool { return err != nil && err.Error() != "" }
