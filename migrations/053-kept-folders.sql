-- A person's temporary folder, for those who keep it in their account. No row: it lasts as long as the browser's session.

create table kept_folder (
  user_id text primary key references app_user on delete cascade,
  -- As in saved_folder.
  items jsonb not null default '[]'
);
