import type { LoadedHeading } from '#features/headings/server/headings-port.ts'
import { isTurtle, readSkos } from '#features/headings/server/read-skos.ts'
import { toHeading } from '#marc/authority-crosswalk.ts'
import { outgoingAuthority, withNumber } from '#marc/outgoing.ts'
import { type ReadRecord, withHead } from '#marc/read-records.ts'
import { numberFor } from './catalogue-cli-read.ts'
import { type Made, type MarcItem, openFile, readMarc } from './catalogue-cli-read-marc.ts'

type ReadAuthority = MarcItem<LoadedHeading>

/**
 * The headings of a file, compressed or not: MARC of any form, or SKOS in Turtle, told by its beginning or else by its
 * name. `count` is told of each piece read; `scheme` is the source code of a SKOS thesaurus.
 */
export async function* readAuthorities(
  file: string,
  count: (length: number) => void,
  scheme: string | undefined,
): AsyncGenerator<ReadAuthority> {
  const { chunks, brokenOff } = openFile(file, count)
  const { head, all } = await withHead(chunks)
  const start = Buffer.from(head).toString('utf8')
  if (/<(?:\w+:)?RDF[\s>]/.test(start)) throw new Error('This is RDF/XML; a SKOS thesaurus is read in Turtle.')
  if (!isTurtle(start) && (!isNamedTurtle.test(file) || start.trimStart().startsWith('<'))) {
    yield* readMarc(all, brokenOff, asHeading)
    return
  }
  try {
    yield* fromSkos(all, scheme)
  } catch (error) {
    throw brokenOff() ?? error
  }
  // Half a thesaurus has references to nothing.
  const broken = brokenOff()
  if (broken) throw broken
}

const isNamedTurtle = /\.(?:ttl|turtle|nt)(?:\.gz)?$/i

async function* fromSkos(chunks: AsyncIterable<Uint8Array>, scheme?: string): AsyncGenerator<ReadAuthority> {
  let position = 0
  for await (const item of readSkos(chunks, scheme)) {
    position++
    if ('heading' in item) yield { made: item.heading, position, repaired: undefined }
    else yield { rejected: { position: item.position, offset: null, recordNumber: '', told: [item.reason] } }
  }
  if (position === 0)
    yield { rejected: { position: 1, offset: 0, recordNumber: '', told: ['The file holds no SKOS concept.'] } }
}

function asHeading({ record, bytes }: ReadRecord): Made<LoadedHeading> {
  const given = toHeading(record).recordId === '' ? numberFor(bytes) : undefined
  const numbered = given === undefined ? record : withNumber(record, given)
  const { bytes: marc, cuts } = outgoingAuthority(numbered)
  return { made: { ...toHeading(numbered), marc }, cuts, ...(given !== undefined && { given }) }
}
