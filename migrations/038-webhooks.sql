-- A program of a school can have the events of its school sent to an address.

create table webhook (
  id text primary key,
  customer_id text not null references customer,
  url text not null,
  -- Sealed by the secret key.
  secret text not null,
  events text[] not null,
  enabled boolean not null,
  created_by text not null references app_user,
  created_at timestamptz not null,
  -- The first failed attempt since the last delivery.
  failing_since timestamptz
);
create index webhook_of_customer on webhook (customer_id, created_at);

create table webhook_delivery (
  id text primary key,
  webhook_id text not null references webhook on delete cascade,
  event text not null,
  -- The body as it is sent, the same at each attempt.
  payload text not null,
  created_at timestamptz not null,
  -- The job that sends it next; jobs of former turns do nothing.
  turn text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  -- Status of the last reply; null: none came.
  last_status integer,
  last_error text not null default '',
  delivered_at timestamptz,
  given_up_at timestamptz
);
create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, created_at);
create index webhook_delivery_by_age on webhook_delivery (created_at);
