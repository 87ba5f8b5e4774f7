import { expect, test } from 'vitest'
import { may, roles } from '#kit/roles.ts'
import { areasFor, groupsOf, placeOf } from './areas.ts'

const names = (role: (typeof roles)[number]) => areasFor(role).map(({ label }) => label)

test('everyone finds the areas for their role, and only the provider finds the desk', () => {
  const school = ['Discover', 'Download', 'Cataloguing', 'Shop', 'Account']
  expect(names('visitor')).toEqual(school)
  expect(names('student')).toEqual(['Discover', 'Cataloguing', 'Account'])
  for (const role of ['staff', 'organisation-admin', 'primary-contact'] as const) expect(names(role)).toEqual(school)
  for (const role of ['desk', 'administrator'] as const)
    expect(names(role)).toEqual(['Desk', 'Discover', 'Cataloguing', 'Account'])
})

test('no signed-in person is shown a place that their role may not use', () => {
  for (const role of roles.filter((each) => each !== 'visitor')) {
    const shown = areasFor(role).flatMap(({ places }) => places)
    expect(shown.filter(({ who }) => !may(role, who))).toEqual([])
  }
})

test('only organisation admins and primary contacts manage students', () => {
  const account = (role: (typeof roles)[number]) =>
    areasFor(role)
      .find(({ label }) => label === 'Account')!
      .places.map(({ label }) => label)
  expect(account('student')).toEqual(['Profile'])
  expect(account('staff')).not.toContain('Students')
  expect(account('organisation-admin')).toContain('Students')
  expect(account('primary-contact')).toContain('Students')
})

test('an area begins at one of its places, and a screen below a place highlights it', () => {
  for (const role of roles)
    for (const area of areasFor(role)) expect(placeOf(area.href, areasFor(role))?.area.label).toBe(area.label)
  expect(placeOf('/desk/organisations/x', areasFor('desk'))?.place.label).toBe('Organisations')
  expect(placeOf('/desk', areasFor('desk'))?.place.label).toBe('Overview')
  expect(placeOf('/desk', areasFor('staff'))).toBeUndefined()
})

test('the desk’s places are in four groups, and every other area is one row', () => {
  const [desk, ...others] = areasFor('administrator')
  expect(groupsOf(desk!.places).map(({ label, places }) => [label, places.length])).toEqual([
    [undefined, 1],
    ['Work', 3],
    ['Schools', 4],
    ['Money', 4],
    ['Set-up', 5],
  ])
  expect(others.flatMap(({ places }) => groupsOf(places)).filter(({ label }) => label !== undefined)).toEqual([])
})
