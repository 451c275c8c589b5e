// SPDX-License-Identifier: Apache-2.0

// Command columns prints, for columns.py, the columns that a kube-apiserver shows of the types of its release, as JSON: for each group
// (the empty one, too) and kind a list of name, type, format, priority and description.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/admissionregistration/install"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/authentication/install"
	_ "k8s.io/kubernetes/pkg/apis/authorization/install"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/certificates/install"
	_ "k8s.io/kubernetes/pkg/apis/coordination/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/discovery/install"
	_ "k8s.io/kubernetes/pkg/apis/events/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/node/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	_ "k8s.io/kubernetes/pkg/apis/scheduling/install"
	_ "k8s.io/kubernetes/pkg/apis/storage/install"
	"k8s.io/kubernetes/pkg/printers"
	printersinternal "k8s.io/kubernetes/pkg/printers/internalversion"
)

type handler struct {
	columns map[reflect.Type][]metav1.TableColumnDefinition
}

func (h *handler) TableHandler(columns []metav1.TableColumnDefinition, print interface{}) error {
	h.columns[reflect.TypeOf(print).In(0).Elem()] = columns
	return nil
}

var _ printers.PrintHandler = &handler{}

func main() {
	h := &handler{map[reflect.Type][]metav1.TableColumnDefinition{}}
	printersinternal.AddHandlers(h)
	kinds := map[string][]metav1.TableColumnDefinition{}
	for gvk, internal := range legacyscheme.Scheme.AllKnownTypes() {
		if columns, has := h.columns[internal]; has && gvk.Version == "__internal" {
			kinds[gvk.Group+"/"+gvk.Kind] = columns
		}
	}
	text, err := json.MarshalIndent(kinds, "", " ")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(string(text))
}
