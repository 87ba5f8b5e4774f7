import type {
  JobLine,
  LinkLine,
  Organisation,
  OrganisationLine,
  PersonLine,
  SubscriptionLine,
} from '#features/desk/contract.ts'
import type { Dated } from '#kit/web/dates.ts'

export type ShownPerson = Dated<PersonLine>
export type ShownSubscription = Dated<SubscriptionLine>
export type ShownLink = Dated<LinkLine>
export type ShownJob = Dated<JobLine>
export type ShownOrganisation = Dated<Organisation>
export type ShownOrganisationLine = Dated<OrganisationLine>
