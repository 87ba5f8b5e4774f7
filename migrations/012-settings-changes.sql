-- Who changed which settings of a customer, and when.

create table settings_change (
  id uuid primary key,
  customer_id text not null references customer,
  user_id text not null references app_user,
  changed_at timestamptz not null,
  -- Only the settings that changed: what held before, and what holds since.
  before jsonb not null,
  after jsonb not null
);
create index settings_change_of_customer on settings_change (customer_id, changed_at);
