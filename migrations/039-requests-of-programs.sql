-- Requests that programs make: how they hear of the file, and the key by which a repeated call is the same request.

alter table download_request add column notify text not null default 'none' check (notify in ('none', 'email', 'webhook'));
alter table download_request add column idempotency_key text;
create unique index download_request_idempotency on download_request (customer_id, idempotency_key)
  where idempotency_key is not null;
