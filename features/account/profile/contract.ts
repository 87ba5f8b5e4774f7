import { z } from 'zod'
import { nameRule } from '#kit/bare-link.ts'
import { get, post, problems } from '#kit/contract.ts'
import { Role } from '../contract.ts'

export const Profile = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: Role,
  /** The new e-mail address awaiting confirmation, and its expiry; null when there is none. */
  pendingEmail: z.object({ email: z.string(), expiryDate: z.string() }).nullable(),
  /** Null if the password was never changed here. */
  passwordChangedDate: z.string().nullable(),
})
export type Profile = z.infer<typeof Profile>

const reply = z.object({ response: Profile })
const guid = z.string().max(200)
const name = z.string().refine(...nameRule)
/** Above the rule's own maximum, so that the rule's message is shown. */
const password = z.string().max(100_000)

/** The effect of an emailed link: the new address confirms the change, the old one stops it. */
const EmailStep = z.enum(['confirm', 'stop'])

export const profileApi = {
  profile: get('/rest/user/profile', {
    who: 'student',
    summary: 'The signed-in person’s own details',
    reply,
  }),
  updatePersonal: post('/rest/user/update/personal', {
    who: 'student',
    freshProof: 'in-part',
    summary: 'Change the caller’s name or email address; a new address takes effect once confirmed by email',
    input: z.strictObject({ email: z.string(), firstName: name, lastName: name }),
    reply,
  }),
  withdrawEmail: post('/rest/user/update/personal/withdrawEmail', {
    who: 'student',
    summary: 'Cancel an unconfirmed change of email address',
    reply,
  }),
  checkEmailLink: get('/rest/user/changeEmail/:guid', {
    who: 'visitor',
    summary: 'What an emailed link about an email address would do; doesn’t use up the link',
    input: z.strictObject({ guid }),
    reply: z.object({ response: z.object({ step: EmailStep, email: z.string() }) }),
  }),
  takeEmailLink: post('/rest/user/changeEmail', {
    who: 'visitor',
    summary: 'Confirm or stop a change of email address, once',
    input: z.strictObject({ guid }),
    reply: z.object({ response: z.object({ step: EmailStep, email: z.string() }) }),
  }),
  requestChangePassword: post('/rest/user/requestChangePassword', {
    who: 'student',
    summary: 'Email the caller a link to change their password, valid for one hour',
    reply: z.object({ response: z.object({ email: z.string() }) }),
  }),
  checkPasswordLink: get('/rest/user/changePassword/:guid', {
    who: 'visitor',
    summary: 'Whether a link to change a password still works; doesn’t use up the link, and names nobody',
    input: z.strictObject({ guid }),
    reply: z.object({ response: z.object({ valid: z.literal(true) }) }),
  }),
  changePassword: post('/rest/user/changePassword', {
    who: 'visitor',
    summary: 'Set a new password from an emailed link, once; ends the person’s other sessions',
    input: z.strictObject({ password, guid }),
    reply: z.object({ response: z.object({ signedIn: z.boolean() }) }),
  }),
  requestForgotPassword: post('/rest/requestForgotPassword', {
    who: 'visitor',
    summary: 'Email a password link to the account with this username; the reply is the same if there is none',
    input: z.strictObject({ username: z.string().max(1000) }),
    reply: z.object({ response: z.object({ requested: z.literal(true) }) }),
  }),
  changePasswordRedirect: get('/rest/user/changePasswordRedirect/:userId', {
    who: 'student',
    summary: 'Redirect the caller to change their password, after signing in again if they signed in a while ago',
    input: z.strictObject({ userId: z.string().max(200) }),
    answers: 'redirect',
    changes: true,
  }),
}

export const profileProblem = problems({
  personal_invalid: [400, 'Please check your details.'],
  student_email: [400, 'Please enter your school email address.'],
  person_not_found: [404, 'We couldn’t find this person.'],
  email_link_dead: [404, 'This link no longer works.'],
  password_link_dead: [404, 'This link no longer works.'],
  username_missing: [400, 'Please enter username'],
  too_many_attempts: [429, 'Too many attempts. Please try again in a moment.'],
  passwords_elsewhere: [409, 'Your organisation’s sign-in service manages your password. Please change it there.'],
  // The specification's wording; the page shows its own for the first and the last.
  password_used: [400, 'Password has been used'],
  password_too_short: [400, 'Password length must be atleast 14 characters'],
  password_too_plain: [400, 'Password does not meet requirements'],
  password_too_long: [400, 'Password length must be at most 1024 characters'],
  password_common: [400, 'This password is easily guessed. Please choose another one.'],
})
