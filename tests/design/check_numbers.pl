#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# check_numbers.pl: the measured numbers of README.md are those of our pages. In the table whose first column is headed
# "Measured", each number is on the page that its row links, each ratio (N×) is that of the number before it to the one
# of kubexx, and the script that repeats it exists. Prints what is wrong. Run in the source folder.
use strict;
use warnings;
use utf8;
binmode(STDOUT, ':utf8');

my $failures = 0;
sub fail { print "README.md: @_\n"; ++$failures }
sub lines_of {
  my ($file) = @_;
  open(my $in, '<:utf8', $file) or return;
  return <$in>;
}

my ($inside, $rows) = (0, 0);
for my $line (lines_of('README.md')) {
  $inside = 1 if $line =~ /^\| Measured \|/;
  $inside = 0 if $line !~ /^\|/;
  next if !$inside || $line =~ /^\| Measured \|/ || $line =~ /^\|-/;
  ++$rows;
  my (undef, $what, @cells) = map { s/^\s+|\s+$//gr } split /\|/, $line;
  my ($page) = $line =~ /\]\((docs\/benchmarks\/[\w.-]+)\)/;
  if (!$page) { fail("no page for: $what"); next }
  my $text = join '', lines_of($page);
  my ($script) = $line =~ /`(bench\/[\w.]+)`/;
  fail("no script that repeats: $what") unless $script && -x $script && index($text, $script) >= 0;
  my $ours;
  for my $cell (@cells[0 .. 2]) {
    my $value;
    while ($cell =~ /(?<![\w.])(\d+(?:\.\d+)?)(×?)/g) {
      my ($number, $times) = ($1, $2);
      if ($times) {
        my $ratio = $value / $ours;
        fail("$what: $value is ${\ sprintf '%.2f', $ratio} times $ours, not $number") if abs($ratio / $number - 1) > 0.03;
        next;
      }
      $value = $number;
      $ours //= $number;
      fail("$what: no $number on $page") unless $text =~ /(?<![\d.])\Q$number\E(?![\d.]*\d)/;
    }
  }
}
fail("only $rows measured numbers") if $rows < 5;
exit($failures ? 1 : 0);
