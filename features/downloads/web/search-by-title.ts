/** The results of the words that somebody wrote in place of a number; without any, the search box itself. */
export const searchByTitle = (title?: string): string =>
  title ? `/discover/results/?query=${encodeURIComponent(title)}` : '/discover/results/#search'
