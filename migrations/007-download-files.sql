-- What a request was made of, the covers beside its data, and how long its unmatched identifiers are tried again.

alter table download_request
  -- { from, to } of digital content, { collectionId } of a collection.
  add column asked jsonb,
  -- Covers are a file of their own, not in one zip with the data.
  add column image_alone boolean not null default false,
  -- Keys in the file store, bytes: the covers, and data and covers in one.
  add column image_key text,
  add column image_size integer,
  add column package_key text,
  add column package_size integer,
  -- Records with a cover in the file; null where covers were not asked for.
  add column covers integer,
  -- Counts the files that were made: one of an older state of the request that comes late changes nothing.
  add column revision integer not null default 0,
  -- Unmatched identifiers are tried again daily up to this day.
  add column look_again_until date,
  -- Somebody was told that it would take longer, and is mailed when it is ready.
  add column told_scheduled_at timestamptz;

create index download_request_looked_at on download_request (look_again_until) where look_again_until is not null;
