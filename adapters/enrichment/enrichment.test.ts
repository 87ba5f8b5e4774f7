import { afterEach, expect, test } from 'vitest'
import { plainText } from './ask-for-xml.ts'
import { enrichmentSuite } from './enrichment-suite.ts'
import { openLibraryThing, openSyndetics } from './sources.ts'
import { openStandIn, xml } from './stand-in.ts'

const libraryThing = (base: string) => openLibraryThing({ key: 'a key', api: base, covers: base })
const syndetics = (base: string) => openSyndetics({ client: 'a code', base })
enrichmentSuite('LibraryThing', libraryThing)
enrichmentSuite('Syndetics', syndetics)

let close: (() => Promise<void>) | undefined
afterEach(async () => {
  await close?.()
  close = undefined
})
const isbn = '9780306406157'
const timeout = () => AbortSignal.timeout(5000)

test('LibraryThing is queried for the work by ISBN and key, and for other editions', async () => {
  const field = (name: string, ...facts: string[]) =>
    `<field type="1" name="${name}"><versionList><version><factList>${facts.map((each) => `<fact>${each}</fact>`).join('')}</factList></version></versionList></field>`
  const work = `<?xml version="1.0" encoding="UTF-8"?><response stat="ok"><ltml xmlns="http://www.librarything.com/" version="1.1"><item id="16" type="work"><author id="1">A</author><title>Birds</title><rating>7.2</rating><commonknowledge><fieldList>${field('description', '<![CDATA[ A <b>fine</b><br/>book &amp; more. ]]>')}${field('awards', 'One', 'Two')}</fieldList></commonknowledge></item></ltml></response>`
  const standIn = await openStandIn(({ pathname }, response) =>
    pathname.startsWith('/api/thingISBN/')
      ? xml(response, '<idlist><isbn>0380014300</isbn><isbn>9780839824270</isbn></idlist>')
      : xml(response, work),
  )
  close = standIn.close
  expect(await libraryThing(standIn.base).lookUp(isbn, timeout())).toEqual({
    coverUrl: `${standIn.base}/devkey/a%20key/medium/isbn/${isbn}`,
    summary: 'A fine\nbook & more.',
    reviews: [
      { source: 'Members’ rating', text: '3.6 of 5' },
      { source: 'Awards and honours', text: 'One\nTwo' },
    ],
    editions: ['0380014300', '9780839824270'],
  })
  expect(standIn.requests.sort()).toEqual([
    `/api/thingISBN/${isbn}`,
    `/services/rest/1.1/?method=librarything.ck.getwork&isbn=${isbn}&apikey=a+key`,
  ])
})

test('LibraryThing without its list of editions still describes the work', async () => {
  const standIn = await openStandIn(({ pathname }, response) =>
    pathname.startsWith('/api/')
      ? response.writeHead(500).end()
      : xml(response, '<response stat="ok"><ltml><item id="1"><rating>0</rating></item></ltml></response>'),
  )
  close = standIn.close
  expect(await libraryThing(standIn.base).lookUp(isbn, timeout())).toMatchObject({
    summary: null,
    reviews: [],
    editions: [],
  })
})

test('Syndetics is queried for its index first and then only for what exists', async () => {
  const note = (text: string) =>
    `<USMARC><VarFlds><VarDFlds><Notes><Fld520 I1="1"><a>${text}</a></Fld520></Notes></VarDFlds></VarFlds></USMARC>`
  const standIn = await openStandIn((address, response) => {
    const element = /isbn=\d+\/(\w+)\.XML/.exec(address.search)?.[1]
    if (element === 'INDEX')
      xml(
        response,
        '<SYNDETICS><MC>MC.JPG</MC><SUMMARY>SUMMARY.XML</SUMMARY><PWREVIEW>PWREVIEW.XML</PWREVIEW><SLJREVIEW>SLJREVIEW.XML</SLJREVIEW></SYNDETICS>',
      )
    else if (element === 'SUMMARY') xml(response, note('A summary with &lt;i&gt;markup&lt;/i&gt;.'))
    else if (element === 'PWREVIEW') xml(response, note('Good.'))
    else response.writeHead(503).end()
  })
  close = standIn.close
  expect(await syndetics(standIn.base).lookUp(isbn, timeout())).toEqual({
    coverUrl: `${standIn.base}/index.aspx?isbn=${isbn}/MC.JPG&client=a%20code&type=rw12`,
    summary: 'A summary with markup.',
    reviews: [{ source: 'Publishers Weekly', text: 'Good.' }],
    editions: [],
  })
  expect(standIn.requests[0]).toBe(`/index.aspx?isbn=${isbn}/INDEX.XML&client=a%20code&type=rw12`)
  expect(standIn.requests).toHaveLength(4)
})

test('markup from outside becomes plain text with its lines', () => {
  expect(plainText('<p>One&nbsp;two</p><p>Three<script>alert(1)</script></p>')).toBe('One two\nThreealert(1)')
  expect(plainText('1 < 2 &amp;lt; 3')).toBe('1 < 2 &lt; 3')
})

test('a text of nothing but tag openings is parsed', () => {
  expect(plainText('<p '.repeat(150_000))).toContain('<p <p')
})
