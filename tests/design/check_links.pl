#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# check_links.pl PAGE...: every relative link of the Markdown pages leads to a file or folder that exists, and a
# fragment to a heading of its page; docs/README.md links each page below docs/ at least once. Prints FILE:LINE: TARGET
# for each link that does not. Run in the source folder.
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename 'dirname';

# The lines of a page with listings blanked out, and the anchors of its headings as GitHub makes them.
my %pages;
sub page {
  my ($file) = @_;
  return $pages{$file} if $pages{$file};
  open(my $in, '<:utf8', $file) or die "$file: $!\n";
  my (@lines, %anchors, %count, $fenced);
  while (my $line = <$in>) {
    chomp $line;
    if ($line =~ /^\s*```/) { $fenced = !$fenced; push @lines, ''; next }
    push @lines, $fenced ? '' : $line;
    next if $fenced || $line !~ /^#+ +(.*?)\s*$/;
    my $anchor = lc $1;
    $anchor =~ s/\[([^\]]*)\]\([^)]*\)/$1/g;
    $anchor =~ s/[^\w\- ]//g;
    $anchor =~ s/ /-/g;
    my $seen = $count{$anchor}++;
    $anchors{$seen ? "$anchor-$seen" : $anchor} = 1;
  }
  close $in;
  return $pages{$file} = {lines => \@lines, anchors => \%anchors};
}

my ($links, $failures) = (0, 0);
my %indexed;
for my $file (@ARGV) {
  my $number = 0;
  for my $line (@{page($file)->{lines}}) {
    ++$number;
    my $text = $line =~ s/`[^`]*`//gr;
    while ($text =~ /\]\(([^)\s]+)\)/g) {
      my $target = $1;
      next if $target =~ /^[a-z]+:/;
      ++$links;
      my ($path, $fragment) = split /#/, $target, 2;
      my $reached = $path eq '' ? $file : dirname($file) . "/$path";
      if (!-e $reached) { print "$file:$number: nothing at $target\n"; ++$failures; next }
      if ($file =~ m{^(?:\./)?docs/README\.md$}) { ++$indexed{abs_path($reached)} }
      next unless defined $fragment && $reached =~ /\.md$/;
      next if page($reached)->{anchors}{$fragment};
      print "$file:$number: no heading for $target\n";
      ++$failures;
    }
  }
}
for my $file (grep { m{^(?:\./)?docs/.+/[^/]+\.md$} } @ARGV) {
  my $times = $indexed{abs_path($file)} // 0;
  next if $times > 0;
  print "docs/README.md does not link $file\n";
  ++$failures;
}
if ($links < 50) { print "only $links links were found: wrong folder?\n"; ++$failures }
exit($failures ? 1 : 0);
