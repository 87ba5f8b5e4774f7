import { type RawBuilder, sql } from 'kysely'
import type { PersonStatus } from '../contract.ts'

/**
 * A person's status. Someone with a password, or known to an outside sign-in service, is active however they got
 * there; so is someone who needed no invitation.
 */
export const statusAt = (now: Date): RawBuilder<PersonStatus> => sql<PersonStatus>`case
  when app_user.disabled_at is not null and exists (select from provisioned_person p
    where p.user_id = app_user.id and p.disabled_at = app_user.disabled_at) then 'DISABLED'
  when app_user.disabled_at is not null then 'CLOSED'
  when invited_person.user_id is null or invited_person.accepted_at is not null
    or app_user.password_hash is not null
    or exists (select from sign_in_link where sign_in_link.user_id = app_user.id) then 'ACTIVE'
  when invited_person.invited_at is null then 'NOT_INVITED'
  when invited_person.expires_at > ${now} then 'INVITED'
  else 'EXPIRED' end`

/** True for people whom the school's identity system manages. */
export const isManaged = sql<boolean>`exists (select from provisioned_person p where p.user_id = app_user.id)`

export const personName = ({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }) =>
  `${firstName} ${lastName}`.trim() || email
