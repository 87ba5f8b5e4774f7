-- Releases of the authority files, and the files of each.

create table authority_release (
  id text primary key,
  -- 1, 2, …: of two processes that make the next one at the same time, one comes first.
  number integer not null unique,
  -- Of the headings that it was made from.
  generation integer not null,
  -- { ALL, SUBJECT, NAME, SERIES }: how many headings.
  headings jsonb not null,
  -- { ALL, SUBJECT, NAME, SERIES }, each { added, changed, deleted } since the release before; null in the first.
  changes jsonb,
  released_at timestamptz not null
);

create table authority_file (
  id text primary key,
  release_id text not null references authority_release on delete cascade,
  kind text not null check (kind in ('ALL', 'SUBJECT', 'NAME', 'SERIES')),
  scope text not null check (scope in ('FULL', 'REFERENCE_ONLY', 'CHANGES')),
  format text not null check (format in ('MARC', 'TEXT')),
  record_count integer not null,
  -- Key in the file store, bytes.
  file_key text not null,
  size double precision not null,
  unique (release_id, kind, scope, format)
);
