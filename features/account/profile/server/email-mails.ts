import type { App } from '#app/app.ts'
import { composeMail } from '#platform/mail/server/mail.ts'

type Settings = Pick<App['env'], 'publicUrl' | 'providerName' | 'supportEmail'>
type EmailChange = { email: string; former: string; username: string }

const pageOf = ({ publicUrl }: Settings, guid: string) => `${publicUrl}/changeEmail?guid=${guid}`
const factsOf = ({ username, email, former }: EmailChange) => [
  { label: 'Username', value: username },
  { label: 'Current address', value: former },
  { label: 'New address', value: email },
]

/** Email to the new address, to confirm the change. */
export const confirmMail = (env: Settings, change: EmailChange & { hours: number }, guid: string) =>
  composeMail({
    subject: 'Please confirm your new email address',
    heading: 'Is this your address?',
    intro: [
      `Someone signed in to ${env.providerName} wants to use this address for their account. If this was you, confirm it within ${change.hours} hours.`,
    ],
    facts: factsOf(change),
    link: { label: 'Confirm address', href: pageOf(env, guid) },
    footnote: 'If this wasn’t you, you can ignore this email. We won’t use this address unless you confirm it.',
    providerName: env.providerName,
  })

/** Email to the current address, before the change. */
export const noticeMail = (env: Settings, change: EmailChange, guid: string) =>
  composeMail({
    subject: 'Request to change your email address',
    heading: 'Request to change your email address',
    intro: [
      `Someone signed in to your account at ${env.providerName} entered a new email address. We’ll use it once it is confirmed. If this was you, you don’t need to do anything.`,
      'If this wasn’t you, stop the change now. Everyone signed in to your account will then have to sign in again.',
    ],
    facts: factsOf(change),
    link: { label: 'This wasn’t me', href: pageOf(env, guid) },
    footnote: helpLine(env),
    providerName: env.providerName,
  })

/** Email to both addresses after the change; the former one gets a guid to undo it. */
export const changedMail = (env: Settings, changed: EmailChange, guid?: string) =>
  composeMail({
    subject: 'Your email address was changed',
    heading: 'Your email address was changed',
    intro: [
      `Your new address for ${env.providerName} is confirmed. We’ll send emails there from now on. Your username stays the same.`,
      ...(guid ? ['If this wasn’t you, you can undo it for three days.'] : []),
    ],
    facts: factsOf(changed),
    ...(guid ? { link: { label: 'This wasn’t me', href: pageOf(env, guid) } } : {}),
    footnote: helpLine(env),
    providerName: env.providerName,
  })

export const stoppedMail = (env: Settings, stopped: EmailChange) =>
  composeMail({
    subject: 'We stopped the change to your email address',
    heading: 'We stopped the change to your email address',
    intro: [
      `We’re not using ${stopped.email} for your account at ${env.providerName}. Everyone who was signed in has to sign in again.`,
      'Someone else may know your password. Please set a new one now, then check the passkeys in your profile and remove any that aren’t yours.',
    ],
    link: { label: 'Set a new password', href: `${env.publicUrl}/forgotPassword` },
    footnote: helpLine(env),
    providerName: env.providerName,
  })

const helpLine = ({ supportEmail }: Settings) => `Questions? Email ${supportEmail}.`
