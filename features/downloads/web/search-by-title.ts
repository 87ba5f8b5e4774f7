/** The results for words in place of a number; without words, the search box itself. */
export const searchByTitle = (title?: string): string =>
  title ? `/discover/results/?query=${encodeURIComponent(title)}` : '/discover/results/#search'
