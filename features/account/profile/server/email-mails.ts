import type { App } from '#app/app.ts'
import { composeMail } from '#platform/mail/server/mail.ts'

type Settings = Pick<App['env'], 'publicUrl' | 'providerName' | 'supportEmail'>
type EmailChange = { email: string; former: string; username: string }

const pageOf = ({ publicUrl }: Settings, guid: string) => `${publicUrl}/changeEmail?guid=${guid}`
const factsOf = ({ username, email, former }: EmailChange) => [
  { label: 'User name', value: username },
  { label: 'Address so far', value: former },
  { label: 'New address', value: email },
]

/** To the new address. */
export const confirmMail = (env: Settings, change: EmailChange & { hours: number }, guid: string) =>
  composeMail({
    subject: 'Please confirm your new e-mail address',
    heading: 'Is this your address?',
    intro: [
      `Somebody who is signed in to ${env.providerName} wants to use this address for their account from now on. If that is you, confirm it within ${change.hours} hours.`,
    ],
    facts: factsOf(change),
    link: { label: 'Confirm the address', href: pageOf(env, guid) },
    footnote: 'If it is not you, do nothing: without the confirmation this address is not used.',
    providerName: env.providerName,
  })

/** To the current address, before the change. */
export const noticeMail = (env: Settings, change: EmailChange, guid: string) =>
  composeMail({
    subject: 'Your e-mail address is to be changed',
    heading: 'Your e-mail address is to be changed',
    intro: [
      `Somebody who is signed in to your account at ${env.providerName} has entered another e-mail address. It holds once it is confirmed from there. If that was you, there is nothing to do.`,
      'If it was not you, stop it now. Everybody who is signed in to your account will then have to sign in again.',
    ],
    facts: factsOf(change),
    link: { label: 'This was not me', href: pageOf(env, guid) },
    footnote: helpLine(env),
    providerName: env.providerName,
  })

/** To both addresses after the change; the former one gets a guid to undo it. */
export const changedMail = (env: Settings, changed: EmailChange, guid?: string) =>
  composeMail({
    subject: 'Your e-mail address has been changed',
    heading: 'Your e-mail address has been changed',
    intro: [
      `The new address of your account at ${env.providerName} is confirmed. Mails go there from now on; you sign in with the same user name as before.`,
      ...(guid ? ['If it was not you who changed it, you can undo it for three days.'] : []),
    ],
    facts: factsOf(changed),
    ...(guid ? { link: { label: 'This was not me', href: pageOf(env, guid) } } : {}),
    footnote: helpLine(env),
    providerName: env.providerName,
  })

export const stoppedMail = (env: Settings, stopped: EmailChange) =>
  composeMail({
    subject: 'The change of your e-mail address was stopped',
    heading: 'The change of your e-mail address was stopped',
    intro: [
      `${stopped.email} is not used for your account at ${env.providerName}. Everybody who was signed in to it has to sign in again.`,
      'Somebody else may know your password. Please set a new one now, then look through the passkeys in your profile and remove any that is not yours.',
    ],
    link: { label: 'Set a new password', href: `${env.publicUrl}/forgotPassword` },
    footnote: helpLine(env),
    providerName: env.providerName,
  })

const helpLine = ({ supportEmail }: Settings) => `Questions? Write to ${supportEmail}.`
