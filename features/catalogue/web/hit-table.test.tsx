import { expect, test } from 'vitest'
import { fileOf } from '#ui/table/columns.ts'
import { folderItemOf } from '../record/web/folder-item.ts'
import type { HitView } from './hit-facts.ts'
import { hitColumns } from './hit-table.tsx'
import { hitOf } from './testing.ts'

test('the rows of the compact table, numbered as on the page', () => {
  const hits = [
    hitOf('1', 'Possum magic', {
      isbn13: ['9780207158254'],
      scisType: 'Book',
      publicationYear: 1983,
      authors: ['Fox, Mem'],
    }),
    hitOf('2', 'New scientist', { issn: ['02624079'], scisType: 'Serial', dateIssuedMarc: '1956-' }),
  ] as unknown as HitView[]
  expect(fileOf(hitColumns(31, []), hits).rows).toEqual([
    [31, 'Possum magic', '', 'Fox, Mem', 'Book', '1983', '', '9780207158254', '1'],
    [32, 'New scientist', '', '', 'Serial', '1956-', '', '0262-4079', '2'],
  ])
})

test('a title in another script has a column in the file, and stays beside the title in a folder', () => {
  const inScript = [
    { of: 'Keter', text: 'כתר', lang: 'he' },
    { of: 'Oz, Amos', text: 'עוז, עמוס', lang: 'he' },
    { of: 'Am Oved', text: 'עם עובד', lang: 'he' },
  ]
  const hit = hitOf('1', 'Keter', { authors: ['Oz, Amos'], inScript }) as unknown as HitView
  const { columns, rows } = fileOf(hitColumns(1, []), [hit])
  expect(rows[0]![columns.indexOf('Title in another script')]).toBe('כתר')
  expect(folderItemOf(hit).inScript).toEqual(inScript.slice(0, 2))
  expect(folderItemOf(hitOf('2', 'Tui', {}) as unknown as HitView).inScript).toBeUndefined()
})
