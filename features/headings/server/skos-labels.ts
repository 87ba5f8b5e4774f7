/** Texts of one property in several languages. */
export type Labels = { language: string; text: string }[]

/** What is said in the language of a heading: English, else none in particular, else the first that it has a label in. */
export function languageOf(labels: Labels): (texts: Labels) => string[] {
  const languages = labels.map(({ language }) => language.toLowerCase()).sort()
  const isEnglish = (language: string) => /^en(?:-|$)/i.test(language)
  const first = languages[0] ?? ''
  const isWanted = languages.some(isEnglish) ? isEnglish : (language: string) => language.toLowerCase() === first
  return (texts) => {
    const own = texts.filter(({ language }) => isWanted(language))
    const chosen = own.length > 0 ? own : texts.filter(({ language }) => language === '')
    return [...new Set(chosen.map(({ text }) => text))]
  }
}

/** The texts of the language that `languageOf` chooses for them. */
export const inOneLanguage = (labels: Labels): string[] => languageOf(labels)(labels)

/** `UNESCO Thesaurus` → `unesco-thesaurus`. */
export const codeOfName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
