-- What a subscription's paper says; answers to the privacy policy.

alter table subscription add column enrollment_size integer check (enrollment_size > 0);
alter table subscription add column created_at timestamptz not null default now();
alter table subscription add column invoice_number text not null default '';
alter table subscription add column purchase_order text not null default '';
alter table subscription add column payor_name text not null default '';
-- The link that it was activated by.
alter table subscription add column link_id uuid unique references one_time_link (id);

create table consent_record (
  id uuid primary key,
  -- Of two answers by one link the second is refused.
  link_id uuid not null unique references one_time_link (id),
  customer_id text references customer,
  user_id text references app_user,
  -- Who answered, as the link had it.
  email text not null default '',
  policy_version text not null,
  has_consented boolean not null,
  has_accepted boolean not null,
  answered_at timestamptz not null
);
create index consent_record_of_customer on consent_record (customer_id, answered_at);
create index consent_record_of_user on consent_record (user_id, answered_at);
