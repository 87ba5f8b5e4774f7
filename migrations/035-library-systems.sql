-- The demo login of a library system; records that library systems fetch, as one download request a day.

-- Whether password_hash is of the published demo password: refused wherever DEMO is off.
alter table z3950_login add column demo boolean not null default false;

alter table download_request drop constraint download_request_type_check;
alter table download_request add constraint download_request_type_check check (
  type in ('IDENTIFIERS', 'ITEM', 'DIGITAL', 'COLLECTION', 'FOLDER', 'AUTHORITY', 'LIBRARY_SYSTEM')
);
