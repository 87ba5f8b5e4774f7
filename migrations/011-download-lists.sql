-- Lists of download requests, what was taken out of them by hand, and identifiers that were found later.

drop index download_request_looked_at;
drop index download_request_of_customer;

alter table download_request
  -- The last day follows from the customer's setting at the time of looking.
  drop column look_again_until,
  -- Its words as they are searched, and as they are sorted: numbers by their value.
  add column name_key text collate "C" not null default '',
  add column name_order text collate "C" not null default '',
  -- Its identifiers have not been looked up yet.
  add column to_match boolean not null default false,
  -- When the file that is being made, or was made last, was asked for.
  add column making_since timestamptz not null default now(),
  -- Record ids that were matched and taken out: [record id, …]
  add column removed jsonb not null default '[]',
  -- Unmatched identifiers that the catalogue had later: [{ on, requestId, identifiers }, …]
  add column found_later jsonb not null default '[]',
  add column matched_count integer not null generated always as (jsonb_array_length(matched)) stored,
  add column unmatched_count integer not null generated always as (jsonb_array_length(unmatched)) stored,
  add column choices_count integer not null generated always as (jsonb_array_length(choices)) stored;

update download_request set name_key = lower(name), name_order = lower(name), making_since = created_at;

-- What a list and the counts by day need is in the index itself.
create index download_request_of_customer on download_request (customer_id, created_at desc, id)
  include (type, matched_count, name_key);
create index download_request_by_name on download_request (customer_id, name_order, created_at desc, id);
create index download_request_unmatched on download_request (customer_id, user_id, created_at)
  where unmatched_count > 0;

-- By which a request is found again: keys (`identifierKey`) of what was asked for and of the records. Apart, since an
-- index of lists is dear and every change of a row would write all of it again.
create table download_request_key (
  request_id text primary key references download_request on delete cascade,
  keys text[] collate "C" not null
);
create index download_request_key_lookup on download_request_key using gin (keys) with (fastupdate = off);

insert into download_request_key (request_id, keys)
  select id,
    array(select jsonb_array_elements_text(identities)) || array(select jsonb_array_elements_text(matched))
  from download_request;
