import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { profileApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const assistant = { email: 'assistant@hillview.example', firstName: 'Hillview', lastName: 'Assistant' }
const save = (personal: object) => app.as('assistant')(profileApi.updatePersonal, { ...assistant, ...personal })
const noted = () => app.db.selectFrom('auditEntry').selectAll().orderBy('position').execute()

test('a person sees their own profile and nothing more', async () => {
  const { response } = await app.as('assistant')(profileApi.profile, {})
  expect(response).toEqual({
    ...assistant,
    id: 'demo-hillview-assistant',
    username: 'assistant@hillview.example',
    role: 'staff',
    pendingEmail: null,
    passwordChangedDate: null,
  })
})

test('a new name takes effect at once and is audited; markup is kept as text, line breaks are removed', async () => {
  const { response } = await save({ firstName: ' <b>Hill</b>\r\n view ', lastName: 'Åssistant' })
  expect(response).toMatchObject({ firstName: '<b>Hill</b> view', lastName: 'Åssistant', email: assistant.email })
  expect(await noted()).toMatchObject([
    {
      action: 'person_renamed',
      customerId: 'demo-hillview',
      userId: 'demo-hillview-assistant',
      before: { firstName: 'Hillview', lastName: 'Assistant' },
      after: { firstName: '<b>Hill</b> view', lastName: 'Åssistant' },
    },
  ])
  await save({})
  const count = (await noted()).length
  await save({})
  expect(await noted()).toHaveLength(count)
})

test('missing values and invalid addresses are refused on their fields, all at once, and nothing changes', async () => {
  const refusal = save({ firstName: ' ', lastName: 'x'.repeat(81), email: 'a@b.example, c@d.example' })
  await expect(refusal).rejects.toMatchObject({
    status: 400,
    errors: {
      firstName: ['Please enter your first name.'],
      lastName: ['Please use at most 80 characters.'],
      email: ['Please enter a single email address.'],
    },
  })
  for (const email of ['', 'nobody', 'a@b.example\r\nBcc: c@d.example', 'x\0@b.example'])
    await expect(save({ email })).rejects.toMatchObject({ status: 400 })
  expect((await app.as('assistant')(profileApi.profile, {})).response).toMatchObject(assistant)
})

test('a role, an id or a username in the body is refused for every caller', async () => {
  for (const more of [{ role: 'administrator' }, { id: 'demo-desk' }, { username: 'x' }, { userId: 'demo-desk' }])
    await expect(save(more)).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
  expect((await app.as('assistant')(profileApi.profile, {})).response).toMatchObject({ role: 'staff' })
})

test('the desk and a student have a profile too; a student’s address stays one of the school', async () => {
  expect((await app.as('desk')(profileApi.profile, {})).response).toMatchObject({ role: 'desk' })
  const student = { firstName: 'Test', lastName: 'student' }
  const attempt = app.as('student')(profileApi.updatePersonal, { ...student, email: 'me@elsewhere.example' })
  await expect(attempt).rejects.toMatchObject({
    status: 400,
    errors: { email: ['Please enter your school email address: it ends with @hillview.example.'] },
  })
  const { response } = await app.as('student')(profileApi.updatePersonal, { ...student, email: 'me@hillview.example' })
  expect(response.pendingEmail).toMatchObject({ email: 'me@hillview.example' })
})

test('someone disabled while signed in changes nothing', async () => {
  const setDisabledAt = (disabledAt: Date | null) =>
    app.db.updateTable('appUser').set({ disabledAt }).where('id', '=', 'demo-hillview-assistant').execute()
  await setDisabledAt(new Date())
  const mine = app.as('assistant')
  for (const attempt of [
    () => save({ firstName: 'Changed' }),
    () => mine(profileApi.profile, {}),
    () => mine(profileApi.requestChangePassword, {}),
    () => mine(profileApi.changePasswordRedirect, { userId: 'demo-hillview-assistant' }),
  ])
    await expect(attempt()).rejects.toMatchObject({ status: 403, code: 'not_allowed' })
  await setDisabledAt(null)
  expect((await mine(profileApi.profile, {})).response).toMatchObject(assistant)
})
