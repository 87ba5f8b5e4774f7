-- My downloads: the files of one record that a person requested one by one are one row, and a person can hide rows.

alter table download_request
  -- The kind of file that was requested of a single record.
  add column item_type text check (item_type in ('marc', 'data', 'image', 'html'));
update download_request set item_type = case
    when content = 'IMAGE_ONLY' then 'image'
    when file_format in ('MARC_21', 'MARC_21_MARC8') then 'marc'
    else 'data'
  end
  where type = 'ITEM';
create index download_request_of_record on download_request (customer_id, user_id, (identities ->> 0), created_at, id)
  where type = 'ITEM';

-- Requests that a person does not want to see in the list. Others of the school still see them.
create table hidden_request (
  user_id text not null references app_user on delete cascade,
  request_id text not null references download_request on delete cascade,
  primary key (user_id, request_id)
);
create index hidden_request_of_request on hidden_request (request_id);
