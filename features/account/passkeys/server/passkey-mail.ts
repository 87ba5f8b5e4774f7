import type { App, Db } from '#app/app.ts'
import { composeMail, enqueueMail } from '#platform/mail/server/mail.ts'

/** Warns the owner in case someone else made the change. */
export async function mailAboutPasskey(
  app: Pick<App, 'db' | 'queue' | 'clock' | 'env'>,
  tx: Db,
  { userId, name, what }: { userId: string; name: string; what: 'added' | 'removed' },
) {
  const { email, username } = await tx
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select(['email', 'username'])
    .executeTakeFirstOrThrow()
  const { providerName, publicUrl } = app.env
  const title = what === 'added' ? 'A passkey was added to your account' : 'A passkey was removed from your account'
  const mail = composeMail({
    providerName,
    subject: title,
    heading: title,
    intro: [
      what === 'added'
        ? `You can use it to sign in as ${username} without the password.`
        : `It can no longer be used to sign in as ${username}.`,
      'If this was you, you don’t need to do anything. If not, change your password, then check your passkeys and end any sessions you don’t recognise.',
    ],
    facts: [{ label: 'Passkey', value: name }],
    link: { label: 'View your profile', href: `${publicUrl}/myProfile` },
    footnote: 'You’re receiving this email because it’s about your account’s security.',
  })
  await enqueueMail(app, { to: email, ...mail }, tx)
}
