import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { headingsApi } from '#features/catalogue/headings/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { MatchedHeadings } from './matched-headings.tsx'

afterEach(cleanup)

const heading = (recordId: string) => ({
  recordId,
  heading: `Heading ${recordId}`,
  variants: ['Hounds', 'Pooches'],
  kind: 'topic' as const,
  isSubject: true,
  isName: false,
  isSeriesTitle: false,
  topicAuthority: 'scot',
  nameAuthority: '',
  broader: [],
  narrower: [],
  related: [],
  earlier: [],
  later: [],
  note: '',
  recordCount: 1,
})

test('headings of a file are listed by fifty, each linked to the thesaurus; removed ones are marked', async () => {
  renderScreen(<MatchedHeadings ids={Array.from({ length: 60 }, (_, n) => `s${n}`)} />, {
    api: headingsApi,
    fakes: {
      searchHeadings: ({ bodybuilderquery }) => {
        const ids: string[] = JSON.parse(String(bodybuilderquery)).query.ids.values
        const hits = ids.filter((id) => id !== 's55').map((id) => ({ _id: id, _score: null, _source: heading(id) }))
        return {
          hits: { total: hits.length, hits },
          aggregations: { isSubject: 0, isName: 0, isSeriesTitle: 0 },
          took: 1,
        }
      },
    },
  })
  const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
  await screen.findByText('Heading s0')
  expect(rows()).toHaveLength(50)
  expect([...rows()[0]!.children].map((cell) => cell.textContent)).toEqual([
    'Heading s0',
    'Subject, scot',
    'Hounds; Pooches',
  ])
  expect(screen.getByRole('link', { name: 'Heading s0' }).getAttribute('href')).toBe(
    '/discover/thesaurus?query=%22Heading+s0%22',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('Heading s59')
  expect(rows()).toHaveLength(9)
  expect(screen.getByRole('status').textContent).toBe('51–60 of 60')
  expect(screen.getByText('One heading is in the file but no longer in the thesaurus.')).toBeTruthy()
})
