-- The provider's collections of records, in a tree of categories.

create table collection_category (
  id text primary key,
  -- null on the first level.
  parent_id text references collection_category,
  name text not null,
  -- The name as it is compared: a category has it once below it.
  name_key text not null,
  -- The provider's order among those beside it.
  position integer not null,
  unique nulls not distinct (parent_id, name_key)
);

create table collection (
  id text primary key,
  category_id text not null references collection_category,
  name text not null,
  name_key text not null,
  description text not null,
  position integer not null,
  -- [record id, …] in the collection's order, each once. Not jsonb: it is read whole.
  record_ids json not null,
  updated_at timestamptz not null,
  unique (category_id, name_key)
);
