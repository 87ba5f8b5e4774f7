-- Notes of the provider's people to each other about a requested item. No school reads them.

create table colleague_note (
  id text primary key,
  item_id text not null references catalogue_item on delete cascade,
  user_id text not null references app_user,
  body text not null,
  created_at timestamptz not null
);
create index colleague_note_of_item on colleague_note (item_id, created_at);
