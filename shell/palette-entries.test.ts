import { expect, test } from 'vitest'
import { screens } from '#app/screens.tsx'
import { may, roles } from '#kit/roles.ts'
import { areasFor } from './areas.ts'
import { entriesFor, findEntries, searchesOf } from './palette-entries.ts'

const ids = (role: (typeof roles)[number]) => entriesFor(role).map(({ id }) => id)
const found = (role: (typeof roles)[number], text: string, recent: string[] = []) =>
  findEntries(entriesFor(role), text, recent).map(({ label }) => label)

test('everyone finds the places of their navigation that they may use', () => {
  for (const role of roles) {
    const places = areasFor(role).flatMap(({ places }) => places.filter(({ who }) => may(role, who)))
    expect(ids(role)).toEqual(expect.arrayContaining(places.map(({ href }) => href)))
  }
})

test('no one finds what another role may do', () => {
  expect(ids('visitor')).not.toContain('/savedList')
  expect(ids('visitor')).not.toContain('sign-out')
  expect(ids('visitor')).toContain('sign-in')
  expect(ids('student').filter((id) => id.startsWith('/desk'))).toEqual([])
  expect(ids('student')).not.toContain('/schoolSettings')
  expect(ids('staff')).not.toContain('/myStudents/roster')
  expect(ids('organisation-admin')).toContain('/myStudents/roster')
  expect(ids('staff')).not.toContain('/desk/signInServices')
  expect(ids('desk')).toContain('/desk/signInServices')
  expect(ids('desk')).not.toContain('/schoolSettings')
})

test('each screen of the palette exists, and each entry is listed once', () => {
  const paths = screens.map(({ path }) => path.replace(/(\/\$\w+\?)+$/, ''))
  for (const role of roles) {
    const own = ids(role)
    expect(new Set(own).size).toBe(own.length)
    for (const id of own.filter((each) => each.startsWith('/'))) expect(paths).toContain(id)
  }
})

test('an entry is found by the beginnings of its words, and by other words for it', () => {
  expect(found('staff', 'my dow')[0]).toBe('My downloads')
  expect(found('staff', 'PASSW')).toEqual(['Profile'])
  expect(found('staff', 'upload')).toEqual(['Quick request'])
  expect(found('staff', 'dark')).toEqual(['Theme: Dark'])
  expect(found('staff', 'ownloads')).toEqual([])
})

test('a name comes before other words, and recent entries before others', () => {
  expect(found('staff', 'saved')).toEqual(['Saved folders', 'Saved searches'])
  expect(found('staff', 'saved', ['/savedSearches'])).toEqual(['Saved searches', 'Saved folders'])
  expect(found('staff', 'dewey')[0]).toBe('Browse by Dewey number')
})

test('what was typed can be searched for in the lists of the role, and a number leads to its own list', () => {
  const lists = (role: (typeof roles)[number], text: string) => searchesOf(entriesFor(role), text)
  expect(lists('student', 'owl')).toEqual([])
  expect(lists('staff', 'CR1000249').filter(({ numbered }) => numbered)).toEqual([
    { href: '/myCatalogueRequests?text=CR1000249', label: 'My requests', numbered: true },
  ])
  expect(lists('staff', 'scinv1000001').find(({ numbered }) => numbered)?.href).toBe('/invoices?text=scinv1000001')
  expect(lists('desk', 'a & b').map(({ href }) => href)).toContain('/desk/users?text=a+%26+b')
})
