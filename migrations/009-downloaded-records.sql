-- Which records a school has downloaded, in which state, and in which state the catalogue has them now.

-- What the catalogue has of each record that is in a file.
create table known_record (
  record_id text collate "C" primary key,
  -- Of its bytes as they were loaded.
  print text not null,
  title text not null,
  -- The state of the catalogue at which it was looked at last.
  as_of bigint not null,
  -- When its bytes were first found to be others than before; null while they have not changed.
  changed_at timestamptz,
  -- When it was first found to be no longer in the catalogue; null while it is there.
  gone_at timestamptz
);
create index known_record_by_state on known_record (as_of, record_id);
create index known_record_changed on known_record (record_id) where changed_at is not null;
create index known_record_gone on known_record (record_id) where gone_at is not null;

-- The records of a request's file, until the file is sent for the first time: [{ id, print }, …]. Not jsonb: it is
-- read whole.
create table request_print (
  request_id text primary key references download_request on delete cascade,
  prints json not null
);

-- The last download of each record, for the whole school.
create table downloaded_record (
  customer_id text not null references customer,
  record_id text collate "C" not null,
  downloaded_at timestamptz not null,
  -- null where it was not a request: a saved folder, or before this was kept.
  request_id text references download_request on delete set null,
  -- null where it is not known which bytes they were.
  print text,
  primary key (customer_id, record_id)
);
create index downloaded_record_of_request on downloaded_record (request_id);

insert into downloaded_record (customer_id, record_id, downloaded_at, request_id)
  select distinct on (customer_id, record_id) customer_id, record_id, downloaded_at, id
  from download_request, jsonb_array_elements_text(matched) as record_id
  where downloaded_at is not null and type <> 'AUTHORITY' and content <> 'IMAGE_ONLY'
  order by customer_id, record_id, downloaded_at desc;
