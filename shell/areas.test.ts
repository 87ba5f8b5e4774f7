import { expect, test } from 'vitest'
import { may, roles } from '#kit/roles.ts'
import { areasFor, placeOf } from './areas.ts'

const names = (role: (typeof roles)[number]) => areasFor(role).map(({ label }) => label)

test('everybody finds the areas that are for them, and the desk is the provider’s alone', () => {
  const school = ['Discover', 'Download', 'Cataloguing', 'Shop', 'Account']
  expect(names('visitor')).toEqual(school)
  expect(names('student')).toEqual(['Discover', 'Cataloguing', 'Account'])
  for (const role of ['staff', 'organisation-admin', 'primary-contact'] as const) expect(names(role)).toEqual(school)
  for (const role of ['desk', 'administrator'] as const)
    expect(names(role)).toEqual(['Desk', 'Discover', 'Cataloguing', 'Account'])
})

test('nobody who is signed in is shown a place that is not for them', () => {
  for (const role of roles.filter((each) => each !== 'visitor')) {
    const shown = areasFor(role).flatMap(({ places }) => places)
    expect(shown.filter(({ who }) => !may(role, who))).toEqual([])
  }
})

test('students are looked after by those who are marked for it', () => {
  const account = (role: (typeof roles)[number]) =>
    areasFor(role)
      .find(({ label }) => label === 'Account')!
      .places.map(({ label }) => label)
  expect(account('student')).toEqual(['Profile'])
  expect(account('staff')).not.toContain('Students')
  expect(account('organisation-admin')).toContain('Students')
  expect(account('primary-contact')).toContain('Students')
})

test('an area begins at a place of its own, and a screen below a place lights it up', () => {
  for (const role of roles)
    for (const area of areasFor(role)) expect(placeOf(area.href, areasFor(role))?.area.label).toBe(area.label)
  expect(placeOf('/desk/organisations/x', areasFor('desk'))?.place.label).toBe('Organisations')
  expect(placeOf('/desk', areasFor('staff'))).toBeUndefined()
})
