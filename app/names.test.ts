import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { whyNot } from '#features/school/students/rules.ts'
import type { Endpoint } from '#kit/contract.ts'
import { mounted } from '#kit/server/serve.ts'
import { type TestApp, testApp } from './testing.ts'
import { type Schema, sampleInput } from './world/sample-input-testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

/** Members called like a name that others do not see, or that are rejected in another way. */
const exceptions: Record<string, string> = {
  'POST /rest/customer/current/signIn/unlink username': 'looked up, never shown',
  'POST /rest/desk/signInLinks/remove username': 'looked up, never shown',
  'POST /rest/requestForgotPassword username': 'looked up, kept nowhere',
  'POST /rest/cataloguerequests/scanfiles files.filename': 'files may end as addresses do',
  'POST /rest/cataloguerequests items.title': 'what is printed on an item, which may be named after a website',
  'POST /rest/cataloguerequests items.files.filename': 'files may end as addresses do',
  'POST /rest/desk/cataloguing/templates name': 'only the desk reads it',
  'POST /rest/desk/cataloguing/templates/change name': 'only the desk reads it',
  'POST /rest/user/current/student/roster/preview files.filename': 'files may end as addresses do',
  'POST /rest/user/current/student/invite students.firstName': 'refused for each person (BAD_NAME)',
  'POST /rest/user/current/student/invite students.lastName': 'refused for each person (BAD_NAME)',
  'POST /rest/user/current/staff/invite firstName': 'refused as BAD_NAME',
  'POST /rest/user/current/staff/invite lastName': 'refused as BAD_NAME',
  'POST /rest/catalogue/temp/save folderName': 'links are refused, invisible characters left out',
  'POST /rest/savedsearch/save name': 'links are refused, invisible characters left out',
  'POST /rest/savedsearch/change name': 'links are refused, invisible characters left out',
  'POST /rest/mycatalogue/folder/rename folderName': 'links are refused, invisible characters left out',
}

const bad = ['Year 7 at evil.com', 'Year 7 \u202eloohcs']

type Place = (string | number)[]
/** Places of text in an input that are called a name, a title or a label. */
function placesOf(schema: Schema, at: Place = []): Place[] {
  if (schema.anyOf) return schema.anyOf.flatMap((each) => placesOf(each, at))
  if (schema.items) return placesOf(schema.items, [...at, 0])
  const members = Object.entries(schema.properties ?? {})
  if (members.length > 0) return members.flatMap(([name, member]) => placesOf(member, [...at, name]))
  const isText = schema.type === 'string' && !schema.enum && !('const' in schema)
  const name = String(at.findLast((step) => typeof step === 'string') ?? '')
  return isText && /(name|title|label)$/i.test(name) ? [at] : []
}

function inputWith(endpoint: Endpoint, place: Place, text: string): unknown {
  const input = structuredClone(sampleInput(endpoint, 'a')) as Inner
  let inner = input
  for (const [depth, step] of place.slice(0, -1).entries()) {
    // The sample has text in places that accept other types too.
    if (typeof inner[step] !== 'object') inner[step] = typeof place[depth + 1] === 'number' ? [] : {}
    inner = inner[step] as Inner
  }
  inner[place.at(-1)!] = text
  return input
}
type Inner = Record<string | number, unknown>

const sentenceOn = (endpoint: Endpoint, place: Place, text: string) => {
  const issues = endpoint.input.safeParse(inputWith(endpoint, place, text)).error?.issues ?? []
  return issues.find(({ path }) => path.join() === place.join())?.message
}

test('no call accepts a link or invisible characters in a name that reaches an email or another person’s screen', () => {
  const taken: string[] = []
  const refused: string[] = []
  for (const endpoint of mounted.get(app.http)!.filter(({ changes }) => changes)) {
    const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Schema
    for (const place of placesOf(schema)) {
      const name = `${endpoint.methods[0]} ${endpoint.path} ${place.filter((step) => step !== 0).join('.')}`
      const takes = bad.filter((text) => !sentenceOn(endpoint, place, text))
      ;(takes.length > 0 ? taken : refused).push(name)
    }
  }
  expect(new Set(taken)).toEqual(new Set(Object.keys(exceptions)))
  expect(refused.length).toBeGreaterThan(15)
})

test.each(bad)('no one can be invited as “%s”', (name) => {
  const person = { firstName: 'A', lastName: 'B', email: 'a@hillview.example' }
  expect(whyNot(person, '')).toBeUndefined()
  for (const member of ['firstName', 'lastName']) expect(whyNot({ ...person, [member]: name }, '')).toBe('BAD_NAME')
})
