-- The desk's home counts the last days, weeks and months of these, however many there are.

create index catalogue_item_by_submission on catalogue_item (submitted_at) where submitted_at is not null;
create index catalogue_item_by_answer on catalogue_item (answered_at) where answered_at is not null;
create index download_request_by_time on download_request (created_at) include (matched_count);
create index invoice_pending on invoice (due_on) where status = 'PENDING';
create index invoice_by_payment on invoice (paid_at) where paid_at is not null;
create index invoice_by_refund on invoice (ended_at) where status = 'REFUNDED';
create index subscription_by_end on subscription (ends_on);
