// SPDX-License-Identifier: Apache-2.0

// Command protobuf_oracle fills objects of the built-in kinds at random and prints, one case a line, what Kubernetes'
// own encoders make of each: protobuf_oracle COUNT SEED. The JSON is that of the object decoded from its protobuf form.
// protobuf_oracle check reads such lines from standard input and prints, for each, the JSON of what Go decodes from its
// protobuf form; a line with `event` holds a frame of a watch, whose object is printed.
package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"os"
	"sort"
	"strconv"
	"strings"

	apiextensionsfuzzer "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/fuzzer"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/apitesting/fuzzer"
	metafuzzer "k8s.io/apimachinery/pkg/apis/meta/fuzzer"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/randfill"
)

// decodeLines answers `check`.
func decodeLines(serial runtime.Serializer) {
	in := json.NewDecoder(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	for {
		var one struct {
			Protobuf []byte `json:"protobuf"`
			Event    bool   `json:"event"`
		}
		if err := in.Decode(&one); err == io.EOF {
			return
		} else if err != nil {
			panic(err)
		}
		body := one.Protobuf
		if one.Event {
			frame := body[4:]
			if int(binary.BigEndian.Uint32(body)) != len(frame) {
				panic("the length of a frame")
			}
			var event metav1.WatchEvent
			if err := event.Unmarshal(frame); err != nil {
				panic(err)
			}
			body = event.Object.Raw
		}
		object, kind, err := serial.Decode(body, nil, nil)
		if err != nil {
			panic(err)
		}
		object.GetObjectKind().SetGroupVersionKind(*kind)
		if err := out.Encode(object); err != nil {
			panic(err)
		}
	}
}

type testCase struct {
	APIVersion string          `json:"apiVersion"`
	Kind       string          `json:"kind"`
	Protobuf   []byte          `json:"protobuf"`
	JSON       json.RawMessage `json:"json"`
}

// Apart from the fuzzer functions: what is no JSON is not written as such.
func ownFuncs(codecs serializer.CodecFactory) []interface{} {
	return []interface{}{
		func(raw *runtime.RawExtension, c randfill.Continue) {
			raw.Raw = []byte(fmt.Sprintf(`{"a":%d,"b":["c",null,1.5]}`, c.Intn(100)))
		},
		func(raw *metav1.FieldsV1, c randfill.Continue) { raw.SetRawString(`{"f:metadata":{"f:labels":{}}}`) },
		func(raw *apiextensions.JSON, c randfill.Continue) { raw.Raw = []byte(`{"default":[1,"two"]}`) },
		func(s *apiextensions.JSONSchemaProps, c randfill.Continue) {
			s.Type = "object"
			s.Description = c.String(0)
			if c.Bool() {
				maximum := float64(c.Intn(1000)) / 8
				s.Maximum = &maximum
			}
			if c.Intn(3) == 0 {
				items := apiextensions.JSONSchemaProps{}
				c.Fill(&items)
				switch c.Intn(4) {
				case 0:
					s.Items = &apiextensions.JSONSchemaPropsOrArray{Schema: &items}
				case 1:
					s.AdditionalProperties = &apiextensions.JSONSchemaPropsOrBool{Allows: true, Schema: &items}
				case 2:
					s.AdditionalProperties = &apiextensions.JSONSchemaPropsOrBool{Allows: c.Bool()}
				default:
					s.Properties = map[string]apiextensions.JSONSchemaProps{"a": items}
					s.Dependencies = apiextensions.JSONSchemaDependencies{"b": {Property: []string{"a"}}}
					s.Enum = []apiextensions.JSON{{Raw: []byte(`"x"`)}}
				}
			}
		},
	}
}

func main() {
	if err := apiextensions.AddToScheme(scheme.Scheme); err != nil {
		panic(err)
	}
	if os.Args[1] == "check" {
		decodeLines(protobuf.NewSerializer(scheme.Scheme, scheme.Scheme))
		return
	}
	count, _ := strconv.Atoi(os.Args[1])
	seed, _ := strconv.ParseInt(os.Args[2], 10, 64)
	var kinds []schema.GroupVersionKind
	for kind := range scheme.Scheme.AllKnownTypes() {
		stable := kind.Version == "v1" || kind.GroupVersion().String() == "autoscaling/v2"
		options := strings.HasSuffix(kind.Kind, "Options") && kind.Kind != "DeleteOptions"
		skipped := options || kind.Kind == "WatchEvent" || strings.HasPrefix(kind.Kind, "API") || strings.HasSuffix(kind.Kind, "List") ||
			kind.Group == "imagepolicy.k8s.io" || kind.Group == "admission.k8s.io" || kind.Group == "internal.apiserver.k8s.io" ||
			kind.Version == runtime.APIVersionInternal || kind.Kind == "ConversionReview"
		if stable && !skipped {
			kinds = append(kinds, kind)
		}
	}
	sort.Slice(kinds, func(i, j int) bool { return kinds[i].String() < kinds[j].String() })
	codecs := serializer.NewCodecFactory(scheme.Scheme)
	fill := fuzzer.FuzzerFor(fuzzer.MergeFuzzerFuncs(metafuzzer.Funcs, apiextensionsfuzzer.Funcs, ownFuncs), rand.NewSource(seed), codecs)
	serial := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
	out := json.NewEncoder(os.Stdout)
	for i := 0; i < count; i++ {
		kind := kinds[i%len(kinds)]
		object, err := scheme.Scheme.New(kind)
		if err != nil {
			panic(err)
		}
		fill.Fill(object)
		object.GetObjectKind().SetGroupVersionKind(kind)
		var wire strings.Builder
		if err := serial.Encode(object, &wire); err != nil {
			panic(fmt.Sprintf("%v: %v", kind, err))
		}
		read, err := scheme.Scheme.New(kind)
		if err != nil {
			panic(err)
		}
		if _, _, err := serial.Decode([]byte(wire.String()), nil, read); err != nil {
			panic(fmt.Sprintf("%v: %v", kind, err))
		}
		read.GetObjectKind().SetGroupVersionKind(kind)
		text, err := json.Marshal(read)
		if err != nil {
			panic(fmt.Sprintf("%v: %v", kind, err))
		}
		version, name := kind.ToAPIVersionAndKind()
		if err := out.Encode(testCase{version, name, []byte(wire.String()), text}); err != nil {
			panic(err)
		}
	}
}
