/** Lower case without diacritics, so that a heading matches the words of the title page. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
