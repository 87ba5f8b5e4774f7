import type { App } from '#app/app.ts'
import { schemesOfHeadings } from '../../headings/server/heading-schemes.ts'
import { openSuggestions } from './suggestions.ts'

/** Suggestions for a search being typed, with the vocabularies of their headings. */
export function openSearchBox({ catalogue, headings }: Pick<App, 'catalogue' | 'headings'>) {
  const suggest = openSuggestions(catalogue)
  return async (prefix: string, signal?: AbortSignal) => {
    const found = await suggest(prefix, signal)
    // Headings that are away cost a suggestion its vocabulary, not the caller all suggestions.
    const schemes = await schemesOfHeadings(headings, found.headings, signal).catch(() => ({}))
    return { ...found, schemesOfHeadings: schemes }
  }
}
