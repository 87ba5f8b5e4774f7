import { z } from 'zod'
import { Customer } from '#features/account/contract.ts'
import { nameRule } from '#kit/bare-link.ts'
import { get, post, problems } from '#kit/contract.ts'
import { grouped } from '#kit/wording.ts'
import { invitationDays, invitedADay, invitedAtOnce, studentsPerPage } from './rules.ts'

export const Gender = z.enum(['M', 'F', 'O', 'NA'])

/**
 * NOT_INVITED: came with a roster, without an email yet. INVITED: was emailed an invitation. EXPIRED: did not accept
 * in time. DISABLED: by the school's identity system. CLOSED: disabled by the provider, or left the roster.
 */
export const PersonStatus = z.enum(['ACTIVE', 'NOT_INVITED', 'INVITED', 'EXPIRED', 'DISABLED', 'CLOSED'])
export type PersonStatus = z.infer<typeof PersonStatus>

const person = {
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  status: PersonStatus,
  /** Null if the person was not invited by mail. */
  invitedDate: z.string().nullable(),
  /** Managed by the school's identity system (SCIM), which may undo changes made here. */
  managed: z.boolean(),
}
export const Student = z.object({ ...person, gender: Gender })
export type Student = z.infer<typeof Student>

export const Colleague = z.object({
  ...person,
  role: z.enum(['staff', 'organisation-admin', 'primary-contact']),
  /** True for the caller's own account. */
  you: z.boolean(),
})
export type Colleague = z.infer<typeof Colleague>

const SearchField = z.enum(['', 'name', 'firstName', 'lastName', 'email', 'username'])
const SortField = z.enum(['', 'name', 'firstName', 'lastName', 'email', 'username', 'gender', 'status', 'invitedDate'])

const name = z.string().trim().max(200)
const shownName = name.refine(...nameRule)
const NewPerson = z.strictObject({ firstName: name, lastName: name, email: z.string().trim().max(1000) })

const Outcome = z.object({
  email: z.string(),
  outcome: z.enum(['INVITED', 'NAME_MISSING', 'BAD_NAME', 'BAD_ADDRESS', 'WRONG_DOMAIN', 'ALREADY_THERE', 'TAKEN']),
})
export type Outcome = z.infer<typeof Outcome>

const ids = z.array(z.string().max(100)).min(1).max(1000)
const token = z.string().max(200)
const changed = z.object({ response: z.object({ count: z.number().int() }) })

export const studentsApi = {
  listStudents: post('/rest/user/current/student', {
    who: 'organisation-admin',
    summary: 'The students of the caller’s organisation, ten a page',
    changes: false,
    input: z.strictObject({
      searchValue: z.string().max(200).default(''),
      /** Empty: searches name and address. */
      searchField: SearchField.default(''),
      /** Empty: sorts by last name. */
      sortField: SortField.default(''),
      sortOrder: z.enum(['asc', 'desc']).default('asc'),
      status: PersonStatus.optional(),
      pageNumber: z.number().int().min(1).max(100_000).default(1),
      pageSize: z.number().int().min(1).max(1000).default(studentsPerPage),
    }),
    reply: z.object({
      response: z.array(Student),
      totalCount: z.number().int(),
      pageNumber: z.number().int(),
      pageSize: z.number().int(),
    }),
  }),
  changeEmailDomain: post('/rest/customer/current/changeEmailDomain', {
    who: 'organisation-admin',
    summary: 'The domain for students’ addresses; empty means any',
    input: z.strictObject({ domain: z.string().max(1000) }),
    reply: z.object({ customer: Customer }),
  }),
  inviteStudents: post('/rest/user/current/student/invite', {
    who: 'organisation-admin',
    freshProof: 'always',
    summary: 'Email each student an invitation and report the outcome for each',
    input: z.strictObject({
      students: z
        .array(NewPerson.extend({ gender: Gender.default('NA') }))
        .min(1)
        .max(invitedAtOnce),
    }),
    reply: z.object({ response: z.array(Outcome) }),
  }),
  updateStudent: post('/rest/user/current/student/update', {
    who: 'organisation-admin',
    summary: 'Change a student’s name or gender',
    input: z.strictObject({ id: z.string().max(100), firstName: shownName, lastName: shownName, gender: Gender }),
    reply: z.object({ response: Student }),
  }),
  inviteAgain: post('/rest/user/current/student/inviteAgain', {
    who: 'organisation-admin',
    freshProof: 'always',
    summary: 'Email a new invitation to students who have not accepted; earlier links stop working',
    input: z.strictObject({ ids }),
    reply: changed,
  }),
  removeStudents: post('/rest/user/current/student/remove', {
    who: 'organisation-admin',
    summary: 'Remove students, their details and their sessions',
    input: z.strictObject({ ids }),
    reply: changed,
  }),
}

export const colleaguesApi = {
  listColleagues: get('/rest/user/current/staff', {
    who: 'organisation-admin',
    summary: 'The staff of the caller’s organisation who have an account',
    reply: z.object({ response: z.array(Colleague) }),
  }),
  inviteColleague: post('/rest/user/current/staff/invite', {
    who: 'organisation-admin',
    freshProof: 'always',
    summary: 'Email a colleague an invitation; only the primary contact can invite an organisation admin',
    input: NewPerson.extend({ organisationAdmin: z.boolean().default(false) }),
    reply: z.object({ response: Colleague }),
  }),
  inviteColleagueAgain: post('/rest/user/current/staff/inviteAgain', {
    who: 'organisation-admin',
    freshProof: 'always',
    summary: 'Email a new invitation to a colleague who has not accepted',
    input: z.strictObject({ id: z.string().max(100) }),
    reply: changed,
  }),
  changeColleague: post('/rest/user/current/staff/role', {
    who: 'primary-contact',
    freshProof: 'always',
    summary: 'Make a colleague an organisation admin, or staff again',
    input: z.strictObject({ id: z.string().max(100), organisationAdmin: z.boolean() }),
    reply: z.object({ response: Colleague }),
  }),
  removeColleague: post('/rest/user/current/staff/remove', {
    who: 'organisation-admin',
    summary: 'Remove a colleague’s account; only the primary contact can remove admins',
    input: z.strictObject({ id: z.string().max(100) }),
    reply: changed,
  }),
}

export const Invitation = z.object({
  organisation: z.string(),
  invitedBy: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  /** The desk may have changed the role since the invitation. */
  role: z.enum(['student', 'staff', 'organisation-admin', 'primary-contact']),
  /** False when an outside sign-in service keeps the password. */
  passwordNeeded: z.boolean(),
  expiresDate: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

export const invitationApi = {
  checkInvitation: get('/rest/invitation/:id', {
    who: 'visitor',
    summary: 'The invitation behind a link; does not use the link',
    input: z.strictObject({ id: token }),
    reply: z.object({ response: Invitation }),
  }),
  acceptInvitation: post('/rest/invitation/accept', {
    who: 'visitor',
    summary: 'Accept an invitation, once, with the password of the new account',
    input: z.strictObject({ id: token, password: z.string().max(5000).optional() }),
    reply: z.object({ response: z.object({ username: z.string() }) }),
  }),
}

export const studentProblem = problems({
  student_not_found: [404, 'This student is no longer in your list.'],
  person_not_found: [404, 'This person is no longer in your list.'],
  bad_domain: [400, 'Please enter a domain, for example school.example'],
  bad_person: [400, 'You can’t invite this person.'],
  invitation_limit: [429, `You can invite at most ${grouped(invitedADay)} people a day.`],
  primary_contact_only: [403, 'Only the primary contact of your organisation can do this.'],
  closed_by_provider: [409, 'The provider has closed this account. Please ask the customer team.'],
  not_yourself: [409, 'You can’t remove or change your own account here.'],
  invitation_unknown: [400, 'We couldn’t find this invitation. Please open the link in the latest email.'],
  invitation_used: [400, 'This invitation has already been accepted.'],
  invitation_expired: [
    400,
    `This invitation expired after ${invitationDays} days. Please ask the person who invited you to send it again.`,
  ],
  password_needed: [400, 'Please enter a password'],
})
