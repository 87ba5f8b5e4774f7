-- Where an organisation is and of what kind; the PIN that opens its contacts and details.

alter table customer add column street_address1 text not null default '';
alter table customer add column street_address2 text not null default '';
alter table customer add column suburb_city text not null default '';
alter table customer add column state text not null default '';
alter table customer add column country text not null default '';
alter table customer add column post_code text not null default '';
alter table customer add column year_level text not null default '';

-- One column had said what are two things.
update customer set year_level = case type
  when 'Primary school' then 'Primary' when 'Secondary school' then 'Secondary' when 'Combined school' then 'Other'
  else '' end;
update customer set type = case when type in ('Primary school', 'Secondary school', 'Combined school') then '' else type end;

-- Counts every change of the contacts, so that nobody saves over what another has saved meanwhile.
alter table customer add column contacts_version integer not null default 1;

-- Wrong PINs since the last right one, or within a day.
alter table customer add column pin_failures integer not null default 0;
alter table customer add column pin_failed_at timestamptz;
alter table customer add column pin_locked_until timestamptz;

-- A session in which the PIN was right.
create table pin_unlock (
  session_id text primary key references session (id) on delete cascade,
  customer_id text not null references customer,
  unlocked_until timestamptz not null
);
create index pin_unlock_of_customer on pin_unlock (customer_id);

-- A new PIN was mailed; at most so many a day. The PIN itself is kept nowhere but as its hash.
create table pin_renewal (
  id uuid primary key,
  customer_id text not null references customer,
  user_id text references app_user,
  renewed_at timestamptz not null
);
create index pin_renewal_of_customer on pin_renewal (customer_id, renewed_at);

-- Who changed which settings was noted apart; from now on it is noted with everything else.
insert into audit_entry (id, happened_at, customer_id, user_id, action, subject, before, after)
  select id, changed_at, customer_id, user_id, 'settings_changed', '', before, after from settings_change;
