-- People whom their school's identity system manages by SCIM.

create table provisioned_person (
  user_id text primary key references app_user,
  -- The identity system's own name for the person.
  external_id text,
  -- Equal to that of app_user while the identity system has disabled the person: somebody whom the provider has
  -- disabled stays so.
  disabled_at timestamptz
);
