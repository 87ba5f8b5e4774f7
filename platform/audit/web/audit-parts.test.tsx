import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AuditList } from './audit-parts.tsx'

afterEach(cleanup)

const refused = (id: string, minute: number, after: object, subject = 'lin@hillview.example') => ({
  ...{ id, subject, customerId: null, customerName: '', changedBy: '', before: {}, cameFrom: '10.0.0.1' },
  ...{ action: 'sign_in_refused', happenedDate: new Date(2026, 10, 30, 11, minute), after: { ...after } },
})

test('a refused sign-in says why, and repeated ones are one line with their times', () => {
  render(
    <AuditList
      entries={[
        refused('5', 59, { method: 'password', reason: 'disabled' }),
        refused('4', 47, { method: 'password', reason: 'password' }),
        refused('3', 46, { method: 'password', reason: 'password' }),
        // Before there were reasons.
        refused('2', 46, { method: 'password' }),
        refused('1', 45, { method: 'password' }, 'other@hillview.example'),
      ]}
    />,
  )
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('Sign-in refused · account disabled: lin@hillview.example')
  expect(lines[1]).toMatch(/Sign-in refused · wrong password: lin@hillview.example3 times, 11:46.AM–11:47.AM/)
  expect(lines[2]).not.toMatch(/times|Nobody signed in/)
})
