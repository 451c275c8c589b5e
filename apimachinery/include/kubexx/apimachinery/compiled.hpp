// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Described structs whose conversion to and from JSON is compiled once, in a unit of their own, instead of in each
/// unit that uses them. `KUBEXX_COMPILED(Foo)` in the namespace of Foo, right after its BOOST_DESCRIBE_STRUCT, declares
/// that; a unit then defines the table: detail/compiled_table.hpp. Such a struct has no default values (FieldTraits),
/// and its operator== may be declared alone.
namespace kubexx::detail {
struct StructInfo;
}

// A macro, because the function is found by its argument and so must be a neighbour of the struct.
#define KUBEXX_COMPILED(Struct) const ::kubexx::detail::StructInfo* kubexx_struct_info(Struct**);
