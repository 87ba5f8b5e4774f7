-- What schools ask to be catalogued, the pictures they send, where they post the rest, and what the desk makes of it.

create table depot (
  id text primary key,
  name text not null,
  street_address1 text not null default '',
  street_address2 text not null default '',
  suburb_city text not null default '',
  state text not null default '',
  country text not null default '',
  post_code text not null default '',
  -- What a parcel's sender should know, such as when somebody is there.
  note text not null default '',
  -- The one school that it is for; null: every school of its region.
  customer_id text references customer,
  version integer not null default 1,
  created_at timestamptz not null,
  -- No longer offered; what was sent there still names it.
  withdrawn_at timestamptz
);

-- What people and scanners read; never used twice.
create sequence catalogue_request_number start with 100001;
create sequence catalogue_item_number start with 1000001;

create table catalogue_request (
  id text primary key,
  request_number text not null unique,
  customer_id text not null references customer,
  requested_by_id text not null references app_user,
  status text not null check (status in ('DRAFT', 'REQUESTED', 'CATALOGUED', 'DECLINED')),
  -- Counts every change, so that nobody saves over what another has saved meanwhile.
  version integer not null default 1,
  depot_id text references depot,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by_id text references app_user,
  submitted_at timestamptz,
  submitted_by_id text references app_user
);
create index catalogue_request_of_customer on catalogue_request (customer_id, created_at);

create table catalogue_item (
  id text primary key,
  request_id text not null references catalogue_request on delete cascade,
  item_number text not null unique,
  -- From 0, in the order of the request.
  position integer not null,
  status text not null check (status in ('DRAFT', 'REQUESTED', 'RECEIVED', 'CATALOGUED', 'DECLINED', 'WITHDRAWN')),
  title text not null default '',
  standard_number text not null default '',
  resource_type text not null,
  physical_resource boolean not null,
  url text not null default '',
  publisher text not null default '',
  publication_date text not null default '',
  publication_place text not null default '',
  subtitles text not null default '',
  authors text not null default '',
  series text not null default '',
  pages text not null default '',
  additional_info text not null default '',
  depot_id text references depot,
  -- The same for what several schools ask for: its standard number, address or title in one spelling; '' where it has none.
  work_key text not null default '',
  submitted_at timestamptz,
  received_at timestamptz,
  assigned_to_id text references app_user,
  answered_at timestamptz,
  answered_by_id text references app_user,
  -- The record that it became, which is no table here.
  record_id text,
  decline_reason text not null default '',
  -- The download request that was made of the record for whoever had asked.
  download_request_id text
);
create index catalogue_item_of_request on catalogue_item (request_id, position);
create index catalogue_item_open on catalogue_item (physical_resource desc, submitted_at) where status in ('REQUESTED', 'RECEIVED');
create index catalogue_item_of_work on catalogue_item (work_key) where work_key <> '';

create table catalogue_attachment (
  id text primary key,
  customer_id text not null references customer,
  user_id text not null references app_user,
  -- Null while it is held aside: scanned, and not yet part of a saved item.
  item_id text references catalogue_item on delete set null,
  position integer not null default 0,
  filename text not null,
  filetype text not null,
  filesize integer not null,
  -- What the picture shows or says, in the words of whoever sent it.
  caption text not null default '',
  file_key text not null,
  thumbnail_key text not null,
  -- Since when it belongs to no item.
  held_since timestamptz,
  created_at timestamptz not null
);
create index catalogue_attachment_of_item on catalogue_attachment (item_id, position);
create index catalogue_attachment_held on catalogue_attachment (held_since) where item_id is null;

-- What happened to a request: its timeline, and the talk between the school and the desk.
create table catalogue_event (
  id text primary key,
  request_id text not null references catalogue_request on delete cascade,
  -- Null where it is about the whole request.
  item_id text references catalogue_item on delete set null,
  happened_at timestamptz not null,
  -- Null for jobs and the command line.
  user_id text references app_user,
  by_desk boolean not null default false,
  kind text not null,
  body text not null default '',
  data jsonb not null default '{}'
);
create index catalogue_event_of_request on catalogue_event (request_id, happened_at);
