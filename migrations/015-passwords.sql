-- What a person's passwords were: the last ones may not come again.

alter table app_user add column password_changed_at timestamptz;

create table former_password (
  id uuid primary key,
  user_id text not null references app_user on delete cascade,
  -- argon2id.
  password_hash text not null,
  replaced_at timestamptz not null
);
create index former_password_of_user on former_password (user_id, replaced_at);
