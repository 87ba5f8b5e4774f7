import type { Difference } from '#adapters/catalogue/embedded/findings.ts'
import { Findings } from '#adapters/catalogue/embedded/findings.ts'
import { identifiersOf } from '#features/catalogue/fields.ts'
import type { CataloguePort, CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { identifierKey } from '#marc/identifier.ts'

/** Identifiers of one question, as many as a catalogue takes. */
const perQuestion = 4_000
const perPage = 500

/**
 * Asks a catalogue for each of its records by number and by every identifier, and compares what it counts and lists. For
 * an engine that looks after its own files.
 */
export async function checkByQuestions(
  catalogue: CataloguePort,
  progress: (records: number, of: number) => void = () => {},
): Promise<{ records: number; differences: Difference[] }> {
  const findings = new Findings()
  const { records: counted } = await catalogue.stats()
  const ids = new Set<string>()
  let page: CatalogueRecord['document'][] = []
  const compare = async () => {
    const known = new Set(await catalogue.known(page.map(({ id }) => id)))
    for (const { id } of page) if (!known.has(id)) findings.note('not found by their number', id)
    const wanted = page.flatMap((document) =>
      [...new Set(identifiersOf(document).map((each) => identifierKey(each).key))]
        .filter((key) => key !== '')
        .map((key) => ({ id: document.id, key })),
    )
    for (let from = 0; from < wanted.length; from += perQuestion) {
      const asked = wanted.slice(from, from + perQuestion)
      const found = await catalogue.lookup([...new Set(asked.map(({ key }) => key))])
      for (const { id, key } of asked)
        if (!found.get(key)?.includes(id)) findings.note('not found by an identifier', `${id} by ${key}`)
    }
    page = []
    progress(ids.size, counted)
  }
  for await (const { document } of catalogue.everyRecord()) {
    if (ids.has(document.id)) findings.note('more than once in the catalogue', document.id)
    ids.add(document.id)
    page.push(document)
    if (page.length === perPage) await compare()
  }
  await compare()
  if (counted !== ids.size) findings.note('counted', `${counted} are counted, and there are ${ids.size}`)
  const listed = new Set<string>()
  for await (const id of catalogue.ids()) {
    if (!ids.has(id) || listed.has(id)) findings.note('listed that are not there', id)
    listed.add(id)
  }
  for (const id of ids) if (!listed.has(id)) findings.note('not listed', id)
  return { records: ids.size, differences: findings.differences }
}
