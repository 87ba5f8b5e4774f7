# Searches as Koha does (C4::Breeding): `perl search.pl zed|sru`, the server and the queries as JSON on standard input.
use strict;
use warnings;
use JSON::PP;
use ZOOM;

my $given = decode_json(do { local $/; <STDIN> });
my %server = %{ $given->{server} };
my $isSru = $server{servertype} eq 'sru';

sub connection {
    my $options = ZOOM::Options->new();
    $options->option(async => 1);
    $options->option(elementSetName => 'F');
    $options->option(preferredRecordSyntax => $server{syntax});
    if ($isSru) {
        for (split ',', $server{sru_options}) {
            my ($name, $value) = map { s/^\s+|\s+$//gr } split '=', $_, 2;
            $options->option($name => $value);
        }
    } else {
        $options->option(databaseName => $server{db});
        $options->option(user => $server{userid});
        $options->option(password => $server{password});
    }
    my $connection = ZOOM::Connection->create($options);
    if ($isSru) {
        $connection->connect("$server{host}:$server{port}/$server{db}");
    } else {
        $connection->connect($server{host}, $server{port});
    }
    return $connection;
}

my %indexes = map { split '=', $_, 2 } split ',', $server{sru_fields} // '';

sub query {
    my ($field, $term) = @_;
    return ZOOM::Query::CQL->new("$indexes{$field}=\"$term\"") if $isSru;
    return ZOOM::Query::PQF->new($given->{attributes}{$field} . " \"$term\"");
}

my @found;
for (@{ $given->{searches} }) {
    my $connection = connection();
    my $results = $connection->search(query(@$_));
    1 while ZOOM::event([$connection]);
    my ($code, $message, $more) = $connection->error_x();
    if ($code) {
        push @found, "$code $message $more";
        next;
    }
    my $count = $results->size();
    my $records = $results->records(0, $count, 0);
    1 while ZOOM::event([$connection]);
    my @records = map { $_ ? $_->raw() : '' } map { $results->record($_) } 0 .. $count - 1;
    push @found, "$count: " . join ' ', @records;
    $connection->destroy();
}
print encode_json(\@found);
