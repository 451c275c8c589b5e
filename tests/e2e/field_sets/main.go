// SPDX-License-Identifier: Apache-2.0

// Command field_sets answers what sigs.k8s.io/structured-merge-diff does, so that ours can be compared with it. It reads
// one case in JSON from each line of standard input and writes one answer. A case has the schemas of some versions, in
// the form of openAPIV3Schema, and operations; see operate.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"

	"k8s.io/kube-openapi/pkg/schemaconv"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/merge"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

type operation struct {
	Op, Manager, Version, Fields, Other string
	A, B                                any
	Force                               bool
}

type testCase struct {
	Schemas    map[string]json.RawMessage
	Live       any
	Operations []operation
}

var errNoVersion = errors.New("no such version")

// versions converts by changing nothing but the type.
type versions map[string]typed.ParseableType

func (v versions) Convert(object *typed.TypedValue, version fieldpath.APIVersion) (*typed.TypedValue, error) {
	kind, ok := v[string(version)]
	if !ok {
		return nil, errNoVersion
	}
	if kind.Schema == object.Schema() {
		return object, nil
	}
	return kind.FromUnstructured(object.AsValue().Unstructured())
}

func (v versions) IsMissingVersionError(err error) bool { return err == errNoVersion }

// plain turns the numbers of a decoded value into what the API server's decoder makes of them.
func plain(v any) any {
	switch t := v.(type) {
	case json.Number:
		if i, err := t.Int64(); err == nil {
			return i
		}
		f, _ := t.Float64()
		return f
	case []any:
		for i := range t {
			t[i] = plain(t[i])
		}
	case map[string]any:
		for k := range t {
			t[k] = plain(t[k])
		}
	}
	return v
}

func fields(set *fieldpath.Set) string {
	text, err := set.ToJSON()
	if err != nil {
		return "error: " + err.Error()
	}
	return string(text)
}

func parse(text string) (*fieldpath.Set, error) {
	set := &fieldpath.Set{}
	return set, set.FromJSON(strings.NewReader(text))
}

func managerList(managers fieldpath.ManagedFields) any {
	out := map[string]any{}
	for name, owned := range managers {
		out[name] = map[string]any{"fields": fields(owned.Set()), "version": owned.APIVersion(), "applied": owned.Applied()}
	}
	return out
}

func operate(c *testCase, kinds versions, live *any, managers *fieldpath.ManagedFields, op operation) (out map[string]any) {
	out = map[string]any{}
	defer func() {
		if r := recover(); r != nil {
			out = map[string]any{"panic": fmt.Sprint(r)}
		}
	}()
	kind := kinds[op.Version]
	fail := func(err error) bool {
		if err != nil {
			out["error"] = true
		}
		return err != nil
	}
	switch op.Op {
	case "fields": // sets alone
		a, err := parse(op.Fields)
		if fail(err) {
			return
		}
		b, err := parse(op.Other)
		if fail(err) {
			return
		}
		out["text"], out["union"], out["intersection"] = fields(a), fields(a.Union(b)), fields(a.Intersection(b))
		out["difference"], out["recursive"], out["leaves"] = fields(a.Difference(b)), fields(a.RecursiveDifference(b)), fields(a.Leaves())
		out["size"], out["empty"], out["equal"] = a.Size(), a.Empty(), a.Equals(b)
	case "values": // of one type
		a, err := kind.FromUnstructured(op.A, typed.AllowDuplicates)
		if fail(err) {
			return
		}
		b, err := kind.FromUnstructured(op.B)
		if fail(err) {
			return
		}
		set, err := a.ToFieldSet()
		if fail(err) {
			return
		}
		other, _ := b.ToFieldSet()
		out["fields"], out["other"] = fields(set), fields(other)
		out["named"] = fields(set.EnsureNamedFieldsAreMembers(a.Schema(), a.TypeRef()))
		if merged, err := a.Merge(b); err == nil {
			out["merged"] = merged.AsValue().Unstructured()
		}
		if c, err := a.Compare(b); err == nil {
			out["removed"], out["modified"], out["added"] = fields(c.Removed), fields(c.Modified), fields(c.Added)
		}
		out["without"] = a.RemoveItems(other).AsValue().Unstructured()
		out["only"] = a.ExtractItems(other).AsValue().Unstructured()
		if op.Fields != "" {
			if given, err := parse(op.Fields); err == nil {
				changed, err := typed.ReconcileFieldSetWithSchema(given, a)
				if err == nil && changed != nil {
					out["reconciled"] = fields(changed)
				}
			}
		}
	case "update", "apply":
		object, err := kind.FromUnstructured(*live, typed.AllowDuplicates)
		if fail(err) {
			return
		}
		updater := (&merge.UpdaterBuilder{Converter: kinds}).BuildUpdater()
		if op.Op == "update" {
			changed, err := kind.FromUnstructured(op.A, typed.AllowDuplicates)
			if fail(err) {
				return
			}
			_, after, err := updater.Update(object, changed, fieldpath.APIVersion(op.Version), managers.Copy(), op.Manager)
			if fail(err) {
				return
			}
			*live, *managers = op.A, after
		} else {
			config, err := kind.FromUnstructured(op.A)
			if fail(err) {
				return
			}
			merged, after, err := updater.Apply(object, config, fieldpath.APIVersion(op.Version), managers.Copy(), op.Manager, op.Force)
			var conflicts merge.Conflicts
			if errors.As(err, &conflicts) {
				list := []string{}
				for _, one := range conflicts {
					list = append(list, one.Manager+" "+one.Path.String())
				}
				sort.Strings(list)
				out["conflicts"] = list
				return
			}
			if fail(err) {
				return
			}
			if merged != nil {
				*live = merged.AsValue().Unstructured()
			}
			*managers = after
			out["changed"] = merged != nil
		}
		out["object"], out["managers"] = *live, managerList(*managers)
	}
	return
}

func answer(line []byte) (any, error) {
	var c testCase
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	if err := decoder.Decode(&c); err != nil {
		return nil, err
	}
	kinds := versions{}
	for name, text := range c.Schemas {
		var schema spec.Schema
		if err := json.Unmarshal(text, &schema); err != nil {
			return nil, err
		}
		converted, err := schemaconv.ToSchemaFromOpenAPI(map[string]*spec.Schema{"root": &schema}, false)
		if err != nil {
			return nil, err
		}
		parser := &typed.Parser{}
		parser.Schema.Types = converted.Types
		kinds[name] = parser.Type("root")
	}
	live := plain(c.Live)
	managers := fieldpath.ManagedFields{}
	out := []any{}
	for _, op := range c.Operations {
		op.A, op.B = plain(op.A), plain(op.B)
		out = append(out, operate(&c, kinds, &live, &managers, op))
	}
	return out, nil
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	writer := bufio.NewWriter(os.Stdout)
	defer writer.Flush()
	for lines.Scan() {
		out, err := answer(lines.Bytes())
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		text, err := json.Marshal(out)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		writer.Write(append(text, '\n'))
	}
}
