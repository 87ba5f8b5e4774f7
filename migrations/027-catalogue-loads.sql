-- The last loads of records and of authority files, as the command line tells of them.
create table catalogue_load (
  id uuid primary key,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  kind text not null check (kind in ('records', 'headings')),
  -- As it was given to the command.
  file text not null,
  came_from text not null,
  loaded integer not null,
  updated integer not null,
  unchanged integer not null,
  repaired integer not null,
  rejected integer not null,
  -- Why nothing was loaded; '' where it was.
  failure text not null
);
create index catalogue_load_by_time on catalogue_load (began_at);

-- The first records of a load that were repaired or rejected.
create table catalogue_load_entry (
  load_id uuid not null references catalogue_load on delete cascade,
  list text not null check (list in ('repaired', 'rejected')),
  -- Number of the record in the file, from 1.
  position integer not null,
  -- Byte of the file, of XML its character.
  starts_at bigint,
  -- 001; '' where it has none or it cannot be read.
  record_number text not null,
  -- Sentences, a line each.
  told text not null,
  primary key (load_id, position, list)
);
