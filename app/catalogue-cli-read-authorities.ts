import type { LoadedHeading } from '#features/headings/server/headings-port.ts'
import { isTurtle, readSkos } from '#features/headings/server/read-skos.ts'
import { toHeading } from '#marc/authority-crosswalk.ts'
import { outgoingAuthority, withNumber } from '#marc/outgoing.ts'
import { readRecords, withHead } from '#marc/read-records.ts'
import { numberFor, unpacked } from './catalogue-cli-read.ts'
import type { Rejected } from './catalogue-cli-rejected.ts'

type ReadAuthority =
  | { heading: LoadedHeading; repaired: boolean; givenNumber?: { position: number; number: string } }
  | { rejected: Rejected }

/**
 * The headings of a file, compressed or not: MARC of any form, or SKOS in Turtle, told by its beginning or else by its
 * name. `count` is told of each piece read; `scheme` is the source code of a SKOS thesaurus.
 */
export async function* readAuthorities(
  file: string,
  count: (length: number) => void,
  scheme: string | undefined,
): AsyncGenerator<ReadAuthority> {
  let brokenOff: string | undefined
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* unpacked(file, count)
    } catch (error) {
      // What could be read of MARC is still good.
      brokenOff = `The file cannot be read further: ${(error as Error).message}.`
    }
  }
  const { head, all } = await withHead(chunks())
  const start = Buffer.from(head).toString('utf8')
  if (/<(?:\w+:)?RDF[\s>]/.test(start)) throw new Error('This is RDF/XML; a SKOS thesaurus is read in Turtle.')
  const isSkos = isTurtle(start) || (isNamedTurtle.test(file) && !start.trimStart().startsWith('<'))
  let position = 0
  try {
    for await (const item of isSkos ? fromSkos(all, scheme) : fromMarc(all)) {
      position++
      yield item
    }
  } catch (error) {
    throw brokenOff ? new Error(brokenOff) : error
  }
  // Half a thesaurus has references to nothing.
  if (brokenOff && isSkos) throw new Error(brokenOff)
  if (brokenOff) yield { rejected: { position: position + 1, offset: null, reason: brokenOff } }
  else if (position === 0)
    yield {
      rejected: {
        position: 1,
        offset: 0,
        reason: isSkos ? 'The file holds no SKOS concept.' : 'The file holds no MARC record.',
      },
    }
}

const isNamedTurtle = /\.(?:ttl|turtle|nt)(?:\.gz)?$/i

async function* fromSkos(chunks: AsyncIterable<Uint8Array>, scheme?: string): AsyncGenerator<ReadAuthority> {
  for await (const item of readSkos(chunks, scheme)) {
    if ('heading' in item) yield { heading: item.heading, repaired: false }
    else yield { rejected: { ...item, offset: null } }
  }
}

async function* fromMarc(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReadAuthority> {
  let position = 0
  for await (const read of readRecords(chunks)) {
    position++
    try {
      if ('error' in read) throw read.error
      const heading = toHeading(read.record)
      const repaired = read.repairs.length > 0
      if (heading.recordId !== '') {
        yield { heading: { ...heading, marc: outgoingAuthority(read.record) }, repaired }
        continue
      }
      const number = numberFor(read.bytes)
      const record = withNumber(read.record, number)
      const marc = outgoingAuthority(record)
      yield { heading: { ...toHeading(record), marc }, repaired, givenNumber: { position, number } }
    } catch (error) {
      yield { rejected: { position, offset: read.offset, reason: (error as Error).message } }
    }
  }
}
