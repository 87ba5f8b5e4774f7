import { fill } from './fill.ts'

/** The languages of the portal, as the page's `lang`. */
export const languages = ['en-AU', 'en-NZ', 'mi'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en-AU'

/** Each in itself, so that its readers find it. */
export const languageNames: Record<Language, string> = {
  'en-AU': 'English (Australia)',
  'en-NZ': 'English (New Zealand)',
  mi: 'Te reo Māori',
}

/** The reader's cookie. It follows the account from sign-in on. */
export const languageCookie = 'language'

export const languageOf = (text: unknown): Language => languages.find((each) => each === text) ?? defaultLanguage

type Values<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Values<Rest> : never

/** A message is its text or, if it has `{places}`, a function of their values. */
export type Words<English> = {
  readonly [Key in keyof English]: [Values<English[Key]>] extends [never]
    ? string
    : (values: Record<Values<English[Key]>, string | number>) => string
}

/** Words in another language; null: not translated, so English is shown. */
export type Translation<English> = Record<keyof English, string | null>

/** Wording that differs in New Zealand. */
export type Variant<English> = Partial<Record<keyof English, string>>

type Texts = Record<string, string>
export type Messages<English> = {
  /** All texts by language. The pages’ build reads them. */
  texts: Record<Language, Texts>
  wordsIn: (language: Language) => Words<English>
}

/** The messages of a feature. Screens call them `words`, which the build replaces by the words of one language. */
export function messagesOf<const English extends Texts>(
  english: English,
  newZealand: Variant<English>,
  maori: Translation<English>,
): Messages<English> {
  const translated = Object.fromEntries(Object.entries(maori).filter(([, text]) => text !== null)) as Texts
  const texts = {
    'en-AU': english,
    'en-NZ': { ...english, ...newZealand },
    mi: { ...english, ...translated },
  }
  return { texts, wordsIn: (language) => wordsOf(texts[language]) as Words<English> }
}

const wordsOf = (texts: Texts) =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      /\{\w+\}/.test(text) ? (values: Record<string, string | number>) => fill(text, values) : text,
    ]),
  )
