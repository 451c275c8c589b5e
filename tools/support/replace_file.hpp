// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kubexx::support {

/// Replaces the file `path`, or makes it, in one step: whoever opens it finds all of the old text or all of the new
/// one. It is readable by its owner only, who stays the same. The new text goes first to a file of an unused name in
/// the same folder. Throws std::runtime_error: "write PATH: No space left on device".
void replace_file(const std::string& path, std::string_view text);

}  // namespace kubexx::support
