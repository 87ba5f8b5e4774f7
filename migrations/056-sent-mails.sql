-- For the status page: whether emails are being sent.

create index outgoing_mail_sent on outgoing_mail (sent_at) where state = 'SENT';
