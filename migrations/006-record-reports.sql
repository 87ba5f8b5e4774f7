-- What librarians say is wrong with a record or its cover.

create table record_report (
  id text primary key,
  customer_id text not null references customer,
  user_id text not null references app_user,
  -- A record's number in the catalogue, which is no table here.
  bib_id text not null,
  kind text not null check (kind in ('WRONG_COVER', 'RECORD_ERROR')),
  field text not null default '',
  body text not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'DONE')),
  -- SHA-256 of who, record, kind, field and text: the same open report is kept once.
  sameness text not null,
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create unique index record_report_once on record_report (sameness) where state = 'OPEN';
create index record_report_of_user on record_report (user_id, created_at);
create index record_report_open on record_report (created_at, id) where state = 'OPEN';
