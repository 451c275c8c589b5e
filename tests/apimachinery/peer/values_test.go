// SPDX-License-Identifier: Apache-2.0

// Package peer gives the same random texts and documents to kubexx (through apimachinery-values-peer) and to
// k8s.io/apimachinery and compares the answers. Left out is what the latter gets wrong: quantities that it prints
// with another value than they have, and exponents of four digits.
//
//	VALUES_PEER=build/release/tests/apimachinery/apimachinery-values-peer go test -count=1 ./...
//
// VALUES_SEED names the seed, VALUES_CASES the number of cases of each kind.
package peer

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"math/rand"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	inf "gopkg.in/inf.v0"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"
)

func setting(name string, otherwise int64) int64 {
	if value, err := strconv.ParseInt(os.Getenv(name), 10, 64); err == nil {
		return value
	}
	return otherwise
}

// skip says that apimachinery's own answer is wrong.
const skip = "\x00skip"

type question struct{ line, shown, answer string }

func hexed(text string) string { return "x" + hex.EncodeToString([]byte(text)) }

// ask sends all questions to the program and compares the answers.
func ask(t *testing.T, questions []question) {
	program := os.Getenv("VALUES_PEER")
	if program == "" {
		t.Skip("VALUES_PEER does not name the program")
	}
	command := exec.Command(program)
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		writer := bufio.NewWriter(in)
		for _, each := range questions {
			fmt.Fprintln(writer, each.line)
		}
		writer.Flush()
		in.Close()
	}()
	reader := bufio.NewReader(out)
	compared, accepted, wrong := 0, 0, 0
	for _, each := range questions {
		answer, err := reader.ReadString('\n')
		if err != nil {
			t.Fatalf("the program ended at %s: %v", each.shown, err)
		}
		answer = strings.TrimSuffix(answer, "\n")
		if each.answer == skip {
			continue
		}
		compared++
		if !strings.HasPrefix(each.answer, "error") {
			accepted++
		}
		if answer != each.answer {
			if wrong++; wrong <= 10 {
				t.Errorf("%s: apimachinery %q, kubexx %q", each.shown, each.answer, answer)
			}
		}
	}
	io.Copy(io.Discard, reader)
	if err := command.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d answers compared, %d of them no errors, %d different", compared, accepted, wrong)
	if accepted*10 < compared {
		t.Errorf("only %d of %d texts were accepted: the generator is too wild", accepted, compared)
	}
}

type generator struct {
	*rand.Rand
	// twice lets lists hold the same element twice. Not for patches that are applied: there apimachinery's slices share memory.
	twice bool
}

func (g generator) pick(from ...string) string { return from[g.Intn(len(from))] }

func (g generator) digits(most int) string {
	var text strings.Builder
	for count := g.Intn(most + 1); count > 0; count-- {
		text.WriteByte(g.pick("0", "0", "1", "2", "5", "9", strconv.Itoa(g.Intn(10)))[0])
	}
	return text.String()
}

// spoil changes one byte now and then.
func (g generator) spoil(text, with string) string {
	if g.Intn(6) != 0 || text == "" {
		return text
	}
	at := g.Intn(len(text))
	switch g.Intn(3) {
	case 0:
		return text[:at] + string(with[g.Intn(len(with))]) + text[at:]
	case 1:
		return text[:at] + text[at+1:]
	}
	return text[:at] + string(with[g.Intn(len(with))]) + text[at+1:]
}

func (g generator) quantity() string {
	most := []int{3, 8, 24}[g.Intn(3)]
	text := g.pick("", "", "", "-", "+") + g.digits(most)
	if g.Intn(3) == 0 {
		text += "." + g.digits(most)
	}
	text += g.pick("", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei",
		g.pick("e", "E")+g.pick("", "-", "+")+strconv.Itoa(g.Intn(25)))
	text = g.spoil(text, "0123456789.+-eEinumkKMGTPx ")
	if large.MatchString(text) {
		return g.quantity()
	}
	return text
}

// large exponents: kubexx refuses to write thousands of digits.
var large = regexp.MustCompile("[eE][+]?[0-9]{4}")

func value(q resource.Quantity) string {
	rounded := new(inf.Dec).Round(copied(q).AsDec(), 0, inf.RoundUp).UnscaledBig()
	if rounded.IsInt64() {
		return rounded.String()
	}
	if rounded.Sign() < 0 {
		return strconv.FormatInt(math.MinInt64, 10)
	}
	return strconv.FormatInt(math.MaxInt64, 10)
}

// DeepCopy in a form whose methods can be called.
func copied(q resource.Quantity) *resource.Quantity {
	c := q.DeepCopy()
	return &c
}

// written is how apimachinery prints q, or skip when that means something else.
func written(q resource.Quantity) string {
	text := copied(q).String()
	again, err := resource.ParseQuantity(text)
	if err != nil {
		return skip
	}
	exact := copied(again)
	if copied(q).Cmp(*exact) != 0 && !strings.ContainsAny(text, "i") {
		return skip
	}
	if strings.ContainsAny(text, "i") && copied(q).CmpInt64(math.MaxInt64) > 0 {
		return skip
	}
	return text
}

func (g generator) askQuantity() question {
	text := g.quantity()
	each := question{line: "quantity " + hexed(text), shown: fmt.Sprintf("quantity %q", text)}
	q, err := resource.ParseQuantity(text)
	if err != nil {
		each.answer = "error"
		return each
	}
	form := written(q)
	if form == skip {
		each.answer = skip
		return each
	}
	each.answer = fmt.Sprintf("%s %s %d %s", form, q.Format, copied(q).Sign(), value(q))
	return each
}

func (g generator) parsed() (string, resource.Quantity) {
	for {
		text := g.quantity()
		if q, err := resource.ParseQuantity(text); err == nil {
			return text, q
		}
	}
}

func (g generator) askSum() question {
	leftText, left := g.parsed()
	rightText, right := g.parsed()
	sum, difference := copied(left), copied(left)
	sum.Add(right)
	difference.Sub(right)
	each := question{line: "sum " + hexed(leftText) + " " + hexed(rightText), shown: fmt.Sprintf("sum of %q and %q", leftText, rightText)}
	sumText, differenceText := written(*sum), written(*difference)
	if sumText == skip || differenceText == skip {
		each.answer = skip
		return each
	}
	each.answer = fmt.Sprintf("%s %s %s %d", sumText, differenceText, sum.Format, copied(left).Cmp(right))
	return each
}

func (g generator) askProduct() question {
	text, q := g.parsed()
	factor := g.Int63() >> g.Intn(63)
	if g.Intn(2) == 0 {
		factor = -factor
	}
	product := copied(q)
	product.Mul(factor)
	return question{line: fmt.Sprintf("product %s %d", hexed(text), factor), shown: fmt.Sprintf("%q * %d", text, factor), answer: written(*product)}
}

func (g generator) askRound() question {
	text, q := g.parsed()
	scale := g.Intn(30) - 12
	rounded := copied(q)
	exact := rounded.RoundUp(resource.Scale(scale))
	each := question{line: fmt.Sprintf("round %s %d", hexed(text), scale), shown: fmt.Sprintf("%q rounded to %d", text, scale)}
	if form := written(*rounded); form == skip {
		each.answer = skip
	} else {
		each.answer = fmt.Sprintf("%s %t", form, exact)
	}
	return each
}

func (g generator) timeText(fraction string) string {
	two := func(below int) string { return fmt.Sprintf("%02d", g.Intn(below)) }
	text := fmt.Sprintf("%04d-%s-%sT%s:%s:%s%s", g.Intn(10000), two(14), two(33), g.pick(two(25), two(24), "7"), two(61), two(61), fraction)
	if g.Intn(2) == 0 {
		text += "Z"
	} else {
		text += g.pick("+", "-") + two(26) + ":" + two(62)
	}
	return g.spoil(text, "0123456789-:TZtz.,+ ")
}

func instant(at time.Time, text string) string {
	return fmt.Sprintf("%d %d %s", at.Unix(), at.Nanosecond(), text)
}

func (g generator) askTime() question {
	text := g.timeText(g.pick("", "", "."+g.digits(12), ","+g.digits(3)))
	each := question{line: "time " + hexed(text), shown: fmt.Sprintf("time %q", text), answer: "error"}
	var at metav1.Time
	if err := at.UnmarshalJSON([]byte(strconv.Quote(text))); err == nil {
		each.answer = instant(at.Time, at.UTC().Format(time.RFC3339))
	}
	return each
}

func (g generator) askMicroTime() question {
	text := g.timeText(g.pick(".", ".", ",") + g.pick(fmt.Sprintf("%06d", g.Intn(1000000)), fmt.Sprintf("%06d", g.Intn(1000000)), "+"+g.digits(5), "-00000", g.digits(7)))
	each := question{line: "microtime " + hexed(text), shown: fmt.Sprintf("micro time %q", text), answer: "error"}
	var at metav1.MicroTime
	if err := at.UnmarshalJSON([]byte(strconv.Quote(text))); err == nil {
		each.answer = instant(at.Time, at.UTC().Format(metav1.RFC3339Micro))
	}
	return each
}

func (g generator) askDuration() question {
	text := g.pick("", "", "-", "+")
	for count := g.Intn(4); count >= 0; count-- {
		text += g.digits([]int{2, 4, 20}[g.Intn(3)])
		if g.Intn(3) == 0 {
			text += "." + g.digits(g.Intn(25)+1)
		}
		text += g.pick("ns", "us", "\u00b5s", "\u03bcs", "ms", "s", "m", "h", "s", "m", "h", "d", "")
	}
	text = g.spoil(text, "0123456789.+-smhnu ")
	each := question{line: "duration " + hexed(text), shown: fmt.Sprintf("duration %q", text), answer: "error"}
	if span, err := time.ParseDuration(text); err == nil {
		each.answer = fmt.Sprintf("%d %s", int64(span), span)
	}
	return each
}

func (g generator) askPrintDuration() question {
	span := time.Duration(g.Uint64()) >> g.Intn(63)
	return question{line: fmt.Sprintf("print-duration %d", int64(span)), shown: fmt.Sprintf("duration of %d", int64(span)), answer: span.String()}
}

func (g generator) askIntOrString() question {
	text := g.spoil(g.pick("", "-", "+")+g.digits(21), "0123456789+-_x% ")
	if len(text) > 18 && !integer.MatchString(text) {
		return g.askIntOrString() // Go says that it is too large before it sees that it is no number
	}
	made := intstr.Parse(text)
	return question{line: "int-or-string " + hexed(text), shown: fmt.Sprintf("IntOrString %q", text),
		answer: fmt.Sprintf("%t %d %s", made.Type == intstr.String, made.IntValue(), hexed(made.String()))}
}

var integer = regexp.MustCompile("^[-+]?[0-9]+$")

func (g generator) askScaled() question {
	text := g.spoil(g.pick("", "", "-", "+")+g.digits(4)+"%", "0123456789+-%")
	total, up := g.Intn(100000)-100, g.Intn(2) == 0
	made := intstr.FromString(text)
	each := question{line: fmt.Sprintf("scaled %s %d %t", hexed(text), total, up), shown: fmt.Sprintf("%q of %d", text, total), answer: "error"}
	if part, err := intstr.GetScaledValueFromIntOrPercent(&made, total, up); err == nil {
		each.answer = strconv.Itoa(part)
	}
	return each
}

func (g generator) labelWord() string {
	return g.pick("a", "b", "x", "in", "notin", "web", "tier", "a.b/c", "1", "2", "-3", "A_b", "", "a-", "x/", "a b", "~",
		strings.Repeat("a", 60+g.Intn(6)))
}

func (g generator) labelSelector() string {
	var text strings.Builder
	space := func() string { return g.pick("", "", "", " ", "\t", "\n ") }
	good := func() string {
		if g.Intn(8) == 0 {
			return g.labelWord()
		}
		return g.pick("a", "b", "x", "in", "notin", "web", "tier", "a.b/c", "n1")
	}
	for count := g.Intn(4); count >= 0; count-- {
		text.WriteString(space())
		switch g.Intn(8) {
		case 0:
			text.WriteString("!" + space() + good())
		case 1:
			text.WriteString(good())
		case 2, 3:
			text.WriteString(good() + space() + g.pick("=", "==", "!=") + space() + good())
		case 4:
			text.WriteString(good() + space() + g.pick("<", ">") + space() + strconv.Itoa(g.Intn(300)))
		default:
			text.WriteString(good() + " " + g.pick("in", "notin") + space() + "(")
			for values := g.Intn(4); values > 0; values-- {
				text.WriteString(space() + g.pick(good(), good(), ""))
				if values > 1 {
					text.WriteString(",")
				}
			}
			text.WriteString(")")
		}
		if count > 0 {
			text.WriteString(space() + ",")
		}
	}
	return g.spoil(text.String(), "ab,()=!<> \tin1\x00")
}

func (g generator) askLabels() question {
	text := g.labelSelector()
	each := question{line: "labels " + hexed(text), shown: fmt.Sprintf("label selector %q", text)}
	if selector, err := labels.Parse(text); err == nil {
		each.answer = hexed(selector.String())
	} else {
		each.answer = "error " + hexed(err.Error())
	}
	return each
}

func (g generator) askMatch() question {
	for {
		text := g.labelSelector()
		selector, err := labels.Parse(text)
		if err != nil {
			continue
		}
		set := labels.Set{}
		var pairs []string
		for count := g.Intn(5); count > 0; count-- {
			key, value := g.pick("a", "b", "x", "in", "notin", "web", "tier", "a.b/c"), g.pick("a", "b", "x", "1", "250", "", "-3", "+7", "in", "web")
			if _, there := set[key]; !there {
				set[key] = value
				pairs = append(pairs, key+"="+value)
			}
		}
		return question{line: "match " + hexed(text) + " " + hexed(strings.Join(pairs, "\n")), shown: fmt.Sprintf("%q on %v", text, set),
			answer: strconv.FormatBool(selector.Matches(set))}
	}
}

func (g generator) askFields() question {
	var text strings.Builder
	for count := g.Intn(4); count >= 0; count-- {
		text.WriteString(g.pick("metadata.name", "a", "b", "", "spec.nodeName") + g.pick("=", "==", "!=", "=", "") +
			g.pick("x", "y", "", `\,`, `\=`, `\\`, `x\,y`, `\a`, "\u00e9", "a!b"))
		if count > 0 {
			text.WriteString(",")
		}
	}
	selectorText := g.spoil(text.String(), `ab,=!\ `)
	if !utf8.ValidString(selectorText) {
		return g.askFields() // Go replaces what is no UTF-8
	}
	each := question{line: "fields " + hexed(selectorText), shown: fmt.Sprintf("field selector %q", selectorText)}
	if selector, err := fields.ParseSelector(selectorText); err == nil {
		each.answer = hexed(selector.String())
	} else {
		each.answer = "error " + hexed(err.Error())
	}
	return each
}

func TestSameAnswers(t *testing.T) {
	cases := setting("VALUES_CASES", 50000)
	for name, next := range map[string]func(generator) question{
		"quantity":        generator.askQuantity,
		"sum":             generator.askSum,
		"product":         generator.askProduct,
		"round":           generator.askRound,
		"time":            generator.askTime,
		"micro time":      generator.askMicroTime,
		"duration":        generator.askDuration,
		"print duration":  generator.askPrintDuration,
		"int or string":   generator.askIntOrString,
		"scaled":          generator.askScaled,
		"label selector":  generator.askLabels,
		"label match":     generator.askMatch,
		"field selectors": generator.askFields,
	} {
		t.Run(name, func(t *testing.T) {
			g := generator{Rand: rand.New(rand.NewSource(setting("VALUES_SEED", 1)))}
			questions := make([]question, cases)
			for index := range questions {
				questions[index] = next(g)
			}
			ask(t, questions)
		})
	}
}
