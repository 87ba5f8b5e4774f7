-- Students whom a school imports from its student system, by OneRoster.

create table roster_person (
  customer_id text not null references customer,
  -- Of the student system.
  sourced_id text not null,
  user_id text not null unique references app_user,
  grade text not null default '',
  -- Since then a roster has them no more; it closed the account.
  left_at timestamptz,
  primary key (customer_id, sourced_id)
);

create table roster_run (
  id text primary key,
  customer_id text not null references customer,
  -- Null: taken from the nightly folder.
  user_id text references app_user,
  file_name text not null,
  status text not null check (status in ('PREVIEW', 'APPLIED', 'HELD', 'FAILED')),
  counts text not null,
  -- Why it was held or failed.
  messages text not null default '[]',
  -- The people of the file and the plan, until it is applied, replaced or out of date.
  reading text,
  plan text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index roster_run_of_customer on roster_run (customer_id, created_at);

create table roster_setting (
  customer_id text primary key references customer,
  -- The school of the file, where it has several.
  org text not null default '',
  -- New students of nightly files are mailed an invitation.
  invites boolean not null default false
);

-- Null: the person has an account, and no mail has been sent yet.
alter table invited_person alter column invited_at drop not null;
