import { expect, test } from 'vitest'
import { countries, countryNamed } from './countries.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Codes that CLDR names and ISO 3166-1 does not assign: reserved, of former countries, of groups and for tests. */
const others = 'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH NT QO RH SU TA TP UK UN VD XA XB XK YD YU ZR ZZ'

test('the list has every country that ISO 3166-1 assigns a code, once', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const codes = [...letters].flatMap((one) => [...letters].map((two) => one + two))
  const assigned = codes.filter((code) => names.of(code) && !others.split(' ').includes(code))
  expect(countries.map(({ code }) => code)).toEqual(assigned)
  expect(new Set(countries.map(({ name }) => name)).size).toBe(249)
})

test('a name is found in any case; a code, a former and an invented country are not', () => {
  for (const { name } of countries)
    expect(countryNamed(` ${name.toUpperCase().replaceAll(' ', '  ')} `)?.name).toBe(name)
  for (const name of ['', 'AU', 'Narnia', 'Soviet Union', 'Scotland']) expect(countryNamed(name)).toBeUndefined()
})
