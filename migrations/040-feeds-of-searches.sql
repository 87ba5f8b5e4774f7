-- An Atom feed of a saved search, at an address that cannot be guessed.

alter table saved_search
  -- Not hashed: its owner is shown it again, and it opens nothing that is not in this row. Null: there is no feed.
  add column feed_token text unique;
