/** Texts of one property in several languages. */
export type Labels = { language: string; text: string }[]

/** The texts in English, else those that name no language, else those of the first language that there is. */
export function inOneLanguage(labels: Labels): string[] {
  const english = labels.filter(({ language }) => /^en(?:-|$)/i.test(language))
  const plain = labels.filter(({ language }) => language === '')
  const first = labels.map(({ language }) => language).sort()[0]
  const chosen =
    english.length > 0 ? english : plain.length > 0 ? plain : labels.filter(({ language }) => language === first)
  return [...new Set(chosen.map(({ text }) => text))]
}

/** `UNESCO Thesaurus` → `unesco-thesaurus`. */
export const codeOfName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
