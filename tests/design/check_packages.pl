#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# check_packages.pl: docs/reference/packages.md agrees with CMake. Its table of components has a row for each module of
# cmake/KubexxModules.cmake with the same needs and libraries, and names the Debian packages of the libraries
# (cmake/KubexxLibraries.cmake); its table of options has the options of CMakeLists.txt that concern a parent project.
# Prints what is wrong. Run in the source folder.
use strict;
use warnings;

my $page = 'docs/reference/packages.md';
my $failures = 0;
sub fail { print "$page: @_\n"; ++$failures }
sub text_of {
  my ($file) = @_;
  open(my $in, '<', $file) or die "$file: $!\n";
  local $/ = undef;
  return scalar <$in>;
}
my $text = text_of($page);

# The Debian packages of each library: what stands after "Debian:", "Debian 12:" and the like.
my %packages;
my $libraries = text_of('cmake/KubexxLibraries.cmake');
while ($libraries =~ /STREQUAL "([\w+-]+)"\)(.*?)(?=\n  else)/sg) {
  my ($library, $body) = ($1, $2);
  $packages{$library}{$_} = 1 for map { /Debian[ \d]*: ((?:[a-z0-9.+-]*\d?[a-z0-9.+-]+(?:, | )?)+)/g } $body =~ /"([^"]*Debian[^"]*)"/g;
}
my %debian;  # by library: a list
for my $library (keys %packages) {
  push @{$debian{$library}}, grep { /-dev$/ } map { split /[, ]+/ } keys %{$packages{$library}};
}

my %rows;
while ($text =~ /^\| `([a-z_]+)` \|([^|\n]*)\|([^|\n]*)\|([^|\n]*)\|$/mg) {
  $rows{$1} = {needs => $2, libraries => $3, packages => $4};
}
my $modules = text_of('cmake/KubexxModules.cmake');
my %declared;
while ($modules =~ /^kubexx_declare\((\w+)([^)]*)\)/mg) {
  my ($module, $rest) = ($1, $2);
  $declared{$module} = 1;
  my %part = (FOLDER => '', NEEDS => '', LIBRARIES => '');
  my $key = '';
  for my $word (split ' ', $rest) { if (exists $part{$word}) { $key = $word } else { $part{$key} .= "$word " } }
  my $row = $rows{$module};
  if (!$row) { fail("no row for the component $module"); next }
  my $needs = join ' ', sort split(' ', $part{NEEDS});
  my $shown = join ' ', sort($row->{needs} =~ /`(\w+)`/g);
  fail("$module needs \"$needs\", the page has \"$shown\"") unless $needs eq $shown;
  my $own = join ' ', sort split(' ', $part{LIBRARIES});
  my $listed = join ' ', sort grep { $_ ne "\x{2013}" && /^[A-Za-z]/ } split /[, ]+/, $row->{libraries};
  fail("$module builds on \"$own\", the page has \"$listed\"") unless $own eq $listed;
  for my $library (split ' ', $part{LIBRARIES}) {
    next if $library eq 'Threads';
    my @wanted = @{$debian{$library} // []};
    fail("no Debian package of $library is known") unless @wanted;
    fail("the page lacks @wanted, of $library") if grep { index($text, "`$_`") < 0 } @wanted;
    next if $library eq 'BoostUrl' || $row->{packages} =~ /those of `\w+`(?: and `\w+`)? \|?$/;
    fail("the row of $module lacks the Debian package of $library: @wanted")
      unless grep { index($row->{packages}, "`$_`") >= 0 } @wanted;
  }
}
for my $module (keys %rows) { fail("no module $module is declared") unless $declared{$module} }
fail('hardly any module is declared') if keys(%declared) < 10;

my $top = text_of('CMakeLists.txt');
while ($top =~ /^(?:option|set)\((KUBEXX_(?:BUILD_(?:TESTS|TOOLS|SAMPLES)|MODULES|INSTALL|WERROR|TYPES))\b/mg) {
  fail("no row for the option $1") unless $text =~ /^\| `$1` \|/m;
}
exit($failures ? 1 : 0);
