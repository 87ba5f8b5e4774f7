-- Download requests and their files.

create table download_request (
  id text primary key,
  customer_id text not null references customer,
  user_id text not null references app_user,
  name text not null,
  type text not null check (type in ('IDENTIFIERS', 'ITEM', 'DIGITAL', 'COLLECTION', 'FOLDER', 'AUTHORITY')),
  status text not null check (status in ('PROCESSING', 'READY', 'SCHEDULED', 'FAILED')),
  content text not null check (content in ('DATA_AND_IMAGE', 'IMAGE_ONLY', 'DATA_ONLY')),
  file_format text not null check (file_format in ('MARC_21', 'MARC_21_MARC8', 'MARC_XML', 'MODS_XML', 'CSV')),
  -- What was sent, in its order: [identifier, …].
  identities jsonb not null default '[]',
  -- [record id, …]
  matched jsonb not null default '[]',
  -- [{ identifier, reason }, …]
  unmatched jsonb not null default '[]',
  -- [{ identifier, ids }, …]: several records for one identifier, still to be chosen from.
  choices jsonb not null default '[]',
  messages jsonb not null default '[]',
  -- Key in the file store, bytes; null until the file is made.
  file_key text,
  file_size integer,
  downloaded_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index download_request_of_customer on download_request (customer_id, created_at desc);
