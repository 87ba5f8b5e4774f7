import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { colleaguesApi, invitationApi } from '../contract.ts'

const { listColleagues, inviteColleague, inviteColleagueAgain, changeColleague, removeColleague } = colleaguesApi
const password = 'Nine-purple-owls-7'
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.sessionOf('admin')
})
afterAll(() => app.close())

const assistant = 'demo-hillview-assistant'
const list = async (person: 'hillview' | 'admin' = 'hillview') => (await app.as(person)(listColleagues, {})).response
const find = async (email: string) => (await list()).find((each) => each.email === email)
const lastLink = async () => {
  const mails = await app.db.selectFrom('outgoingMail').select('bodyText').orderBy('createdAt', 'desc').execute()
  return mails[0]!.bodyText!.match(/\/invitation\?id=([\w-]+)/)![1]!
}

test('a colleague is invited, accepts, is removed, and can be invited again', async () => {
  const person = { firstName: 'New', lastName: 'Colleague', email: 'new@elsewhere.example' }
  const { response } = await app.as('admin')(inviteColleague, person)
  expect(response).toMatchObject({ role: 'staff', status: 'INVITED', you: false })
  const id = await lastLink()
  expect((await app.as(null)(invitationApi.checkInvitation, { id })).response).toMatchObject({ role: 'staff' })
  await expect(app.as('admin')(inviteColleague, person)).rejects.toMatchObject({ status: 400, code: 'bad_person' })
  await app.as('admin')(inviteColleagueAgain, { id: response.id })
  await expect(app.as(null)(invitationApi.acceptInvitation, { id, password })).rejects.toMatchObject({
    code: 'invitation_unknown',
  })
  await app.as(null)(invitationApi.acceptInvitation, { id: await lastLink(), password })
  expect(await find(person.email)).toMatchObject({ status: 'ACTIVE' })
  await app.as('admin')(removeColleague, { id: response.id })
  expect(await find(person.email)).toBeUndefined()
  const gone = await app.db.selectFrom('appUser').selectAll().where('id', '=', response.id).executeTakeFirstOrThrow()
  expect(gone).toMatchObject({ firstName: 'New', passwordHash: null })
  expect(gone.disabledAt).not.toBeNull()
  expect((await app.as('admin')(inviteColleague, person)).response.id).not.toBe(response.id)
})

test('only the primary contact appoints, demotes and removes organisation admins', async () => {
  const only = { status: 403 }
  const admin = { firstName: 'Second', lastName: 'Admin', email: 'second@hillview.example', organisationAdmin: true }
  await expect(app.as('admin')(inviteColleague, admin)).rejects.toMatchObject(only)
  await expect(app.as('admin')(changeColleague, { id: assistant, organisationAdmin: true })).rejects.toMatchObject(only)
  expect((await find('assistant@hillview.example'))?.role).toBe('staff')
  const changed = await app.as('hillview')(changeColleague, { id: assistant, organisationAdmin: true })
  expect(changed.response.role).toBe('organisation-admin')
  await expect(app.as('admin')(removeColleague, { id: assistant })).rejects.toMatchObject(only)
  expect((await app.as('assistant')(listColleagues, {})).response.length).toBeGreaterThan(1)
  await app.as('hillview')(changeColleague, { id: assistant, organisationAdmin: false })
  await expect(app.as('assistant')(listColleagues, {})).rejects.toMatchObject(only)
})

test('no one removes themselves, the primary contact, or someone of another school', async () => {
  const primary = 'demo-hillview-librarian'
  await expect(app.as('hillview')(removeColleague, { id: primary })).rejects.toMatchObject({ status: 409 })
  await expect(app.as('admin')(removeColleague, { id: primary })).rejects.toMatchObject({ status: 403 })
  for (const id of ['demo-riverside-librarian', 'demo-desk', 'test-student', 'nobody'])
    for (const attempt of [
      () => app.as('hillview')(removeColleague, { id }),
      () => app.as('hillview')(changeColleague, { id, organisationAdmin: true }),
      () => app.as('hillview')(inviteColleagueAgain, { id }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'person_not_found' })
  const still = await app.db.selectFrom('appUser').select('id').where('disabledAt', 'is not', null).execute()
  expect(still.map(({ id }) => id).filter((id) => id.startsWith('demo-'))).toEqual([])
})

test('someone made primary contact by the desk meanwhile can still accept the invitation', async () => {
  const person = { firstName: 'Next', lastName: 'Librarian', email: 'next@hillview.example' }
  const { response } = await app.as('hillview')(inviteColleague, person)
  await app.db.updateTable('appUser').set({ role: 'primary-contact' }).where('id', '=', response.id).execute()
  const id = await lastLink()
  expect((await app.as(null)(invitationApi.checkInvitation, { id })).response.role).toBe('primary-contact')
  expect((await app.as(null)(invitationApi.acceptInvitation, { id, password })).response.username).toBe(person.email)
})
