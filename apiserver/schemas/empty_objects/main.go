// SPDX-License-Identifier: Apache-2.0

// Command empty_objects prints src/apply/empty_objects.cpp: what the Go types of the built-in kinds are before anything
// is set, as JSON. A create is compared with that, so it decides which fields a client owns.
// tools/openapi/generate.py runs it.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/client-go/kubernetes/scheme"
)

func main() {
	if err := apiextensions.AddToScheme(scheme.Scheme); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	lines := []string{}
	for gvk, kind := range scheme.Scheme.AllKnownTypes() {
		if gvk.Version != "v1" && gvk.Version != "v2" {
			continue
		}
		metadata, has := kind.FieldByName("ObjectMeta")
		if !has || metadata.Type.Name() != "ObjectMeta" {
			continue
		}
		text, err := json.Marshal(reflect.New(kind).Interface())
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		lines = append(lines, fmt.Sprintf("    {%q, R\"(%s)\"},", strings.TrimPrefix(gvk.GroupVersion().String(), "/")+" "+gvk.Kind, text))
	}
	sort.Strings(lines)
	fmt.Print(`// SPDX-License-Identifier: Apache-2.0
// Written by schemas/empty_objects. Do not edit.
#include "apply/empty_objects.hpp"

#include <map>

namespace kubexx::apiserver::apply {

// clang-format off
std::string_view empty_object(std::string_view kind)
{
  static const std::map<std::string_view, std::string_view> objects{
`)
	fmt.Println(strings.Join(lines, "\n"))
	fmt.Print(`  };
  const auto found = objects.find(kind);
  return found == objects.end() ? std::string_view("{}") : found->second;
}
// clang-format on

}  // namespace kubexx::apiserver::apply
`)
}
