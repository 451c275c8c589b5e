#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# check_architecture.pl: docs/internals/architecture.md agrees with the tree. Each function that a row of a table names is
# in one of the files that the row links, each of these files exists, and the picture and the table of modules have every
# module of cmake/KubexxModules.cmake. Prints what is wrong. Run in the source folder.
use strict;
use warnings;

my $page = 'docs/internals/architecture.md';
my $failures = 0;
sub fail { print "$page: @_\n"; ++$failures }
sub text_of {
  my ($file) = @_;
  open(my $in, '<', $file) or return;
  local $/ = undef;
  return scalar <$in>;
}

my $rows = 0;
my $text = text_of($page) // die "$page: $!\n";
for my $row (grep { /^\|.*\]\(\.\.\/\.\.\// } split /\n/, $text) {
  ++$rows;
  my $sources = '';
  while ($row =~ m{\]\(\.\./\.\./([^)#]+)\)}g) {
    my $source = text_of($1);
    if (defined $source) { $sources .= $source } else { fail("no file $1") }
  }
  # Functions are in the third column of the long table; in the other one they follow their file.
  my @cells = split /\|/, $row;
  my $functions = @cells > 5 ? $cells[3] : $cells[2];
  while ($functions =~ /`([A-Za-z_:]+)`/g) {
    my $function = $1;
    my $name = $function =~ s/.*:://r;
    fail("row $rows: no $function in its files") unless $sources =~ /\b\Q$name\E\s*\(/;
  }
}
fail("only $rows rows name files") if $rows < 25;

my $picture = text_of('docs/internals/modules.svg') // '';
my $modules = text_of('cmake/KubexxModules.cmake') // '';
my $declared = 0;
while ($modules =~ /^kubexx_declare\((\w+)( FOLDER)?/mg) {
  my $module = $1;
  next if $2;  # in the row and the box of its sibling
  ++$declared;
  fail("the table of modules lacks $module") unless $text =~ /^\| `$module` \|/m;
  fail("modules.svg lacks $module") unless $picture =~ />$module</;
}
fail("only $declared modules are declared") if $declared < 10;
exit($failures ? 1 : 0);
