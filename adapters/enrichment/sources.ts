import { type EnrichmentPort, noEnrichment } from '#features/catalogue/server/enrichment-port.ts'
import { type LibraryThingSettings, openLibraryThing } from './librarything.ts'
import { openSyndetics, type SyndeticsSettings } from './syndetics.ts'

/** The outside sources that keys are set for; the others know nothing. */
export const openEnrichmentSources = (settings: {
  libraryThing: LibraryThingSettings | undefined
  syndetics: SyndeticsSettings | undefined
}): { libraryThing: EnrichmentPort; syndetics: EnrichmentPort } => ({
  libraryThing: settings.libraryThing ? openLibraryThing(settings.libraryThing) : noEnrichment,
  syndetics: settings.syndetics ? openSyndetics(settings.syndetics) : noEnrichment,
})
