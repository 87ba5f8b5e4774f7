import type { App, Db } from '#app/app.ts'
import { composeMail, enqueueMail } from '#platform/mail/server/mail.ts'

type What = 'set-up' | 'removed' | 'reset' | 'recovery-code-used'

const sentences: Record<What, [title: string, sentence: (username: string) => string]> = {
  'set-up': [
    'An authenticator app was set up for your account',
    (username) => `Signing in as ${username} with the password now also needs a code from that app.`,
  ],
  removed: [
    'The authenticator app was removed from your account',
    (username) => `Signing in as ${username} no longer needs a code.`,
  ],
  reset: [
    'Your second factor was reset',
    (username) =>
      `The customer team removed the authenticator app, recovery codes and passkeys for ${username}. Sign in with your password, then set them up again.`,
  ],
  'recovery-code-used': [
    'A recovery code was used to sign in to your account',
    (username) => `Someone signed in as ${username} with the password and one of your recovery codes.`,
  ],
}

/** Warns the owner in case someone else made the change. */
export async function mailAboutFactor(
  app: Pick<App, 'db' | 'queue' | 'clock' | 'env'>,
  tx: Db,
  { userId, what, codesLeft }: { userId: string; what: What; codesLeft?: number },
) {
  const { email, username } = await tx
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select(['email', 'username'])
    .executeTakeFirstOrThrow()
  const { providerName, publicUrl } = app.env
  const [title, sentence] = sentences[what]
  const mail = composeMail({
    providerName,
    subject: title,
    heading: title,
    intro: [
      sentence(username),
      what === 'reset'
        ? 'If you didn’t request this, please contact us immediately.'
        : 'If this was you, you don’t need to do anything. If not, change your password, then end any sessions you don’t recognise.',
    ],
    facts: codesLeft === undefined ? [] : [{ label: 'Recovery codes left', value: String(codesLeft) }],
    link: { label: 'View your profile', href: `${publicUrl}/myProfile` },
    footnote: 'You’re receiving this email because it’s about your account’s security.',
  })
  await enqueueMail(app, { to: email, ...mail }, tx)
}
