import type { App } from '#app/app.ts'
import { recordInMail } from '#features/catalogue/server/catalogue.ts'
import { composeMail, type MailSection } from '#features/mail/server/mail.ts'

/** A saved search with the records that it has not found before, or with why it cannot be looked at. */
export type News = { name: string; address: string; problem: string; newIds: string[] }

/** Records of one search that a mail names; of the others it says how many they are. */
const mostNamed = 20

export async function newsMail(app: Pick<App, 'catalogue' | 'env'>, news: News[]) {
  const sections: MailSection[] = []
  for (const each of news) sections.push(await sectionOf(app, each))
  const [first] = news
  const broken = news.every(({ newIds }) => newIds.length === 0)
  const subject =
    news.length > 1
      ? `News of ${news.length} saved searches`
      : broken
        ? `The saved search “${first!.name}” no longer works`
        : `${countOf(first!.newIds)} for “${first!.name}”`
  return composeMail({
    subject,
    heading: subject,
    sections,
    footnote: `You asked to be told when your saved searches find new records. Their mails can be paused where they are listed: ${app.env.publicUrl}/savedSearches`,
    providerName: app.env.providerName,
  })
}

async function sectionOf(
  { catalogue, env }: Pick<App, 'catalogue' | 'env'>,
  { name, address, problem, newIds }: News,
): Promise<MailSection> {
  const link = { label: 'Open the search', href: `${env.publicUrl}/discover/results/${address && '?'}${address}` }
  if (problem !== '')
    return { heading: name, intro: ['This search can no longer be looked at for new records.', problem], link }
  const documents = await catalogue.documents(newIds.slice(0, mostNamed))
  const others = newIds.length > mostNamed ? `, the ${mostNamed} that were catalogued last are these` : ''
  return {
    heading: name,
    intro: [`${countOf(newIds)}${others}:`],
    records: documents.map((document) => recordInMail(document, env.publicUrl)),
    link,
  }
}

const countOf = ({ length }: string[]) =>
  length === 1 ? '1 new record' : `${length.toLocaleString('en-AU')} new records`
