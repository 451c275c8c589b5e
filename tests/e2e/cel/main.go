// SPDX-License-Identifier: Apache-2.0

// The oracle of the CEL tests: reads a line of JSON for each expression, {"expression", "schema", "self"}, and writes what
// a real kube-apiserver of this module's version makes of it, {"issues"} or {"value"} or {"error"}, and the costs.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strconv"

	celgo "github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
)

type request struct {
	Expression string          `json:"expression"`
	Schema     json.RawMessage `json:"schema"`
	Self       json.RawMessage `json:"self"`
}

type answer struct {
	Issues string `json:"issues,omitempty"`
	Value  string `json:"value,omitempty"`
	Error  string `json:"error,omitempty"`
	Cost   uint64 `json:"cost"`
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// text writes a value so that equal values of both evaluators give equal texts.
func text(value ref.Val) string {
	switch v := value.(type) {
	case types.String:
		return strconv.QuoteToASCII(string(v))
	case types.Bytes:
		return fmt.Sprintf("bytes(%x)", []byte(v))
	case types.Uint:
		return fmt.Sprintf("%du", uint64(v))
	case types.Double:
		return fmt.Sprintf("double(%g)", float64(v))
	case types.Timestamp, types.Duration:
		return fmt.Sprintf("%s(%s)", value.Type().TypeName(), value.ConvertToType(types.StringType).Value())
	case *types.Optional:
		if !v.HasValue() {
			return "none"
		}
		return "some(" + text(v.GetValue()) + ")"
	case traits.Lister:
		result := "["
		for it := v.Iterator(); it.HasNext() == types.True; {
			result += text(it.Next()) + ","
		}
		return result + "]"
	case traits.Mapper:
		var parts []string
		for it := v.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			parts = append(parts, text(key)+":"+text(v.Get(key)))
		}
		sort.Strings(parts)
		return fmt.Sprint("map", parts)
	case apiservercel.Quantity:
		return "quantity(" + v.Quantity.String() + ")"
	case *apiservercel.Quantity:
		return "quantity(" + v.Quantity.String() + ")"
	case apiservercel.URL:
		return "url(" + v.URL.String() + ")"
	case apiservercel.IP:
		return "ip(" + v.Addr.String() + ")"
	case apiservercel.CIDR:
		return "cidr(" + v.Prefix.String() + ")"
	case apiservercel.Semver:
		return "semver(" + v.Version.String() + ")"
	case apiservercel.Format:
		return "format(" + v.Name + ")"
	case ref.Type:
		return "type(" + v.TypeName() + ")"
	}
	return fmt.Sprintf("%v", value.Value())
}

func evaluate(line []byte) (result answer, err error) {
	var in request
	if err = json.Unmarshal(line, &in); err != nil {
		return
	}
	var external apiextensionsv1.JSONSchemaProps
	if err = json.Unmarshal(in.Schema, &external); err != nil {
		return
	}
	var internal apiextensions.JSONSchemaProps
	if err = apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&external, &internal, nil); err != nil {
		return
	}
	structural, err := schema.NewStructural(&internal)
	if err != nil {
		return
	}
	var self interface{}
	if err = utiljson.Unmarshal(in.Self, &self); err != nil {
		return
	}
	declared := model.SchemaDeclType(structural, false).MaybeAssignTypeName("selfType")
	set, err := environment.MustBaseEnvSet(version.MajorMinor(1, 36)).Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions:        []celgo.EnvOption{celgo.Variable("self", declared.CelType())},
		DeclTypes:         []*apiservercel.DeclType{declared},
	})
	if err != nil {
		return
	}
	env := set.NewExpressionsEnv()
	ast, issues := env.Compile(in.Expression)
	if issues != nil && issues.Err() != nil {
		result.Issues = "compilation failed: " + issues.String()
		return
	}
	program, programErr := env.Program(ast, celgo.CostTracking(&library.CostEstimator{}))
	if programErr != nil {
		result.Issues = "program instantiation failed: " + programErr.Error()
		return
	}
	value, details, evalErr := program.Eval(map[string]interface{}{"self": cel.UnstructuredToVal(self, structural)})
	if details != nil && details.ActualCost() != nil {
		result.Cost = *details.ActualCost()
	}
	if evalErr != nil {
		result.Error = evalErr.Error()
		return
	}
	result.Value = text(value)
	return
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 16<<20)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		result, err := evaluate(in.Bytes())
		check(err)
		check(out.Encode(result))
	}
	check(in.Err())
}
