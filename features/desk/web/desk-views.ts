import type {
  JobLine,
  LinkLine,
  Organisation,
  OrganisationLine,
  PersonLine,
  SubscriptionLine,
} from '#features/desk/contract.ts'
import type { Dated } from '#kit/web/dates.ts'

export type PersonView = Dated<PersonLine>
export type SubscriptionView = Dated<SubscriptionLine>
export type LinkView = Dated<LinkLine>
export type JobView = Dated<JobLine>
export type OrganisationView = Dated<Organisation>
export type OrganisationLineView = Dated<OrganisationLine>
