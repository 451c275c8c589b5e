// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/base64.hpp"

#include <gtest/gtest.h>

namespace kubexx {
namespace {

// RFC 4648, section 10.
TEST(Base64Test, GivesTheStandardsExamples)
{
  EXPECT_EQ(encode_base64(""), "");
  EXPECT_EQ(encode_base64("f"), "Zg==");
  EXPECT_EQ(encode_base64("fo"), "Zm8=");
  EXPECT_EQ(encode_base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(encode_base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(encode_base64("\xfb\xff\xfe"), "+//+");
  EXPECT_EQ(encode_base64("f", Base64::url), "Zg");
  EXPECT_EQ(encode_base64("\xfb\xff\xfe", Base64::url), "-__-");
}

TEST(Base64Test, DecodesWhatItEncodes)
{
  std::string text;
  for (int byte = 0; byte < 300; ++byte) {
    EXPECT_EQ(decode_base64(encode_base64(text)), text);
    EXPECT_EQ(decode_base64(encode_base64(text, Base64::url), Base64::url), text);
    text.push_back(static_cast<char>(byte));
  }
}

// As Go's StdEncoding and RawURLEncoding: what kubectl refuses in a kubeconfig is refused here.
TEST(Base64Test, RefusesWhatGoRefuses)
{
  EXPECT_EQ(decode_base64("Zm9v\r\nYmE=\n"), "fooba");
  for (const char* bad : {"Z", "Zm9", "Zm9vYg", "====", "Zg=a", "Zg=", "Zg===", "Zg==Zg==", "Zm9v!",
                          "Zm9v YmE=", "=Zm9", "Zm9v=", "-__-", "\xff\xff\xff\xff"}) {
    EXPECT_FALSE(decode_base64(bad)) << bad;
  }
  for (const char* bad : {"Z", "Zg==", "+//+", "Zm9vY"}) EXPECT_FALSE(decode_base64(bad, Base64::url)) << bad;
}

}  // namespace
}  // namespace kubexx
