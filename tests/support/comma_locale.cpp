// SPDX-License-Identifier: Apache-2.0
// A test program linked with this runs in a locale that writes 1.234,5 when KUBEXX_TEST_COMMA_LOCALE is set: what
// kubexx reads and writes does not depend on the locale of the program that uses it.
#include <gtest/gtest.h>

#include <array>
#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <locale>
#include <string>

namespace kubexx {
namespace {

struct CommaFacet final : std::numpunct<char> {
  [[nodiscard]] char do_decimal_point() const override { return ','; }
  [[nodiscard]] char do_thousands_sep() const override { return '.'; }
  [[nodiscard]] std::string do_grouping() const override { return "\3"; }
};

/// The category LC_NUMERIC as localedef of glibc compiles it. Written here because few machines have such a locale, or
/// the sources of one.
void write_category(const std::filesystem::path& file)
{
  constexpr std::array<std::uint32_t, 8> header{0x20031114, 6, 0x20, 0x22, 0x24, 0x28, 0x2c, 0x30};
  constexpr std::array<std::uint32_t, 2> wide{',', '.'};
  std::ofstream out(file, std::ios::binary);
  const auto put = [&out](const auto& words) {
    out.write(reinterpret_cast<const char*>(words.data()), static_cast<std::streamsize>(sizeof words));
  };
  put(header);
  put(std::array<char, 8>{',', '\0', '.', '\0', 3, 3, '\0', '\0'});
  put(wide);
  out << "ANSI_X3.4-1968" << '\0';
}

class CommaLocale final : public testing::Environment {
  void SetUp() override
  {
    if (std::getenv("KUBEXX_TEST_COMMA_LOCALE") == nullptr) return;
    std::string pattern = (std::filesystem::temp_directory_path() / "kubexx-locale-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    std::filesystem::create_directory(folder_ / "comma");
    write_category(folder_ / "comma" / "LC_NUMERIC");
    ASSERT_EQ(::setenv("LOCPATH", folder_.c_str(), 1), 0);
    ASSERT_NE(std::setlocale(LC_NUMERIC, "comma"), nullptr);
    std::locale::global(std::locale(std::locale::classic(), new CommaFacet));
    ASSERT_EQ(std::strtod("2,5", nullptr), 2.5);
    ASSERT_EQ(std::to_string(1.5).substr(0, 3), "1,5");
  }
  void TearDown() override
  {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }

  std::filesystem::path folder_;
};

[[maybe_unused]] const testing::Environment* const environment = testing::AddGlobalTestEnvironment(new CommaLocale);

}  // namespace
}  // namespace kubexx
