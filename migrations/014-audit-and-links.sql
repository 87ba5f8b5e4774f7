-- The provider's administrators; who changed what; links that work once.

alter table app_user drop constraint app_user_role_check;
alter table app_user add constraint app_user_role_check
  check (role in ('student', 'staff', 'organisation-admin', 'primary-contact', 'desk', 'administrator'));
alter table app_user drop constraint app_user_check;
alter table app_user add constraint app_user_customer_check
  check (role in ('desk', 'administrator') or customer_id is not null);

create table audit_entry (
  id uuid primary key,
  happened_at timestamptz not null,
  -- Whose affair it is; null for the provider's own.
  customer_id text references customer,
  -- Who did it; null for the command line and for jobs.
  user_id text references app_user,
  -- A name of ours, such as contact_changed.
  action text not null,
  -- What it was done to, as people call it.
  subject text not null default '',
  -- Only what changed: what held before, and what holds since. Never a password, PIN or key.
  before jsonb not null default '{}',
  after jsonb not null default '{}'
);
create index audit_entry_of_customer on audit_entry (customer_id, happened_at);
create index audit_entry_by_time on audit_entry (happened_at);

create table one_time_link (
  -- SHA-256 of what the link carries: a leaked table opens nothing.
  token_hash text primary key,
  id uuid not null unique,
  -- What it is for: a link of one purpose is nothing to another.
  purpose text not null,
  customer_id text references customer,
  user_id text references app_user,
  data jsonb not null default '{}',
  created_by text references app_user,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  withdrawn_at timestamptz
);
create index one_time_link_of_user on one_time_link (user_id, purpose);
create index one_time_link_by_purpose on one_time_link (purpose, created_at);
