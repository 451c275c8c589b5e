// SPDX-License-Identifier: Apache-2.0
// The text of a header: what clang-format would make of it, but for the facts, which have a line for each member.
#include "print.hpp"

#include <cstddef>
#include <utility>

#include "literals.hpp"

namespace kubexx::cli::types {
namespace {

constexpr std::size_t width = 120;
constexpr const char* format_off = "// clang-format off\n";
constexpr const char* format_on = "// clang-format on\n";

enum class Form { described, declared };

std::string comment(const std::string& text, const std::string& indent)
{
  std::string result;
  for (const auto& line : comment_lines(text, width - indent.size())) result.append(indent).append(line) += '\n';
  return result;
}

std::string line_of_member(const Member& member)
{
  const std::string line = "  " + member.type + " " + member.name + "{};";
  if (line.size() <= width) return line + '\n';
  const std::string below = "\n      " + member.name + "{};\n";
  if (member.type.size() + 2 <= width) return "  " + member.type + below;
  const auto open = member.type.find('<');
  if (open == std::string::npos) return "  " + member.type + below;
  constexpr std::string_view map = "std::map<std::string, ";
  if (member.type.starts_with(map)) {
    return "  std::map<std::string,\n           " + member.type.substr(map.size()) + below;
  }
  return "  " + member.type.substr(0, open + 1) + "\n      " + member.type.substr(open + 1) + below;
}

std::string comparison(const std::string& name, Form form)
{
  const std::string begin = "  bool operator==(";
  const std::string parameter = "const " + name + "&)";
  const std::string deep = "\n      ";
  const auto column = [&](bool below) { return (below ? deep.size() - 1 : begin.size()) + parameter.size(); };
  const std::string end = form == Form::declared ? "const;" : "const = default;";
  const auto fits = [&](bool below, const std::string& more) { return column(below) + more.size() <= width; };
  if (fits(false, " " + end)) return begin + parameter + " " + end + "\n";
  const bool described = form == Form::described;
  if (described && fits(false, " const =")) return begin + parameter + " const =" + deep + "default;\n";
  if (fits(true, " " + end)) return begin + deep + parameter + " " + end + "\n";
  if (fits(false, "")) return begin + parameter + deep + end + "\n";
  if (described && fits(true, " const =")) return begin + deep + parameter + " const =" + deep + "default;\n";
  return begin + deep + parameter + deep + end + "\n";
}

std::string without_format(const std::string& line)
{
  return "  // clang-format off\n" + line + "  // clang-format on\n";
}

std::string enum_text(const Declared& declared)
{
  const std::string base = "kubexx::OpenEnum<" + declared.name + "> {\n";
  std::string text = comment(declared.comment, "");
  const std::string line = "struct " + declared.name + " : " + base;
  if (line.size() - 1 <= width) {
    text += line;
  } else {
    const bool fits = declared.name.size() + 7 <= width;
    text += "struct" + std::string(fits ? " " : "\n    ") + declared.name + "\n    : ";
    if (base.size() + 5 <= width) {
      text += base;
    } else {
      text += "kubexx::OpenEnum<\n          " + declared.name + "> {\n";
    }
  }
  text += "  using OpenEnum::OpenEnum;\n";
  std::string names;
  for (const auto& [name, value] : declared.constants) {
    const std::string constant = "  static constexpr Name " + name + "{" + literal(value) + "};\n";
    text += constant.size() - 1 <= width ? constant : without_format(constant);
    names += (names.empty() ? "" : ", ") + name;
  }
  const std::string values = "  static constexpr std::array kubexx_values{" + names + "};\n";
  text += values.size() - 1 <= width ? values : without_format(values);
  return text + "};\n";
}

std::string struct_text(const Declared& declared, const Header& header, Form form)
{
  const bool fits = declared.name.size() + 9 <= width;
  std::string text = comment(declared.comment, "") + "struct" + (fits ? " " : "\n    ") + declared.name + " {\n";
  if (declared.name == header.root) {
    const std::string resource = "  static constexpr kubexx::ResourceInfo kubexx_resource{" + header.resource + "};\n";
    text += (resource.size() - 1 <= width ? resource : without_format(resource)) + "\n";
  }
  for (const auto& member : declared.members) text += comment(member.comment, "  ") + line_of_member(member);
  text += "\n" + comparison(declared.name, form) + "};\n";
  if (form == Form::declared) {
    const bool one_line = declared.name.size() + 17 <= width;
    text += std::string("KUBEXX_COMPILED(") + (one_line ? "" : "\n    ") + declared.name + ")\n";
  }
  return text;
}

/// Fills lines with facts and names, which begin at `indent`.
class Filler {
public:
  Filler(std::string begin, std::size_t indent) : text_(std::move(begin)), indent_(indent), line_(0) { count_line(); }

  void add(const std::string& piece)
  {
    if (line_ + piece.size() + 2 > width && !fresh_) break_line();
    put(piece);
  }
  void break_line()
  {
    if (fresh_) return;
    if (text_.ends_with(' ')) text_.pop_back();
    text_ += '\n' + std::string(indent_, ' ');
    line_ = indent_;
    fresh_ = true;
  }
  void put(const std::string& piece)
  {
    text_ += piece;
    count_line();
    fresh_ = false;
  }
  [[nodiscard]] std::string& text() { return text_; }
  [[nodiscard]] std::size_t column() const { return line_; }
  void set_indent(std::size_t indent) { indent_ = indent; }

private:
  void count_line()
  {
    const auto begin = text_.rfind('\n');
    line_ = text_.size() - (begin == std::string::npos ? 0 : begin + 1);
  }

  std::string text_;
  std::size_t indent_;
  std::size_t line_;
  bool fresh_ = true;
};

std::string short_form(const Fact& fact)
{
  return fact.head + (fact.text ? literal(*fact.text) : "") + fact.tail;
}

void add_fact(Filler& to, const Fact& fact, bool last)
{
  const std::string end = last ? "" : ", ";
  const std::string plain = short_form(fact);
  if (!fact.text || to.column() + plain.size() + 2 <= width) return to.add(plain + end);
  to.break_line();
  if (to.column() + plain.size() + 2 <= width) return to.put(plain + end);
  const std::size_t column = to.column() + fact.head.size();
  std::string all = fact.head;
  const auto lines = literal_lines(*fact.text, column + 40 < width ? width - column - 2 : 40);
  for (std::size_t index = 0; index < lines.size(); ++index) {
    all += (index == 0 ? "" : "\n" + std::string(column, ' ')) + lines[index];
  }
  to.put(all + fact.tail + end);
}

/// "MACRO(Struct, …);" with a line for each member that has facts.
std::string description(const std::string& macro, const Declared& declared)
{
  const std::string begin = macro + "(" + declared.name;
  const std::size_t indent = macro.size() + 1;
  Filler to(begin + ",", indent);
  bool bare_line = true;  // names without facts share a line
  for (const auto& member : declared.members) {
    const bool last = &member == &declared.members.back();
    const std::string comma = last ? "" : ",";
    if (member.facts.empty()) {
      if (!bare_line || to.column() + member.name.size() + 2 > width) {
        to.text() += '\n' + std::string(indent, ' ');
        to.put("");
      } else {
        to.put(" ");
      }
      to.put(member.name + comma);
      bare_line = true;
      continue;
    }
    bare_line = false;
    to.text() += '\n' + std::string(indent, ' ');
    to.put("(" + member.name + ", ");
    to.set_indent(indent + 1);
    for (const auto& fact : member.facts) add_fact(to, fact, &fact == &member.facts.back());
    to.put(")" + comma);
  }
  return to.text() + ");\n";
}

std::string stated(const std::string& macro, const std::string& name, const Facts& facts)
{
  if (facts.empty()) return {};
  Filler to(macro + "(" + name + ", ", macro.size() + 1);
  to.put("");
  for (const auto& fact : facts) add_fact(to, fact, &fact == &facts.back());
  return to.text() + ");\n";
}

std::string preamble(const Header& header, const char* what)
{
  std::string text;
  const std::string sentence =
      "Written by `kubexx types` from the CRD " + header.crd + ", version " + header.version + ": " + what;
  for (const auto& line : comment_lines(sentence, width + 1)) text += line.substr(1) + "\n";
  return text;
}

std::string includes(const std::set<std::string>& all)
{
  std::string of_system, of_library;
  for (const auto& one : all) (one.starts_with('<') ? of_system : of_library) += "#include " + one + "\n";
  return of_system + (of_system.empty() ? "" : "\n") + of_library + "\n";
}

std::string descriptions(const Header& header, const std::string& macro)
{
  std::string text = format_off;
  for (const auto& declared : header.declared) {
    if (declared.is_enum) continue;
    text += stated("KUBEXX_SCHEMA", declared.name, declared.object_facts) + description(macro, declared);
  }
  return text;
}

std::string declarations(const Header& header, Form form)
{
  std::string text;
  for (const auto& declared : header.declared) {
    text += (declared.is_enum ? enum_text(declared) : struct_text(declared, header, form)) + "\n";
  }
  return text;
}

std::string header_in(const Header& header, Form form)
{
  auto all = header.includes;
  all.insert("\"kubexx/apimachinery/describe_struct.hpp\"");
  if (form == Form::declared) all.insert("\"kubexx/apimachinery/compiled.hpp\"");
  const char* what = form == Form::described ? "structs and their facts." : "structs. The .cpp has their facts.";
  std::string text = preamble(header, what) + "#pragma once\n\n" + includes(all) + "namespace " + header.space +
                     " {\n\n" + declarations(header, form);
  const std::string kind = stated("KUBEXX_CRD", header.root, header.kind_facts);
  if (form == Form::described) {
    text += descriptions(header, "KUBEXX_DESCRIBE") + kind + format_on + "\n";
  } else if (!kind.empty()) {
    text += format_off + kind + format_on + "\n";
  }
  return text + "}  // namespace " + header.space + "\n";
}

}  // namespace

std::string header_text(const Header& header)
{
  return header_in(header, Form::described);
}

std::string declaring_header_text(const Header& header)
{
  return header_in(header, Form::declared);
}

std::string source_text(const Header& header, const std::string& include)
{
  return preamble(header, "facts and tables.") + "#include \"" + include + "\"\n\n" +
         "#include \"kubexx/apimachinery/compiled_struct.hpp\"\n\n" +
         "// offsetof works for these structs in g++ and clang.\n#pragma GCC diagnostic ignored "
         "\"-Winvalid-offsetof\"\n\n" +
         "namespace " + header.space + " {\n\n" + descriptions(header, "KUBEXX_DESCRIBE_COMPILED") + format_on +
         "\n}  // namespace " + header.space + "\n";
}

}  // namespace kubexx::cli::types
