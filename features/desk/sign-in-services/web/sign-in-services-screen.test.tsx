import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { deskServicesApi, type SignInService } from '#features/account/sign-in-services/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { exportedLines } from '#ui/table/export-testing.ts'
import { SignInServicesScreen } from './sign-in-services-screen.tsx'

const service = (more: Partial<SignInService>): SignInService => ({
  ...{ id: 'google', kind: 'oidc', preset: 'google', name: 'Google', customerId: null, organisation: '' },
  ...{ issuer: 'https://accounts.google.com', clientId: 'c', hasSecret: true, signOnUrl: '', certificates: [] },
  ...{ certificatesExpire: null, trustsAddresses: true, forProvider: false, enabled: true },
  ...{ callbackUrl: 'https://portal.example/callback', schools: 3, people: 40, ...more },
})

afterEach(cleanup)

test('services are exported with their status, without secrets', async () => {
  renderScreen(<SignInServicesScreen />, {
    api: { ...accountApi, ...deskServicesApi },
    path: '/desk/signInServices',
    fakes: {
      currentUser: () => ({
        user: { id: 'd', username: 'd', email: 'd@p.example', firstName: 'C', lastName: 'D', roles: ['desk' as const] },
        customer: null,
      }),
      deskSignInServices: () => ({
        response: [
          service({}),
          service({
            ...{ id: 's', kind: 'saml', name: 'School ID', issuer: 'https://id.school.example', enabled: false },
            ...{ customerId: 'c', organisation: 'Hillview', certificatesExpire: '2027-02-01T10:00:00.000Z' },
          }),
        ],
      }),
    },
  })
  expect(await exportedLines()).toEqual([
    'Service,Type,Issuer,Status,Certificate expires,For,Our own people,Chosen by,People linked',
    'Google,OpenID Connect,https://accounts.google.com,On,,Every school,no,3,40',
    'School ID,SAML 2.0,https://id.school.example,Off,2027-02-01,Hillview,no,3,40',
  ])
})
