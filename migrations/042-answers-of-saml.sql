-- What a service of SAML said in answer to a pending sign-in, until the browser that began comes back for it.

alter table sign_in add column answer jsonb;
