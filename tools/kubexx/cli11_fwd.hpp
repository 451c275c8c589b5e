// SPDX-License-Identifier: Apache-2.0
#pragma once

/// CLI11 has no library, so each unit that includes it compiles much of it: headers do not.
namespace CLI {
class App;
}  // namespace CLI
