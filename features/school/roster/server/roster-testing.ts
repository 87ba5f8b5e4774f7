import { buffer } from 'node:stream/consumers'
import { csvLine } from '#kit/csv.ts'
import { entryOf, zip } from '#kit/server/files/zip.ts'

export type Line = Record<string, string>

/** A CSV file whose columns are those of its first line. */
export const csvOf = (lines: Line[], columns = Object.keys(lines[0] ?? student(''))) =>
  [columns, ...lines.map(Object.values)].map((cells) => csvLine(cells)).join('')

export const student = (sourcedId: string, more: Line = {}): Line => ({
  ...{ sourcedId, status: '', dateLastModified: '', enabledUser: 'true', orgSourcedIds: 'school-1', role: 'student' },
  ...{ username: sourcedId, givenName: `Given${sourcedId}`, familyName: 'Reader' },
  ...{ email: `${sourcedId}@hillview.example`, grades: '07' },
  ...more,
})

export const manifestOf = (users: 'bulk' | 'delta' | 'absent', more: Record<string, string> = {}) =>
  csvOf(
    Object.entries({ 'manifest.version': '1.0', 'oneroster.version': '1.1', 'file.users': users, ...more }).map(
      ([propertyName, value]) => ({ propertyName, value }),
    ),
  )

export const orgsOf = (...names: string[]) =>
  csvOf([
    {
      sourcedId: 'district',
      status: '',
      dateLastModified: '',
      name: 'District',
      type: 'district',
      parentSourcedId: '',
    },
    ...names.map((name, n) => ({
      ...{ sourcedId: `school-${n + 1}`, status: '', dateLastModified: '', name, type: 'school' },
      parentSourcedId: 'district',
    })),
  ])

export const zipOf = (files: Record<string, string | Uint8Array>) =>
  buffer(
    zip(
      Object.entries(files).map(([name, content]) => entryOf(name, Buffer.from(content))),
      new Date('2026-11-26T00:00:00Z'),
    ),
  )

export const sent = (name: string, bytes: Uint8Array | string) => ({
  filename: name,
  base64: Buffer.from(bytes).toString('base64'),
})
