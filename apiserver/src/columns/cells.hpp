// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

#include "core/json.hpp"
#include "kubexx/base/clock.hpp"

/// The rows of `kubectl get`: k8s.io/kubernetes/pkg/printers/internalversion/printers.go.
namespace kubexx::apiserver {

using Cells = std::function<Json(const Json& object, WallTime now)>;

/// The cells of a kind, one for each of builtin_columns(); those of every kind are name and age.
[[nodiscard]] Cells cells_of(const std::string& id);

/// The parts of that table, by id.
using CellTable = std::map<std::string, Cells>;
void add_workload_cells(CellTable& table);
void add_core_cells(CellTable& table);
void add_other_cells(CellTable& table);
[[nodiscard]] Json pod_cells(const Json& pod, WallTime now);

using JsonPath = std::initializer_list<std::string_view>;
[[nodiscard]] std::int64_t number_at(const Json& object, JsonPath path);
[[nodiscard]] std::size_t size_at(const Json& object, JsonPath path);
/// The string there, or `other` when there is none.
[[nodiscard]] std::string text_or(const Json& object, JsonPath path, std::string_view other);
/// The strings that the elements of a list have there (or are), with `separator` between them.
[[nodiscard]] std::string joined(const Json* list, JsonPath path, std::string_view separator);
/// "a=1,b=2", or "<none>".
[[nodiscard]] std::string shown_labels(const Json* labels);
/// Of a metav1.LabelSelector, or "<none>".
[[nodiscard]] std::string shown_selector(const Json* selector);
[[nodiscard]] std::string shown_bool(const Json* value);
[[nodiscard]] Json name_cell(const Json& object);
[[nodiscard]] Json age_cell(const Json& object, WallTime now);
/// Whether a condition of that type is True.
[[nodiscard]] bool has_condition(const Json& object, std::string_view type);

}  // namespace kubexx::apiserver
