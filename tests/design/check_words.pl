#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# check_words.pl ALLOWED FILE...: finds eight marks of translated English in the comments of headers and in the text of
# Markdown pages (docs/reference/glossary.md, "Sentences"). Prints FILE:LINE: MARK: SENTENCE for each and fails if there is one
# that no line of ALLOWED permits. A line of ALLOWED is part of a sentence; twenty lines are the most it may have, and a
# line that permits nothing is an error.
use strict;
use warnings;

my @marks = (
  ['relative clause as subject', qr/^(?:What|Who|Whom|Whose|Whoever|Whatever|Which|Those (?:of|that|who|which)|That which|Of (?:what|those|two|all|one)|For (?:what|those|whom|who)|With what|By what|In what)\b(?!.*\?$)/],
  ['"alone" for "only"', qr{(?<!left )(?<!leave it )(?<!stand)\balone\b}],
  ['"says", "tells" for "returns", "specifies"', qr/\b(?:says?|said|saying|told|tells?|telling)\b/i],
  ['"so many" without "as"', qr/\bso (?:often|many|much|long|few|far|little)\b(?! as\b| that\b)/i],
  ['chain of "of"', qr/\bof (?:the |an? |its |their )?[\w:<>()]+ of (?:the |an? |its |their )?[\w:<>()]+/i],
  ['"no more" for "no longer"', qr/\bno more\b(?! than\b)|\bany more\b(?! than\b)/i],
  ['masculine pronoun', qr/\b(?:he|him|his|himself)\b/i],
  ['verb or participle first', qr/^(?:Stored|Kept|Known|Given|Needed|Meant|Made|Named|Left|Taken|Seen|Found|Asked|Sent|Read|Written|Not|There) (?:is|are|was|were)\b(?<!There is)(?<!There are)(?<!There was)(?<!There were)/],
);

my $allowed_file = shift @ARGV or die "usage: check_words.pl ALLOWED FILE...\n";
open(my $handle, '<', $allowed_file) or die "$allowed_file: $!\n";
my @allowed = grep { !/^#/ && /\S/ } map { chomp; $_ } <$handle>;
close $handle;
my %used;
my $failures = 0;

# Blocks of text that belong together: [line, text].
sub blocks_of_header {
  my ($lines) = @_;
  my (@blocks, $text, $first);
  my $flush = sub { push @blocks, [$first, $text] if defined $text; undef $text };
  for my $number (0 .. $#$lines) {
    my $line = $lines->[$number];
    if ($line =~ m{^\s*//[/!]?<?\s?(.*)$}) {
      my $part = $1;
      if ($part =~ /^\s*$/ || $part =~ /^ {4}/ || $part =~ /^\s*\|/ || $part =~ /^(?:SPDX|clang-format|NOLINT)/) { $flush->(); next }
      if ($part =~ /^\s*- /) { $flush->(); $part =~ s/^\s*- // }
      if (defined $text) { $text .= " $part" } else { $text = $part; $first = $number + 1 }
    } else {
      $flush->();
      if ($line =~ m{\S\s+//[/!]?<?\s+(.*)$} && $line !~ /NOLINT/) { push @blocks, [$number + 1, $1] }
    }
  }
  $flush->();
  return @blocks;
}

sub blocks_of_page {
  my ($lines) = @_;
  my (@blocks, $text, $first, $fence);
  my $flush = sub { push @blocks, [$first, $text] if defined $text; undef $text };
  for my $number (0 .. $#$lines) {
    my $line = $lines->[$number];
    if ($line =~ /^\s*```/) { $fence = !$fence; $flush->(); next }
    next if $fence;
    if ($line =~ /^\s*$/ || $line =~ /^#/ || $line =~ /^ {4,}\S/) { $flush->(); next }
    if ($line =~ /^\s*\|/) { $flush->(); push @blocks, map { [$number + 1, $_] } grep { /\S/ } map { s/^\s+|\s+$//gr } split /\|/, $line; next }
    if ($line =~ s/^\s*(?:[-*]|\d+\.) //) { $flush->() }
    if (defined $text) { $text .= " $line" } else { $text = $line; $first = $number + 1 }
  }
  $flush->();
  return @blocks;
}

for my $file (@ARGV) {
  open(my $in, '<', $file) or die "$file: $!\n";
  my @lines = map { chomp; $_ } <$in>;
  close $in;
  my @blocks = $file =~ /\.md$/ ? blocks_of_page(\@lines) : blocks_of_header(\@lines);
  for my $block (@blocks) {
    my ($line, $text) = @$block;
    $text =~ s/`[^`]*`/X/g;          # code
    $text =~ s/"[^"]*"/"X"/g;        # quoted words
    $text =~ s/\]\([^)]*\)/]/g;      # link targets
    $text =~ s/\*\*|__//g;
    for my $sentence (split /(?<=[.!?:;])\s+(?=["(\[X]*[A-Z])/, $text) {
      for my $mark (@marks) {
        my ($name, $pattern) = @$mark;
        next unless $sentence =~ $pattern;
        my @permits = grep { index($sentence, $_) >= 0 } @allowed;
        if (@permits) { $used{$_} = 1 for @permits; next }
        print "$file:$line: $name: $sentence\n";
        ++$failures;
      }
    }
  }
}

if (@allowed > 20) { print "$allowed_file: more than twenty lines\n"; ++$failures }
for my $line (@allowed) { next if $used{$line}; print "$allowed_file: permits nothing: $line\n"; ++$failures }
exit($failures ? 1 : 0);
