import type { App } from '#app/app.ts'
import { composeMail } from '#platform/mail/server/mail.ts'

type Settings = Pick<App['env'], 'publicUrl' | 'providerName' | 'supportEmail'>

export const linkMail = (env: Settings, link: { username: string; forgotten: boolean }, guid: string) =>
  composeMail({
    subject: 'Set a new password',
    heading: 'Set a new password',
    intro: [
      link.forgotten
        ? `Somebody, probably you, has asked for a new password for this account at ${env.providerName}.`
        : `You have asked to change the password of your account at ${env.providerName}.`,
      'The link works once and for one hour.',
    ],
    facts: [{ label: 'User name', value: link.username }],
    link: { label: 'Set a new password', href: `${env.publicUrl}/changePassword?guid=${guid}` },
    footnote: `If you did not ask for it, do nothing: your password stays as it is. Questions? Write to ${env.supportEmail}.`,
    providerName: env.providerName,
  })

export const changedMail = (env: Settings, username: string) =>
  composeMail({
    subject: 'Your password has been changed',
    heading: 'Your password has been changed',
    intro: [
      `The password of this account at ${env.providerName} is a new one. Wherever else somebody was signed in to it, they have to sign in again.`,
      'If it was not you who changed it, set a new one now, and write to us.',
    ],
    facts: [{ label: 'User name', value: username }],
    link: { label: 'Set a new password', href: `${env.publicUrl}/forgotPassword` },
    footnote: `Questions? Write to ${env.supportEmail}.`,
    providerName: env.providerName,
  })
