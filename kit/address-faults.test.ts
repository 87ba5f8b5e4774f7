import { expect, test } from 'vitest'
import { addressFaults, emptyAddress, isCompleteAddress, stateNamed, tidyAddress } from './address-faults.ts'
import type { Address } from './address-lines.ts'

const home: Address = {
  ...{ streetAddress1: '12 School Road', streetAddress2: '', suburbCity: 'Hillview' },
  ...{ state: 'VIC', postCode: '3999', country: 'Australia' },
}

test.each<[Partial<Address>, ...(keyof Address)[]]>([
  [{}],
  [{ state: 'victoria' }],
  [{ country: 'New Zealand', state: '', postCode: '6011' }],
  [{ country: 'United Kingdom', state: '', postCode: 'sw1a 1aa' }],
  [{ country: 'Canada', state: 'ON', postCode: 'K1A 0B1' }],
  [{ country: 'United States', state: 'Oregon', postCode: '97201-1234' }],
  [{ country: 'Fiji', state: '', postCode: '' }],
  [{ country: 'Hong Kong', state: 'Kowloon', postCode: '' }],
  [{ country: 'France', state: '', postCode: '75001' }],
  [{ country: 'Narnia' }, 'country'],
  [{ country: 'AU' }, 'country'],
  [{ state: 'ON' }, 'state'],
  [{ postCode: '399' }, 'postCode'],
  [{ postCode: '39999' }, 'postCode'],
  [{ country: 'New Zealand', state: '', postCode: 'SW1A 1AA' }, 'postCode'],
  [{ country: 'France', state: '', postCode: '?' }, 'postCode'],
  [{ country: 'United States', state: 'VIC', postCode: '3999' }, 'state', 'postCode'],
])('%j of a whole address: %s %s', (change, ...faults) => {
  const address = { ...home, ...change }
  expect(Object.keys(addressFaults(address, { complete: true })).sort()).toEqual([...faults].sort())
  expect(Object.keys(addressFaults(address, { complete: false })).sort()).toEqual([...faults].sort())
})

test.each<[keyof Address, boolean]>([
  ['streetAddress1', true],
  ['streetAddress2', false],
  ['suburbCity', true],
  ['state', true],
  ['postCode', true],
  ['country', true],
])('an Australian address without its %s is incomplete: %s', (name, needed) => {
  for (const text of ['', '  ']) {
    expect(isCompleteAddress({ ...home, [name]: text })).toBe(!needed)
    expect(addressFaults({ ...home, [name]: text }, { complete: false })).toEqual({})
  }
  // Saved before there were rules for them.
  expect(isCompleteAddress({ ...home, state: 'Upper', postCode: 'x' })).toBe(true)
  expect(isCompleteAddress({ ...home, country: 'Narnia' })).toBe(false)
  expect(addressFaults(emptyAddress, { complete: false })).toEqual({})
})

test('country and state are written as in the lists, what is not in them stays', () => {
  expect(tidyAddress({ country: ' AUSTRALIA', state: 'tasmania' })).toEqual({ country: 'Australia', state: 'TAS' })
  expect(tidyAddress({ state: 'vic' }, 'Australia')).toEqual({ state: 'VIC' })
  expect(tidyAddress({ state: 'N.S.W.' }, 'Australia')).toEqual({ state: 'NSW' })
  expect(tidyAddress({ state: 'vic' }, 'Fiji')).toEqual({ state: 'vic' })
  expect(tidyAddress({ country: 'Narnia' })).toEqual({ country: 'Narnia' })
  expect(stateNamed('Australia', 'ON')).toBeUndefined()
})
