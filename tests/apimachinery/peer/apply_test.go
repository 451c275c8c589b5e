// SPDX-License-Identifier: Apache-2.0

package peer

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/kube-openapi/pkg/spec3"
)

//go:embed merge_item.json
var mergeItem []byte

func itemSchema(t *testing.T) strategicpatch.PatchMetaFromOpenAPIV3 {
	var document spec3.OpenAPI
	if err := json.Unmarshal(mergeItem, &document); err != nil {
		t.Fatal(err)
	}
	schemas := document.Components.Schemas
	return strategicpatch.PatchMetaFromOpenAPIV3{Schema: schemas["dev.kubexx.test.v1.Item"], SchemaList: schemas}
}

type object = map[string]any

// some is a set of members, each of which may be left out.
func (g generator) some(chance int, members object) object {
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if g.Intn(chance) == 0 {
			delete(members, name)
		}
	}
	return members
}

func (g generator) element(names []string, make func(name string) object) []any {
	list := []any{}
	for _, name := range g.Perm(len(names)) {
		if g.Intn(2) == 0 {
			list = append(list, make(names[name]))
		}
	}
	if g.twice && len(list) > 0 && g.Intn(12) == 0 {
		list = append(list, list[g.Intn(len(list))])
	}
	return list
}

func (g generator) texts(from ...string) []any {
	list := []any{}
	for _, index := range g.Perm(len(from)) {
		if g.Intn(2) == 0 {
			list = append(list, from[index])
		}
	}
	return list
}

func (g generator) source() object {
	return g.some(3, object{"name": g.pick("a", "b"), "key": g.pick("k", "l"), "optional": g.Intn(2) == 0})
}

func (g generator) numbers() []any {
	list := []any{}
	for _, number := range g.Perm(6)[:g.Intn(5)] {
		list = append(list, number)
	}
	if g.twice && len(list) > 0 && g.Intn(4) == 0 {
		list = append(list, list[0])
	}
	return list
}

func (g generator) container(name string) object {
	members := g.some(3, object{
		"image": g.pick("one", "two", "<three>"),
		"args":  g.texts("-v", "-x", "-y"),
		"env": g.element([]string{"A", "B", "C"}, func(name string) object {
			env := g.some(2, object{"value": g.pick("1", "2"), "valueFrom": g.source()})
			env["name"] = name
			return env
		}),
		"ports": g.element([]string{"80", "443", "9090"}, func(name string) object {
			port := g.some(2, object{"protocol": g.pick("TCP", "UDP"), "name": g.pick("web", "dns")})
			port["containerPort"] = json.Number(name)
			return port
		}),
		"resources": g.some(2, object{"limits": g.some(2, object{"cpu": g.pick("1", "2"), "memory": "1Gi"}), "requests": object{}}),
	})
	members["name"] = name
	return members
}

func (g generator) item() object {
	spec := g.some(4, object{
		"replicas": g.Intn(3), "paused": g.Intn(2) == 0, "ratio": float64(g.Intn(8)) / 4,
		"strategy":   g.some(3, object{"type": g.pick("Recreate", "RollingUpdate"), "rollingUpdate": g.some(3, object{"maxSurge": g.pick("1", "25%"), "maxUnavailable": "0"})}),
		"containers": g.element([]string{"a", "b", "c", "d"}, g.container),
		"volumes": g.element([]string{"v", "w", "x"}, func(name string) object {
			volume := g.some(2, object{"emptyDir": object{}, "configMap": g.source(), "secret": g.source()})
			volume["name"] = name
			return volume
		}),
		"numbers":  g.numbers(),
		"words":    g.texts("p", "q", "r"),
		"rules":    []any{g.source(), g.source()}[:g.Intn(3)],
		"selector": g.some(2, object{"app": g.pick("a", "b"), "tier": "x&y"}),
		"whole":    g.source(),
	})
	metadata := g.some(3, object{
		"labels":      g.some(2, object{"app": g.pick("a", "b"), "l": g.pick("x", "é\u2028")}),
		"annotations": g.some(2, object{"a": g.pick("1", "2"), "b": "\t"}),
		"finalizers":  g.texts("f.dev/a", "f.dev/b", "f.dev/c"),
	})
	metadata["name"] = "n"
	if g.Intn(6) == 0 {
		spec[g.pick("replicas", "strategy", "containers", "words", "selector")] = nil
	}
	return object{"apiVersion": "test.kubexx.dev/v1", "kind": "Item", "metadata": metadata, "spec": spec}
}

// like is often the same as `other`, or has its spec.
func (g generator) like(other object) object {
	item := g.item()
	for _, part := range slices.Sorted(maps.Keys(item["spec"].(object))) {
		if value, there := other["spec"].(object)[part]; there && g.Intn(2) == 0 {
			item["spec"].(object)[part] = value
		}
	}
	if g.Intn(10) == 0 {
		return other
	}
	return item
}

func encoded(value any) string {
	var text bytes.Buffer
	if err := json.NewEncoder(&text).Encode(value); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(text.String(), "\n")
}

func (g generator) documents() (original, modified, live string) {
	first := g.item()
	original, modified, live = encoded(first), encoded(g.like(first)), encoded(g.like(first))
	if g.Intn(8) == 0 {
		original = "{}"
	}
	return
}

func (g generator) askApply(schema strategicpatch.PatchMetaFromOpenAPIV3) question {
	original, modified, live := g.documents()
	overwrite := g.Intn(4) != 0
	each := question{line: fmt.Sprintf("strategic %s %s %s %t", hexed(original), hexed(modified), hexed(live), overwrite),
		shown: fmt.Sprintf("\noriginal %s\nmodified %s\nlive     %s\n", original, modified, live)}
	patch, err := strategicpatch.CreateThreeWayMergePatch([]byte(original), []byte(modified), []byte(live), schema, overwrite)
	if err == nil && !overwrite {
		// apimachinery's search for conflicts sorts some lists of the patch in place; the patch itself is the one that overwrites.
		patch, err = strategicpatch.CreateThreeWayMergePatch([]byte(original), []byte(modified), []byte(live), schema, true)
	}
	switch {
	case err != nil && strings.Contains(err.Error(), "no elements in any"):
		each.answer = skip // two lists that are both empty are no conflict
	case err != nil && strings.Contains(err.Error(), "unable to find api field"):
		each.answer = skip // the search for conflicts takes a directive of the patch for a field
	case err != nil:
		each.answer = "error"
	default:
		each.answer = hexed(string(patch))
	}
	return each
}

func (g generator) askPatched(schema strategicpatch.PatchMetaFromOpenAPIV3) question {
	original, modified, live := g.documents()
	patch, err := strategicpatch.CreateThreeWayMergePatch([]byte(original), []byte(modified), []byte(live), schema, true)
	if err != nil {
		return g.askPatched(schema)
	}
	each := question{line: fmt.Sprintf("patched %s %s", hexed(live), hexed(string(patch))),
		shown: fmt.Sprintf("\nlive  %s\npatch %s\n", live, patch)}
	result, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta([]byte(live), patch, schema)
	if err != nil {
		each.answer = "error"
	} else {
		each.answer = hexed(string(result))
	}
	return each
}

func (g generator) askMerge() question {
	original, modified, live := g.documents()
	each := question{line: fmt.Sprintf("three-way %s %s %s", hexed(original), hexed(modified), hexed(live)),
		shown: fmt.Sprintf("\noriginal %s\nmodified %s\nlive     %s\n", original, modified, live)}
	patch, err := jsonmergepatch.CreateThreeWayJSONMergePatch([]byte(original), []byte(modified), []byte(live))
	if err != nil {
		each.answer = "error"
		return each
	}
	var value any
	if err := json.Unmarshal(patch, &value); err != nil {
		panic(err)
	}
	each.answer = hexed(encoded(value))
	return each
}

func (g generator) anything(depth int) any {
	switch kind := g.Intn(8); {
	case kind < 2 && depth > 0:
		list := []any{}
		for count := g.Intn(4); count > 0; count-- {
			list = append(list, g.anything(depth-1))
		}
		return list
	case kind < 5 && depth > 0:
		members := object{}
		for count := g.Intn(4); count > 0; count-- {
			members[g.pick("a", "b", "Z", "é", "<", "a\n", "\x01")] = g.anything(depth - 1)
		}
		return members
	case kind == 5:
		return g.NormFloat64() * []float64{1, 1e-9, 1e25, 1e300, 1e-300}[g.Intn(5)]
	case kind == 6:
		return g.Int63() >> g.Intn(63) * int64(1-2*g.Intn(2))
	}
	return []any{nil, true, "", "<a href=\"b\">&amp;</a>", "\u2028\u2029\x7f\x00\b\f\r\t\\", "\U0001F600é", 1e21, 1e-7, 100.0, -0.5}[g.Intn(10)]
}

func (g generator) askText() question {
	text := encoded(g.anything(4))
	return question{line: "text " + hexed(text), shown: text, answer: hexed(text)}
}

func TestSamePatches(t *testing.T) {
	schema := itemSchema(t)
	cases := setting("APPLY_CASES", 3000)
	for name, next := range map[string]func(generator) question{
		"strategic": func(g generator) question { return g.askApply(schema) },
		"patched":   func(g generator) question { return g.askPatched(schema) },
		"merge":     generator.askMerge,
		"text":      generator.askText,
	} {
		t.Run(name, func(t *testing.T) {
			g := generator{rand.New(rand.NewSource(setting("VALUES_SEED", 1))), name != "patched"}
			questions := []question{{line: "schema " + hexed(string(mergeItem)), shown: "schema", answer: "true"}}
			for range cases {
				questions = append(questions, next(g))
			}
			ask(t, questions)
		})
	}
}
