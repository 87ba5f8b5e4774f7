import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { toDocument } from '#marc/crosswalk.ts'
import type { BibliographicDocument } from '#marc/document.ts'
import { MarcError } from '#marc/marc-error.ts'
import { outgoingRecord } from '#marc/outgoing.ts'
import type { Preferences } from '#marc/preferences.ts'

/** What a school reads of these records: Dewey, ISBN and headings as in its files. */
export async function* preferredDocuments(
  records: AsyncIterable<CatalogueRecord>,
  preferences: Preferences,
): AsyncGenerator<BibliographicDocument> {
  for await (const record of records) yield preferredDocument(record, preferences)
}

function preferredDocument(stored: CatalogueRecord, preferences: Preferences): BibliographicDocument {
  try {
    const { record, isAsLoaded } = outgoingRecord(stored, preferences)
    return isAsLoaded ? stored.document : { ...toDocument(record), id: stored.document.id }
  } catch (error) {
    if (!(error instanceof MarcError)) throw error
    return stored.document
  }
}
