#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# check_aggregates.pl: each member of a public aggregate that users fill in by name has an initializer, so that
# `{.timeout = …}` gives no -Wmissing-field-initializers warning. Prints the members without one. Run in the source
# folder.
use strict;
use warnings;

my $filled_in = qr/(?:Options|Config|Callbacks|Handler|Runtime|Command|Meta|Reference|Condition|LabelSelector)$/;
my $not_a_member = qr/^(?:using|static|friend|enum|struct|class|template|virtual|constexpr|explicit|public|private)\b|\(/;

sub check {
  my ($file) = @_;
  open(my $in, '<', $file) or die "$file: $!\n";
  my ($name, $indent, @found);
  my $rest = '';
  my $failures = 0;
  while (my $line = <$in>) {
    if (my ($spaces, $struct) = $line =~ /^(\s*)struct (?:\[\[.*?\]\] )?(\w+)[^;]*\{$/) {
      ($name, $indent, @found) = ($struct, $spaces) if $struct =~ $filled_in;
      next;
    }
    next unless defined $name;
    if ($line =~ /^$indent\};/) {
      print @found;
      $failures += @found;
      undef $name;
      next;
    }
    # A declaration may have several lines.
    next unless $line =~ ($rest eq '' ? qr/^$indent  (\S.*)$/ : qr/^\s*(\S.*)$/);
    my $code = $rest . ($1 =~ s/\s*\/\/.*//r);
    $rest = '';
    next if $code eq '';
    # One with a constructor is no aggregate.
    if ($code =~ /^(?:explicit )?$name\(/) {
      undef $name;
      next;
    }
    while ($code =~ s/<[^<>]*>//g) { }
    if ($code !~ /[;{}:]$/ && $code !~ $not_a_member) {
      $rest = "$code ";
      next;
    }
    next if $code !~ /;$/ || $code =~ $not_a_member;
    my @declarators = split /,/, $code;
    push @found, "$file:$.: $name has a member without an initializer: $code\n" if grep { !/[={]/ } @declarators;
  }
  return $failures;
}

my ($failures, $files) = (0, 0);
for my $file (sort split /\n/, `find */include -name '*.hpp'`) {
  next if $file =~ m{^types/|/detail/};
  ++$files;
  $failures += check($file);
}
print "$files headers read\n";
exit($failures || $files < 100 ? 1 : 0);
