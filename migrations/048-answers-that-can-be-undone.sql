-- The desk's answers that have not left yet: until then they can be undone, and the school sees nothing of them.

create table leaving_answer (
  id text primary key,
  -- Who answered.
  user_id text not null references app_user,
  kind text not null check (kind in ('CATALOGUED', 'DECLINED')),
  -- The call that it becomes: the record or its file, and the note; or the reason.
  given jsonb not null,
  -- The record's title; '' if declined.
  title text not null default '',
  created_at timestamptz not null,
  leaves_at timestamptz not null
);

-- An item has one answer at a time.
create table leaving_answer_item (
  item_id text primary key references catalogue_item on delete cascade,
  answer_id text not null references leaving_answer on delete cascade
);
create index leaving_answer_item_of_answer on leaving_answer_item (answer_id);
