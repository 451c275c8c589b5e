# SPDX-License-Identifier: Apache-2.0
"""Writes a table of words as a C++ source: what the generators of this folder have in common."""


def wrapped(words):
    """The words of one entry in lines of a source's width; those after the first begin with a blank."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + len(word) + 1 > 118:
            lines.append(line)
            line = ""
        line += (" " if line or lines else "") + word
    return "\n".join(lines + [line]) + "\n"


def print_table(entries, generator, header, namespace, function):
    """Entries are lists of words. Compilers limit a literal's length, so it comes in parts."""
    parts, size = [[]], 0
    for words in entries:
        text = wrapped(words)
        if size + len(text) > 14000:
            parts.append([])
            size = 0
        parts[-1].append(text)
        size += len(text)
    print("// SPDX-License-Identifier: Apache-2.0")
    print(f"// Written by schemas/{generator}, which explains the format. Do not edit.")
    print(f'#include "{header}"\n')
    print(f"namespace {namespace} {{\n")
    print("// clang-format off")
    print(f"const std::initializer_list<std::string_view>& {function}()\n{{")
    print("  static const std::initializer_list<std::string_view> parts{")
    for part in parts:
        print('R"(' + "".join(part) + ')",')
    print("  };\n  return parts;\n}")
    print("// clang-format on\n")
    print(f"}}  // namespace {namespace}")
