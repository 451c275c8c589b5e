// SPDX-License-Identifier: Apache-2.0
// kubexx types: described structs from CRDs.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>
#include <utility>

#include "build.hpp"
#include "command.hpp"
#include "crd_files.hpp"
#include "errors.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/schema/crd_validation.hpp"
#include "names.hpp"
#include "output.hpp"
#include "print.hpp"
#include "sources.hpp"

namespace kubexx::cli {
namespace {

namespace fs = std::filesystem;
using types::Header;
using types::NameScope;
using types::SourceVersion;

struct TypesFlags {
  std::vector<std::string> names, files;
  std::string space, output;
  bool sources = false;
};

void add_types_options(CommandLine command, TypesFlags& flags)
{
  command.add_option("NAME", flags.names, "CRDs in the cluster, such as backups.example.org; with -f: more files")
      .take_all();
  command
      .add_option("-f,--filename", flags.files,
                  "Files with CRDs of apiextensions.k8s.io/v1, YAML or JSON; '-' is standard input. Other documents "
                  "are ignored")
      .type_name("FILE")
      .comma_separated();
  command
      .add_option("--cpp-namespace", flags.space,
                  "The namespace of the structs, to which the version of the kind is added: 'gw' gives gw::v1. The "
                  "default is named after the group")
      .type_name("NAMESPACE");
  command
      .add_option("--output", flags.output,
                  "The folder for the headers, one for each kind and version: backup_v1.hpp. Without it they go to "
                  "standard output")
      .type_name("DIR");
  command.add_flag("--sources", flags.sources,
                   "Write a .cpp beside each header, which has the facts and the conversion from and to JSON. The "
                   "header then compiles faster, in each file that includes it. Needs --output");
}

void check_flags(const TypesFlags& flags)
{
  if (flags.names.empty() && flags.files.empty()) {
    throw CommandError("specify the CRDs: names in the cluster, or files with -f");
  }
  if (flags.sources && flags.output.empty()) throw CommandError("--sources needs --output");
  const auto problem = types::namespace_problem(flags.space);
  if (!flags.space.empty() && !problem.empty()) {
    throw CommandError("--cpp-namespace=" + flags.space + ": " + problem + "; give one such as backups or acme::api");
  }
  if (std::count(flags.files.begin(), flags.files.end(), "-") > 1) {
    throw CommandError("standard input cannot be used for multiple arguments");
  }
}

struct NamedCrd {
  std::string source;
  nlohmann::json crd;
};

using NamedCrds = std::map<std::string, NamedCrd>;

/// By name, so that the order of the files does not matter.
NamedCrds read_crds(Session& session, const TypesFlags& flags)
{
  NamedCrds crds;
  for (const auto& name : flags.names) crds[name] = {"the cluster", crd_of_cluster(session, name)};
  for (const auto& file : flags.files) {
    const auto source = name_of_source(file);
    const auto text = text_of_file(file, "'-', or the name of a CRD in the cluster without -f");
    for (auto& [name, crd] : crds_of_text(text, source, "kubexx types -f -")) {
      const auto [at, is_new] = crds.emplace(name, NamedCrd{source, std::move(crd)});
      if (!is_new) throw CommandError("the CRD " + name + " is in " + at->second.source + " and in " + source);
    }
  }
  return crds;
}

std::vector<SourceVersion> versions_of(const NamedCrds& crds, const TypesFlags& flags)
{
  std::vector<SourceVersion> versions;
  std::map<std::string, std::string> stems;
  for (const auto& [name, crd] : crds) {
    for (auto& version : types::versions_of(crd.crd, crd.source, flags.space)) {
      const auto [at, is_new] = stems.emplace(version.stem, name);
      if (!is_new) {
        throw CommandError("both " + at->second + " and " + name + " would be " + version.stem +
                           ".hpp: write them to different folders");
      }
      versions.push_back(std::move(version));
    }
  }
  return versions;
}

std::vector<Header> headers_of(std::vector<SourceVersion> versions)
{
  std::map<std::string, NameScope> types;
  for (auto& version : versions) {
    version.root = types[version.space].add_type(types::type_part_of(version.kind)).name;
  }
  std::vector<Header> headers;
  headers.reserve(versions.size());
  for (const auto& version : versions) headers.push_back(types::build_header(version, types[version.space]));
  return headers;
}

void write_file(const fs::path& path, const std::string& text)
{
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw CommandError("the file " + path.string() + " cannot be written: " + std::strerror(errno));
}

/// One line of a report, without what a terminal would obey.
std::string printable(const std::string& text)
{
  std::string line;
  for (const char c : text) line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  return line + "\n";
}

std::string report_of(const Header& header)
{
  const std::string where = header.crd + " " + header.version + ": ";
  std::string text;
  for (const auto& renamed : header.renamed) {
    text +=
        printable(where + renamed.first_path + ": \"" + renamed.from + "\" is " + renamed.to + " (" + renamed.reason +
                  ")" + (renamed.count > 1 ? ", and " + std::to_string(renamed.count - 1) + " more" : ""));
  }
  for (const auto& path : header.verbatim) {
    text += printable(where + path + ": its schema is kept as JSON text (raw_schema)");
  }
  return text;
}

/// Why the printed CRD may not be this one: a server would not have it so.
std::string refusals_of(const NamedCrds& crds)
{
  std::string text;
  for (const auto& [name, named] : crds) {
    for (const StatusCause& cause : schema::validate_crd(named.crd)) {
      text += printable(name + ": an API server would refuse this CRD: " + cause.field +
                        (cause.field.empty() ? "" : ": ") + cause.message);
    }
  }
  return text;
}

void write_headers(const std::vector<Header>& headers, const TypesFlags& flags)
{
  if (flags.output.empty()) {
    for (const auto& header : headers) {
      if (headers.size() > 1) write_out("// " + header.stem + ".hpp\n");
      write_out(types::header_text(header));
    }
    return;
  }
  std::error_code failed;
  fs::create_directories(flags.output, failed);
  if (failed) throw CommandError("the folder " + flags.output + " cannot be made: " + failed.message());
  for (const auto& header : headers) {
    const fs::path path = fs::path(flags.output) / (header.stem + ".hpp");
    write_file(path, flags.sources ? types::declaring_header_text(header) : types::header_text(header));
    write_out(path.string() + "\n");
    if (!flags.sources) continue;
    const fs::path source = fs::path(flags.output) / (header.stem + ".cpp");
    write_file(source, types::source_text(header, header.stem + ".hpp"));
    write_out(source.string() + "\n");
  }
}

void write_types(Session& session, const TypesFlags& given)
{
  TypesFlags flags = given;
  if (!flags.files.empty()) {
    // -f crds/*.yaml
    flags.files.insert(flags.files.end(), flags.names.begin(), flags.names.end());
    flags.names.clear();
  }
  check_flags(flags);
  const auto crds = read_crds(session, flags);
  const auto headers = headers_of(versions_of(crds, flags));
  write_headers(headers, flags);
  flush_out();
  for (const auto& header : headers) write_err(report_of(header));
  write_err(refusals_of(crds));
}

}  // namespace

void add_types(Commands& commands)
{
  commands.add<TypesFlags>("types", "Write C++ structs for the kinds of CRDs", add_types_options, write_types);
}

}  // namespace kubexx::cli
