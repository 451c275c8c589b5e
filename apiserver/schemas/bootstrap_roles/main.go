// SPDX-License-Identifier: Apache-2.0

// Command bootstrap_roles prints, for bootstrap_roles.py, the roles and bindings that a kube-apiserver of its release creates at its first
// start, as a JSON list in that order. Those of namespaces are sorted, which a real server does not do.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sort"

	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac/bootstrappolicy"
)

type object struct {
	Kind   string
	Object interface{}
}

func sortedKeys[Item any](items map[string][]Item) []string {
	keys := []string{}
	for key := range items {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

func list[Item any](all *[]object, kind string, items []Item) {
	for index := range items {
		*all = append(*all, object{kind, &items[index]})
	}
}

func main() {
	all := []object{}
	list[rbacv1.ClusterRole](&all, "ClusterRole", append(bootstrappolicy.ClusterRoles(), bootstrappolicy.ControllerRoles()...))
	list[rbacv1.ClusterRoleBinding](&all, "ClusterRoleBinding", append(bootstrappolicy.ClusterRoleBindings(), bootstrappolicy.ControllerRoleBindings()...))
	roles := bootstrappolicy.NamespaceRoles()
	for _, namespace := range sortedKeys(roles) {
		list[rbacv1.Role](&all, "Role", roles[namespace])
	}
	bindings := bootstrappolicy.NamespaceRoleBindings()
	for _, namespace := range sortedKeys(bindings) {
		list[rbacv1.RoleBinding](&all, "RoleBinding", bindings[namespace])
	}
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(string(text))
}
