import { expect, test } from 'vitest'
import { filesOf } from './request-files.ts'
import { request } from './testing.ts'

const dated = (more: Parameters<typeof request>[0]) => ({ ...request(more), createdDate: new Date() })
const shown = (more: Parameters<typeof request>[0]) => {
  const { main, more: others } = filesOf(dated(more))
  const inWords = ({ label, form, href }: { label: string; form: string; href: string }) =>
    `${label}: ${form} ${href.replace('/rest/mydownload/download', '').replace('?requestId=r1', '')}`.trim()
  return { main: main.map(inWords), more: others.map(inWords) }
}
const sizes = { fileSize: 5000, dataSize: 2000, imageSize: 3000 }

test('data alone is one file', () => {
  expect(shown({ content: 'DATA_ONLY', fileSize: 2000, dataSize: 2000 })).toEqual({
    main: ['MARC 21: 2 kB'],
    more: [],
  })
})

test('covers alone are one zip, for a single record the picture', () => {
  expect(shown({ content: 'IMAGE_ONLY', fileSize: 3000 }).main).toEqual(['covers: ZIP, 3 kB'])
  expect(shown({ content: 'IMAGE_ONLY', fileSize: 3000, requestType: 'ITEM' }).main).toEqual(['cover: 3 kB'])
})

test('data and covers are one zip, and each is available alone', () => {
  expect(shown({ content: 'DATA_AND_IMAGE', ...sizes })).toEqual({
    main: ['MARC 21 and covers: ZIP, 5 kB'],
    more: ['MARC 21: 2 kB /data', 'covers: ZIP, 3 kB /image'],
  })
})

test('with separate covers, data and covers are two files', () => {
  expect(shown({ content: 'DATA_AND_IMAGE', imageAlone: true, ...sizes })).toEqual({
    main: ['MARC 21: 2 kB /data', 'covers: ZIP, 3 kB /image'],
    more: [],
  })
})

test('if no record has a cover, no covers are offered', () => {
  expect(shown({ content: 'DATA_AND_IMAGE', fileSize: 2000, dataSize: 2000, covers: 0 })).toEqual({
    main: ['MARC 21: 2 kB'],
    more: [],
  })
})
