-- Searches that people keep, and the records that each has found so far.

create table saved_search (
  id text primary key,
  user_id text not null references app_user,
  name text not null,
  -- The query string of the results screen.
  address text not null,
  -- The JSON that the screen sends for it.
  query text not null,
  mail boolean not null,
  -- Found since the person last opened it.
  new_records integer not null default 0,
  -- Why it can no longer be looked at.
  problem text not null default '',
  created_at timestamptz not null,
  last_run_at timestamptz not null,
  -- Counts the looks: one that was overtaken by another changes nothing.
  runs integer not null default 0
);
create index saved_search_of_user on saved_search (user_id);

-- Apart, since it is large and only the daily look reads it.
create table saved_search_seen (
  search_id text primary key references saved_search on delete cascade,
  -- JSON list of record ids.
  ids text not null,
  -- Where a search finds more than are kept: records catalogued up to this day count as known. '' where all are kept.
  up_to text not null
);
