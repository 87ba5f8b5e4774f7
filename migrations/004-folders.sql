-- Saved folders: lists of records that everybody of a school sees.

create table saved_folder (
  id text primary key,
  customer_id text not null references customer,
  -- Who saved it.
  user_id text not null references app_user,
  name text not null,
  -- The name as it is compared: one school has it once.
  name_key text not null,
  -- [{ bibId, itemTitle, … }, …] in the folder's order, as the catalogue had them when they were saved. Not jsonb: it
  -- is read whole, and a title may hold what jsonb refuses.
  items json not null,
  item_count integer not null,
  -- The end of the link, for as long as the folder is shared.
  share_token text unique,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (customer_id, name_key)
);
create index saved_folder_of_customer on saved_folder (customer_id, updated_at desc, id);
