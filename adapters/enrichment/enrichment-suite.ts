import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import type { EnrichmentPort } from '#features/catalogue/covers/server/enrichment-port.ts'
import { openStandIn, xml } from './stand-in.ts'

const isbn = '9780306406157'
let close: (() => Promise<void>) | undefined
afterEach(async () => {
  await close?.()
  close = undefined
})

/** The contract of every outside source, for any answer: `open` creates it for an address. */
export function enrichmentSuite(name: string, open: (base: string) => EnrichmentPort) {
  const asking = async (answer: (response: ServerResponse) => void, signal = AbortSignal.timeout(5000)) => {
    const standIn = await openStandIn((_, response) => answer(response))
    close = standIn.close
    return open(standIn.base).lookUp(isbn, signal)
  }

  describe(name, () => {
    test.each<[string, (response: ServerResponse) => void]>([
      ['an error of theirs', (response) => response.writeHead(500, { 'content-type': 'text/xml' }).end('<a/>')],
      ['a page instead of XML', (response) => xml(response, '<html><body>Sign in</body></html>', 'text/html')],
      ['broken XML', (response) => xml(response, '<response stat="ok"><item>')],
      ['nothing at all', (response) => xml(response, '')],
      ['an answer that never ends', (response) => floodWith(response)],
      ['nesting without end', (response) => xml(response, `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`)],
      ['a redirection elsewhere', (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
      ['a line that is cut', (response) => response.destroy()],
      [
        'entities that grow',
        (response) =>
          xml(response, '<!DOCTYPE a [<!ENTITY b "xxxxxxxxxx"><!ENTITY c "&b;&b;&b;&b;">]><response>&c;</response>'),
      ],
      [
        'a file of ours by an outside entity',
        (response) => xml(response, '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><response>&b;</response>'),
      ],
    ])('%s is rejected', async (_, answer) => {
      await expect(asking(answer)).rejects.toThrow()
    })

    test('a source that is too slow is not waited for', async () => {
      const stop = new AbortController()
      const attempt = asking(() => stop.abort(new Error('too slow')), stop.signal)
      await expect(attempt).rejects.toThrow('too slow')
    })

    test('an unknown book', async () => {
      expect(
        await asking((response) => xml(response, '<response stat="fail"><err code="105">none</err></response>')),
      ).toBeNull()
    })
  })
}

function floodWith(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/xml' })
  response.write('<a>')
  const more = () => {
    if (!response.destroyed) response.write('x'.repeat(64 * 1024), () => setImmediate(more))
  }
  more()
}
