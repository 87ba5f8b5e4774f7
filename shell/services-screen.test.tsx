import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { ServicesScreen } from './services-screen.tsx'

afterEach(cleanup)

function open(role: 'staff' | 'student') {
  renderScreen(<ServicesScreen />, {
    api: accountApi,
    path: '/catServices',
    fakes: {
      currentUser: () => ({
        user: { id: 'u', username: 'u', email: 'u@x.example', firstName: 'Una', lastName: 'Umber', roles: [role] },
        customer: { id: 'c', customerNo: '1', name: 'Hillview', subscriptions: [], emailDomain: '' },
      }),
    },
  })
}
const services = () => screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)

test('each cataloguing service has a link and a description', async () => {
  open('staff')
  await screen.findByRole('heading', { level: 1, name: 'Cataloguing services' })
  expect(services()).toEqual([
    'Request cataloguing',
    'My catalogue requests',
    'Unmatched identifiers',
    'Subject headings standard',
    'Thesaurus',
    'Authority files',
    'Report an error in a record',
  ])
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href('Request cataloguing')).toBe('/CreateCatalogueRequest')
  expect(href('My catalogue requests')).toBe('/myCatalogueRequests')
  expect(href('Subject headings standard')).toBe('/standards')
  expect(href('Thesaurus')).toBe('/discover/thesaurus')
  expect(href('Authority files')).toBe('/authorities')
})

test('a student is offered only what a student may use', async () => {
  open('student')
  await screen.findByRole('heading', { level: 1, name: 'Cataloguing services' })
  expect(services()).toEqual(['Subject headings standard', 'Thesaurus'])
})
