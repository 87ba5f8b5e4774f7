-- Which results are the same news is told by what the card page signed. A transaction's number, the currency and the bank's
-- words are not signed: whoever pays can change them on the way back.

alter table payment_event add column proof text not null default '';
alter table payment_event add column currency text not null default '';
create index payment_event_of_proof on payment_event (attempt_id, proof) where proof <> '';
alter table payment_attempt drop constraint payment_attempt_txn_id_key;
create index payment_attempt_of_txn on payment_attempt (txn_id);
