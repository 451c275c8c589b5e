// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/pprof.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

namespace kubexx {

namespace {

// --- protobuf's wire format ---

class Message {
public:
  void number(int field, std::uint64_t value)
  {
    if (value == 0) return;
    varint(static_cast<std::uint64_t>(field) << 3U);
    varint(value);
  }
  void bytes(int field, std::string_view value)
  {
    varint((static_cast<std::uint64_t>(field) << 3U) | 2U);
    varint(value.size());
    out_ += value;
  }
  void message(int field, const Message& value) { bytes(field, value.out_); }
  void packed(int field, const std::vector<std::uint64_t>& values)
  {
    Message list;
    for (const auto value : values) list.varint(value);
    message(field, list);
  }
  [[nodiscard]] const std::string& text() const noexcept { return out_; }

private:
  void varint(std::uint64_t value)
  {
    for (; value >= 0x80; value >>= 7U) out_ += static_cast<char>(static_cast<unsigned char>(value | 0x80U));
    out_ += static_cast<char>(value);
  }
  std::string out_;
};

// --- names of functions ---

std::string demangled(const char* name)
{
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : name;
}

struct Mapping {
  std::uint64_t begin = 0, end = 0, offset = 0;
  std::string file;
};

// The executable parts of /proc/self/maps.
std::vector<Mapping> mappings()
{
  std::vector<Mapping> found;
  std::ifstream in("/proc/self/maps");
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    Mapping mapping;
    char dash = 0;
    std::string rights, device, inode;
    fields >> std::hex >> mapping.begin >> dash >> mapping.end >> rights >> mapping.offset >> device >> inode;
    std::getline(fields >> std::ws, mapping.file);
    if (rights.find('x') != std::string::npos) found.push_back(std::move(mapping));
  }
  return found;
}

// The functions of the program, by their addresses in its file.
class SymbolTable {
public:
  explicit SymbolTable(const char* file)
  {
    std::ifstream in(file, std::ios::binary);
    Elf64_Ehdr header{};
    if (!read(in, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return;
    for (int index = 0; index < header.e_phnum; ++index) {
      Elf64_Phdr segment{};
      if (read(in, header.e_phoff + static_cast<std::uint64_t>(index) * sizeof segment, segment) &&
          segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0) {
        to_address_ = segment.p_vaddr - segment.p_offset;
      }
    }
    for (int index = 0; index < header.e_shnum; ++index) {
      Elf64_Shdr section{};
      if (!read(in, header.e_shoff + static_cast<std::uint64_t>(index) * sizeof section, section)) return;
      if (section.sh_type == SHT_SYMTAB) load(in, header, section);
    }
    std::sort(functions_.begin(), functions_.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  }

  [[nodiscard]] std::optional<std::string> name(std::uint64_t file_offset) const
  {
    const std::uint64_t address = file_offset + to_address_;
    auto after = std::upper_bound(functions_.begin(), functions_.end(), address,
                                  [](std::uint64_t value, const Function& function) { return value < function.begin; });
    if (after == functions_.begin()) return std::nullopt;
    const Function& function = *--after;
    if (address >= function.begin + std::max<std::uint64_t>(function.size, 1)) return std::nullopt;
    return demangled(names_.c_str() + function.name);
  }

private:
  struct Function {
    std::uint64_t begin, size;
    std::uint32_t name;
  };

  template <class T>
  static bool read(std::ifstream& in, std::uint64_t at, T& value)
  {
    in.seekg(static_cast<std::streamoff>(at));
    return static_cast<bool>(in.read(reinterpret_cast<char*>(&value), sizeof value));
  }
  void load(std::ifstream& in, const Elf64_Ehdr& header, const Elf64_Shdr& section)
  {
    Elf64_Shdr strings{};
    if (!read(in, header.e_shoff + std::uint64_t{section.sh_link} * sizeof strings, strings)) return;
    names_.resize(strings.sh_size);
    in.seekg(static_cast<std::streamoff>(strings.sh_offset));
    in.read(names_.data(), static_cast<std::streamsize>(names_.size()));
    std::vector<Elf64_Sym> symbols(section.sh_size / sizeof(Elf64_Sym));
    in.seekg(static_cast<std::streamoff>(section.sh_offset));
    in.read(reinterpret_cast<char*>(symbols.data()), static_cast<std::streamsize>(symbols.size() * sizeof(Elf64_Sym)));
    if (!in) return;
    for (const auto& symbol : symbols) {
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_value == 0 || symbol.st_name >= names_.size())
        continue;
      functions_.push_back({symbol.st_value, symbol.st_size, symbol.st_name});
    }
  }

  std::uint64_t to_address_ = 0;  // from an offset in the file
  std::string names_;
  std::vector<Function> functions_;  // sorted
};

// --- the profile ---

class Profile {
public:
  Profile() : mappings_(mappings()), program_("/proc/self/exe")
  {
    (void)string("");
    for (std::size_t index = 0; index < mappings_.size(); ++index) {
      Message mapping;
      mapping.number(1, index + 1);
      mapping.number(2, mappings_[index].begin);
      mapping.number(3, mappings_[index].end);
      mapping.number(4, mappings_[index].offset);
      mapping.number(5, string(mappings_[index].file));
      mapping.number(7, 1);  // its functions are named as well as they can be here
      out_.message(3, mapping);
    }
  }

  void add(const std::vector<std::uintptr_t>& stack, std::uint64_t count)
  {
    std::vector<std::uint64_t> locations;
    locations.reserve(stack.size());
    for (std::size_t frame = 0; frame < stack.size(); ++frame) {
      // Return addresses are behind the call.
      locations.push_back(location(frame == 0 ? stack[frame] : stack[frame] - 1));
    }
    Message sample;
    sample.packed(1, locations);
    const auto nanoseconds = static_cast<std::uint64_t>(std::chrono::nanoseconds(CpuSamples::period).count());
    sample.packed(2, {count, count * nanoseconds});
    out_.message(2, sample);
  }

  [[nodiscard]] std::string finish(WallTime begin, Duration time)
  {
    out_.message(1, value_type("samples", "count"));
    out_.message(1, value_type("cpu", "nanoseconds"));
    const auto nanoseconds = [](auto duration) {
      return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count());
    };
    out_.number(9, nanoseconds(begin.time_since_epoch()));
    out_.number(10, nanoseconds(time));
    out_.message(11, value_type("cpu", "nanoseconds"));
    out_.number(12, nanoseconds(CpuSamples::period));
    for (const auto& text : in_order_) out_.bytes(6, text);
    return out_.text();
  }

private:
  std::uint64_t string(const std::string& text)
  {
    const auto [found, fresh] = strings_.emplace(text, in_order_.size());
    if (fresh) in_order_.push_back(text);
    return found->second;
  }
  Message value_type(const std::string& type, const std::string& unit)
  {
    Message message;
    message.number(1, string(type));
    message.number(2, string(unit));
    return message;
  }
  std::uint64_t location(std::uint64_t address)
  {
    const auto [found, fresh] = locations_.emplace(address, locations_.size() + 1);
    if (!fresh) return found->second;
    Message location;
    location.number(1, found->second);
    const auto mapping = std::find_if(mappings_.begin(), mappings_.end(),
                                      [&](const Mapping& one) { return address >= one.begin && address < one.end; });
    if (mapping != mappings_.end()) {
      location.number(2, static_cast<std::uint64_t>(mapping - mappings_.begin()) + 1);
    }
    location.number(3, address);
    if (auto name = name_of(address, mapping == mappings_.end() ? nullptr : &*mapping)) {
      Message line;
      line.number(1, function(*name));
      location.message(4, line);
    }
    out_.message(4, location);
    return found->second;
  }
  [[nodiscard]] std::optional<std::string> name_of(std::uint64_t address, const Mapping* mapping) const
  {
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(address), &info)  // NOLINT(performance-no-int-to-ptr)
            != 0 &&
        info.dli_sname != nullptr) {
      return demangled(info.dli_sname);
    }
    if (mapping == nullptr) return std::nullopt;
    if (mapping->file == program_file()) return program_.name(address - mapping->begin + mapping->offset);
    return std::nullopt;
  }
  static const std::string& program_file()
  {
    static const std::string path = [] {
      std::error_code error;
      return std::filesystem::read_symlink("/proc/self/exe", error).string();
    }();
    return path;
  }
  std::uint64_t function(const std::string& name)
  {
    const auto [found, fresh] = functions_.emplace(name, functions_.size() + 1);
    if (fresh) {
      Message function;
      function.number(1, found->second);
      function.number(2, string(name));
      function.number(3, string(name));
      out_.message(5, function);
    }
    return found->second;
  }

  const std::vector<Mapping> mappings_;
  const SymbolTable program_;
  Message out_;
  std::map<std::string, std::uint64_t> strings_, functions_;
  std::vector<std::string> in_order_;
  std::map<std::uint64_t, std::uint64_t> locations_;
};

}  // namespace

std::string pprof_of(const CpuSamples& samples, WallTime begin, Duration time)
{
  std::map<std::vector<std::uintptr_t>, std::uint64_t> counts;
  for (const auto& stack : samples.stacks) ++counts[stack];
  Profile profile;
  for (const auto& [stack, count] : counts) profile.add(stack, count);
  return profile.finish(begin, time);
}

}  // namespace kubexx
