// SPDX-License-Identifier: Apache-2.0
// The C++ names of kubexx types, and text of a CRD as text of a program.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "types/literals.hpp"
#include "types/names.hpp"

namespace kubexx::cli::types {
namespace {

using Strings = std::vector<std::string>;

TEST(TypesNames, AnIdentifierStays)
{
  for (const char* name : {"replicas", "apiVersion", "TCP", "snake_case", "_private", "x509", "a_"}) {
    EXPECT_EQ(identifier_of(name), name);
  }
}

TEST(TypesNames, OtherTextBecomesTheNearestIdentifier)
{
  EXPECT_EQ(identifier_of("http-port"), "httpPort");
  EXPECT_EQ(identifier_of("example.org/app"), "exampleOrgApp");
  EXPECT_EQ(identifier_of("3scale"), "_3scale");
  EXPECT_EQ(identifier_of("$ref"), "ref");
  EXPECT_EQ(identifier_of("a__b"), "a_b") << "two underscores are the implementation's";
  EXPECT_EQ(identifier_of("_Hidden"), "Hidden") << "likewise";
  EXPECT_EQ(identifier_of("__x"), "_x");
  EXPECT_EQ(identifier_of("größe"), "gru00f6u00dfe");
  EXPECT_EQ(identifier_of("日"), "u65e5");
  EXPECT_EQ(identifier_of("\xff"), "u00ff") << "not UTF-8";
  EXPECT_EQ(identifier_of(""), "blank");
  EXPECT_EQ(identifier_of("!="), "not_equal");
  EXPECT_EQ(identifier_of("+-"), "u002bu002d");
  EXPECT_EQ(identifier_of("__"), "u005fu005f");
  EXPECT_LE(identifier_of(std::string(100000, 'a')).size(), 200U);
}

TEST(TypesNames, TypesAndFiles)
{
  EXPECT_EQ(type_part_of("matchExpressions"), "MatchExpressions");
  EXPECT_EQ(type_part_of("http-port"), "HttpPort");
  EXPECT_EQ(type_part_of("snake_case"), "SnakeCase");
  EXPECT_EQ(snake_case_of("PodMonitoring"), "pod_monitoring");
  EXPECT_EQ(snake_case_of("HTTPProxy"), "http_proxy");
  EXPECT_EQ(snake_case_of("v1alpha1"), "v1alpha1");
  EXPECT_EQ(snake_case_of("A.B/../C"), "a_b_c") << "no file outside the folder";
  EXPECT_EQ(namespace_part_of("cert-manager"), "certmanager");
  EXPECT_EQ(namespace_part_of("long"), "long_");
}

TEST(TypesNames, LongNamesAreCutToOneThatStays)
{
  std::string text = "1";
  for (int at = 0; at < 100; ++at) text += "\u00f6";
  const std::string name = identifier_of(text);
  EXPECT_EQ(name.size(), 200U);
  EXPECT_EQ(identifier_of(name), name);
  EXPECT_EQ(namespace_problem(namespace_part_of(text)), "");
}

TEST(TypesNames, KeywordsAndMacrosAreAvoided)
{
  NameScope names;
  EXPECT_EQ(names.add("namespace").name, "namespace_");
  EXPECT_EQ(names.add("co_await").name, "co_await_");
  EXPECT_EQ(names.add("xor_eq").name, "xor_eq_");
  EXPECT_EQ(names.add("linux").name, "linux_");
  EXPECT_EQ(names.add("EOF").name, "EOF_");
  EXPECT_EQ(names.add("SIGTERM").reason, "a macro of the C library");
  EXPECT_EQ(names.add("F_").name, "F_value") << "two underscores belong to the implementation";
  for (const char* macro : {"BIG_ENDIAN", "PATH_MAX", "R_OK", "HOST_NAME_MAX", "TRY_AGAIN", "STATX_ALL", "POLLIN",
                            "HUGE_VAL", "SYS_open", "M_PIf"}) {
    EXPECT_EQ(names.add(macro).reason, "a macro of the C library") << macro;
  }
  EXPECT_EQ(names.add("F_LOCK").name, "F_LOCK_value") << "F_LOCK_ would be a macro too";
  EXPECT_EQ(names.add("INT_MAX").name, "INT_MAX_value");
  EXPECT_EQ(names.add("Signed").reason, "");
  for (const char* text : {"M_anything", "JSON_LINES", "SYS_open"}) {
    for (int time = 0; time < 3; ++time) EXPECT_FALSE(is_macro(names.add(text).name)) << text << ", time " << time;
  }
  EXPECT_EQ(names.add("JSON_PATH").name, "JSON_PATH_value");
}

TEST(TypesNames, NoTwoAreTheSame)
{
  NameScope types;
  EXPECT_EQ(types.add_type("Foo").name, "Foo");
  NameScope names(&types);
  names.reserve("std");
  EXPECT_EQ(names.add("fooBar").name, "fooBar");
  EXPECT_EQ(names.add("foo-bar").name, "fooBar2");
  EXPECT_EQ(names.add("foo.bar").name, "fooBar3");
  EXPECT_EQ(names.add("foo.bar2").name, "fooBar2_2");
  EXPECT_EQ(names.add("std").name, "std2");
  EXPECT_EQ(names.add("Foo").name, "Foo2") << "the name of a type";
  EXPECT_EQ(names.add("namespace").name, "namespace_");
  EXPECT_EQ(names.add("namespace_").name, "namespace_2");
}

TEST(TypesNames, ANamespaceThatAPersonChose)
{
  EXPECT_EQ(namespace_problem("gw"), "");
  EXPECT_EQ(namespace_problem("acme::gateway_api"), "");
  EXPECT_EQ(namespace_problem("acme::"), "\"\" is not an identifier");
  EXPECT_EQ(namespace_problem("a-b"), "\"a-b\" is not an identifier");
  EXPECT_EQ(namespace_problem("a::new"), "new is a C++ keyword");
  EXPECT_EQ(namespace_problem("linux"), "linux is a macro of the C library");
  EXPECT_EQ(namespace_problem("kubexx::gw"), "kubexx belongs to a library");
  EXPECT_EQ(namespace_problem("pattern"), "pattern is the name of a fact");
  EXPECT_EQ(namespace_part_of("pattern"), "pattern_");
  for (const std::string name : {"access", "system", "time", "signal", "timespec", "log"}) {
    EXPECT_EQ(namespace_part_of(name), name + "_");
    EXPECT_EQ(namespace_problem(name), name + " is a name of the C library");
    EXPECT_EQ(namespace_problem("gw::" + name), "");
  }
}

TEST(TypesLiterals, NoTextEndsALiteral)
{
  EXPECT_EQ(literal("a\"b\\c\n\t"), R"("a\"b\\c\n\t")");
  EXPECT_EQ(literal("\x01"
                    "7"),
            R"("\0017")")
      << "an octal escape has three digits";
  EXPECT_EQ(literal("\xff"), R"("\377")");
  EXPECT_EQ(literal("ö"), "\"ö\"");
  EXPECT_EQ(literal("?\?/"), R"("?\?/")") << "a trigraph";
  EXPECT_EQ(literal("\u202e"), R"("\342\200\256")") << "turns the text round";
  EXPECT_EQ(literal(std::string_view("a\0b", 3)), R"(std::string_view{"a\000b", 3})");
  EXPECT_EQ(json_literal({{"a", "b"}}), R"==(R"({"a":"b"})")==");
  EXPECT_EQ(json_literal({{"a", ")"}}), R"==(R"json({"a":")"})json")==");
  EXPECT_EQ(json_literal({{")json", ")"}}), R"==(R"json_({")json":")"})json_")==");
}

TEST(TypesLiterals, LongTextHasLines)
{
  EXPECT_EQ(literal_lines("one two three", 10), (Strings{R"("one two ")", R"("three")"}));
  EXPECT_EQ(literal_lines("one\ntwo", 40), (Strings{R"("one\n")", R"("two")"}));
  EXPECT_EQ(literal_lines("", 40), Strings{"\"\""});
}

TEST(TypesLiterals, ACommentIsTheFirstParagraph)
{
  EXPECT_EQ(comment_lines("One\n two   three.\n\nFour.", 12), (Strings{"/// One two", "/// three."}));
  EXPECT_EQ(comment_lines("ends with \\", 40), Strings{"/// ends with \\."}) << "it would continue the comment";
  EXPECT_EQ(comment_lines("a\r\x01\u202e"
                          "b",
                          40),
            Strings{"/// a b"});
  EXPECT_EQ(comment_lines(" \n", 40), Strings());
}

}  // namespace
}  // namespace kubexx::cli::types
