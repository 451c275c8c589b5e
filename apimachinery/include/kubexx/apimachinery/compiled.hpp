// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Structs whose conversion to and from JSON is compiled once, in a translation unit of its own, instead of in each
/// unit that uses them. `KUBEXX_COMPILED(Foo)` in the namespace of Foo, right after the struct, declares this; one
/// translation unit then defines the table, with KUBEXX_DESCRIBE_COMPILED (compiled_struct.hpp). Such a struct has no
/// default values (FieldTraits). Its operator== needs only a declaration.
namespace kubexx::detail {
struct StructInfo;
}

/// Declares that the tables of `Struct` are in a translation unit. To be used in the namespace of the struct, because
/// argument-dependent lookup finds what it declares.
#define KUBEXX_COMPILED(Struct) const ::kubexx::detail::StructInfo* kubexx_struct_info(Struct**);
