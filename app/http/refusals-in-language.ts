import type { FastifyRequest } from 'fastify'
import { languageOfBrowser } from '#features/account/language/server/language.ts'
import { messages as ofCatalogue } from '#features/catalogue/messages.ts'
import { messages as ofDownloads } from '#features/downloads/messages.ts'
import { messages as ofFolders } from '#features/folders/messages.ts'
import { messages as ofEveryScreen } from '#kit/web/messages.ts'

const texts = [ofEveryScreen, ofCatalogue, ofDownloads, ofFolders].map((each) => each.texts)

/** Māori sentences by the English one that the contracts have. */
const maori = new Map<string, string>(
  texts.flatMap(({ 'en-AU': english, mi }) =>
    Object.entries(english).map(([key, text]): [string, string] => [text, mi[key] ?? text]),
  ),
)

/**
 * A refusal in the language of the browser’s page, if it is one of the translated sentences. Programs have no such
 * cookie, and a request that is refused before its cookies are read has none at all.
 */
export const inLanguage = (sentence: string, request: Pick<Partial<FastifyRequest>, 'cookies'>): string =>
  languageOfBrowser({ cookies: request.cookies ?? {} }) === 'mi' ? (maori.get(sentence) ?? sentence) : sentence
