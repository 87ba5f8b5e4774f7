/** What an outside source knows of a book. Text without markup; absent is null or []. */
export type OutsideKnowledge = {
  /** A picture at one of `imageOrigins`. */
  coverUrl: string | null
  summary: string | null
  reviews: { source: string; text: string }[]
  /** ISBNs of other editions. */
  editions: string[]
}

/** A source of covers, summaries and reviews: LibraryThing, Syndetics, or none. */
export interface EnrichmentPort {
  /** By an ISBN with a right check digit. Null where it knows nothing; throws where it could not be asked. */
  lookUp(isbn: string, signal: AbortSignal): Promise<OutsideKnowledge | null>
}

/** Where no key is set. */
export const noEnrichment: EnrichmentPort = { lookUp: async () => null }
