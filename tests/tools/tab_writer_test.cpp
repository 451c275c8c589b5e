// SPDX-License-Identifier: Apache-2.0
#include "tab_writer.hpp"

#include <gtest/gtest.h>

namespace kubexx::cli {
namespace {

std::string formatted(std::string_view text)
{
  TabWriter writer;
  writer.write(text);
  return writer.flush();
}

TEST(TabWriter, ThreeSpacesStandBetweenColumnsAndNoneAfterTheLast)
{
  EXPECT_EQ(formatted("NAME\tDATA\tAGE\nkube-root-ca.crt\t1\t5d\na\t10\t1s\n"),
            "NAME               DATA   AGE\n"
            "kube-root-ca.crt   1      5d\n"
            "a                  10     1s\n");
}

TEST(TabWriter, AColumnIsAtLeastSixWide)
{
  EXPECT_EQ(formatted("a\tb\n"), "a     b\n");
}

TEST(TabWriter, CharactersCountAndNotBytes)
{
  EXPECT_EQ(formatted("Größe\tx\nabcdef\ty\n"), "Größe    x\nabcdef   y\n");
}

TEST(TabWriter, AnEmptyLastCellLeavesItsPaddingAsKubectlDoes)
{
  EXPECT_EQ(formatted("CURRENT\tNAME\tNAMESPACE\n*\tmain\t\n"), "CURRENT   NAME   NAMESPACE\n*         main   \n");
}

TEST(TabWriter, ALineOfOneCellEndsTheBlockOfColumns)
{
  EXPECT_EQ(formatted("longer-than-that\tx\n\na\tb\n"), "longer-than-that   x\n\na                  b\n")
      << "but the widths are remembered";
}

TEST(TabWriter, WhatWasFlushedGivesLaterLinesTheirWidth)
{
  TabWriter writer;
  writer.write("a-long-name\tx\n");
  EXPECT_EQ(writer.flush(), "a-long-name   x\n");
  writer.write("b\ty\n");
  EXPECT_EQ(writer.flush(), "b             y\n");
  writer.forget_widths();
  writer.write("c\tz\n");
  EXPECT_EQ(writer.flush(), "c     z\n");
}

TEST(TabWriter, LinesMayHaveDifferentNumbersOfCells)
{
  EXPECT_EQ(formatted("a\tb\tc\nlonger\tb\nx\tyyyyyyyyy\tz\n"),
            "a        b     c\nlonger   b\nx        yyyyyyyyy   z\n");
}

}  // namespace
}  // namespace kubexx::cli
