import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { mostTemplates, templatesApi } from '../contract.ts'

const { answerTemplates, addTemplate, changeTemplate, moveTemplate, removeTemplate } = templatesApi
let app: TestApp
let initial: Awaited<ReturnType<typeof stored>>
beforeAll(async () => {
  app = await testApp({ work: false })
  initial = await stored()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('answerTemplate').execute()
  await app.db.insertInto('answerTemplate').values(initial).execute()
})

const desk = () => app.as('desk')
const stored = () => app.db.selectFrom('answerTemplate').selectAll().orderBy('kind').orderBy('position').execute()
const names = async (kind = 'DECLINED') =>
  (await desk()(answerTemplates, {})).response.filter((each) => each.kind === kind).map(({ name }) => name)
const draft = {
  kind: 'DECLINED' as const,
  name: 'Too new',
  text: 'Please ask again\r\nnext year.',
  items: 'ALL' as const,
}
const add = async (part: object = {}) => (await desk()(addTemplate, { ...draft, ...part })).response.at(-1)!

test('an installation begins with the reasons that were part of the program', async () => {
  expect(await names()).toEqual([
    'Not enough detail',
    'Parcel not received',
    'Link doesn’t work',
    'Not the item described',
    'Duplicate request',
    'Outside our catalogue',
  ])
  expect(initial.map(({ items }) => items)).toEqual(['ALL', 'POSTED', 'DIGITAL', 'POSTED', 'ALL', 'ALL'])
  expect(await names('CATALOGUED')).toEqual([])
})

test('templates are added, changed, moved and deleted, and each step is audited', async () => {
  const added = await add({ name: ' Too\tnew ' })
  expect(added).toMatchObject({ name: 'Too new', text: 'Please ask again\nnext year.', items: 'ALL', version: 1 })
  const { id: templateId } = added
  await desk()(changeTemplate, { templateId, version: 1, name: 'Newer', text: 'Next year.', items: 'POSTED' })
  for (const to of ['earlier', 'earlier', 'later'] as const) await desk()(moveTemplate, { templateId, to })
  expect((await names()).indexOf('Newer')).toBe(5)
  expect((await stored()).find(({ id }) => id === templateId)).toMatchObject({
    body: 'Next year.',
    items: 'POSTED',
    version: 2,
  })
  await desk()(removeTemplate, { templateId })
  expect(await names()).toHaveLength(6)
  const log = await app.db
    .selectFrom('auditEntry')
    .selectAll()
    .where('action', 'like', 'template_%')
    .orderBy('position')
    .execute()
  expect(log.map(({ action, subject, userId, customerId }) => [action, subject, userId, customerId])).toEqual(
    [['added', 'Too new'], ['changed', 'Newer'], ...Array(3).fill(['moved', 'Newer']), ['removed', 'Newer']].map(
      ([action, subject]) => [`template_${action}`, subject, 'demo-desk', null],
    ),
  )
  expect(log[1]).toMatchObject({ before: { name: 'Too new' }, after: { text: 'Next year.', items: 'POSTED' } })
})

test('the first moves no earlier, the last no later, and the other kind keeps its order', async () => {
  await add({ kind: 'CATALOGUED', name: 'Enjoy' })
  const before = await stored()
  await desk()(moveTemplate, { templateId: initial[0]!.id, to: 'earlier' })
  await desk()(moveTemplate, { templateId: initial.at(-1)!.id, to: 'later' })
  expect(await stored()).toEqual(before)
})

const refused: [why: string, part: object, field: string | undefined, code: string][] = [
  ['no name', { name: ' \u0007' }, 'name', 'template_incomplete'],
  ['no text', { text: '\n' }, 'text', 'template_incomplete'],
  ['a long name', { name: 'x'.repeat(61) }, 'name', 'invalid_input'],
  ['a long text', { text: 'x'.repeat(4001) }, 'text', 'invalid_input'],
  ['other items', { items: 'SOME' }, 'items', 'invalid_input'],
  ['a position', { position: 1 }, undefined, 'invalid_input'],
]
test.each(refused)('refused, and nothing is stored: %s', async (_, part, field, code) => {
  const before = await stored()
  const { kind: _kind, ...typed } = draft
  for (const attempt of [
    () => desk()(addTemplate, { ...draft, ...part }),
    () => desk()(changeTemplate, { ...typed, ...part, templateId: initial[0]!.id, version: 1 }),
  ])
    await expect(attempt()).rejects.toMatchObject({
      ...{ status: 400, code },
      ...(field && { errors: { [field]: [expect.any(String)] } }),
    })
  expect(await stored()).toEqual(before)
})

test('a second change of the same version, and what is gone, are refused', async () => {
  const { id: templateId } = await add()
  const { kind: _, ...typed } = draft
  const change = (name: string) => desk()(changeTemplate, { ...typed, templateId, version: 1, name })
  const both = await Promise.allSettled([change('One'), change('Other')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, code: 'template_changed' },
  })
  await desk()(removeTemplate, { templateId })
  const gone = { status: 404, code: 'template_not_found' }
  await expect(desk()(removeTemplate, { templateId })).rejects.toMatchObject(gone)
  await expect(desk()(moveTemplate, { templateId, to: 'later' })).rejects.toMatchObject(gone)
  await expect(change('Third')).rejects.toMatchObject(gone)
})

test('a kind has at most fifty', async () => {
  for (let n = initial.length; n < mostTemplates; n++) await add({ name: `Number ${n}` })
  await expect(add()).rejects.toMatchObject({ status: 409, code: 'too_many_templates' })
})

test('schools neither read nor change them', async () => {
  await expect(app.as('hillview')(answerTemplates, {})).rejects.toMatchObject({ status: 403 })
  await expect(app.as('hillview')(addTemplate, draft)).rejects.toMatchObject({ status: 403 })
})
