-- Requested works that the desk answers as one, although their numbers or titles differ.

-- By the key of a work: its items' work_key or, without one, its only item's id. Never two steps deep.
create table merged_work (
  key text primary key,
  into_key text not null
);
create index merged_work_of_into on merged_work (into_key);

-- Each merge that has not been undone.
create table work_merge (
  id text primary key,
  user_id text not null references app_user,
  into_key text not null,
  -- The first item of each work; the one that the others joined comes first.
  item_ids text[] not null,
  -- The key that each moved one belonged to before, to undo it: its own, or that of an earlier merge.
  former jsonb not null,
  created_at timestamptz not null
);
create index work_merge_of_into on work_merge (into_key);
create index work_merge_by_time on work_merge (created_at);
