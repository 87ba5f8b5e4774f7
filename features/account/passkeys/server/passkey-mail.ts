import type { App, Db } from '#app/app.ts'
import { composeMail, leaveMail } from '#platform/mail/server/mail.ts'

/** Warns the owner in case somebody else made the change. */
export async function mailAboutPasskey(
  app: Pick<App, 'db' | 'queue' | 'clock' | 'env'>,
  within: Db,
  { userId, name, what }: { userId: string; name: string; what: 'added' | 'removed' },
) {
  const { email, username } = await within
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
        ? `It can be used to sign in as ${username}, without the password.`
        : `It cannot be used to sign in as ${username} any more.`,
      'If that was you, there is nothing to do. If not, change your password, then look through your passkeys and end the sessions that you do not know.',
    ],
    facts: [{ label: 'Passkey', value: name }],
    link: { label: 'Look at your profile', href: `${publicUrl}/myProfile` },
    footnote: 'You get this mail because it concerns the safety of your account.',
  })
  await leaveMail(app, { to: email, ...mail }, within)
}
