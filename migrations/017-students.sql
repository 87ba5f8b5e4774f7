-- People whom their organisation has invited: students, and staff colleagues.

create table invited_person (
  user_id text primary key references app_user,
  -- Of students only: M male, F female, O other, NA prefer not to say.
  gender text not null default 'NA' check (gender in ('M', 'F', 'O', 'NA')),
  invited_by text references app_user,
  invited_at timestamptz not null,
  -- The link that was mailed last works until then.
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- By the organisation itself, which may invite the person again.
  removed_at timestamptz
);
