import type { App } from '#app/app.ts'
import { composeMail } from '#platform/mail/server/mail.ts'

type Settings = Pick<App['env'], 'publicUrl' | 'providerName' | 'supportEmail'>

export const linkMail = (env: Settings, link: { username: string; forgotten: boolean }, guid: string) =>
  composeMail({
    subject: 'Set a new password',
    heading: 'Set a new password',
    intro: [
      link.forgotten
        ? `Someone, probably you, requested a new password for this account at ${env.providerName}.`
        : `You asked to change your ${env.providerName} password.`,
      'The link works once and expires in one hour.',
    ],
    facts: [{ label: 'Username', value: link.username }],
    link: { label: 'Set a new password', href: `${env.publicUrl}/changePassword?guid=${guid}` },
    footnote: `If you didn’t request this, you can ignore this email. Your password stays the same. Questions? Email ${env.supportEmail}.`,
    providerName: env.providerName,
  })

export const changedMail = (env: Settings, username: string) =>
  composeMail({
    subject: 'Your password has been changed',
    heading: 'Your password has been changed',
    intro: [
      `The password for this account at ${env.providerName} was changed. Anyone signed in to it elsewhere has to sign in again.`,
      'If you didn’t change it, set a new password now and contact us.',
    ],
    facts: [{ label: 'Username', value: username }],
    link: { label: 'Set a new password', href: `${env.publicUrl}/forgotPassword` },
    footnote: `Questions? Email ${env.supportEmail}.`,
    providerName: env.providerName,
  })
