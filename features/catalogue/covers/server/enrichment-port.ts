/** Data of an outside source about a book. Text without markup; absent is null or []. */
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
  /** By an ISBN with a valid check digit. Null if the book is unknown; throws if the source cannot be reached. */
  lookUp(isbn: string, signal: AbortSignal): Promise<OutsideKnowledge | null>
}

/** For an installation without a key. */
export const noEnrichment: EnrichmentPort = { lookUp: async () => null }
