import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { cutSchemas } from './without-schemas.ts'

const built = (code: string) => cutSchemas(code, parseAst(code).body as never)

test('the pages’ contract keeps how a call is made, and omits its schemas and descriptions', () => {
  const pages = built(`
    import { z } from 'zod'
    import { Record } from '../contract.ts'
    export const Folder = z.object({ id: z.string() }).strict()
    export const Named = Folder.extend({ name: z.string() })
    export const Titled = Record.extend({ name: z.string() })
    const listOf = (each) => z.array(each)
    const most = 4000
    export const api = {
      save: post('/rest/folder', { who: 'staff', summary: 'Save, for good', input: Named, reply: z.object({ response: Folder }), bodyLimit: most }),
      list: get('/rest/folders', { who: 'staff', summary: 'All', reply: listOf(Folder), changes: true }),
    }
    export const problem = problems({ gone: [404, 'No such folder'] })
  `)

  expect(pages).toContain('const Folder = undefined\n')
  expect(pages).toContain('const Named = undefined\n')
  expect(pages).toContain('const Titled = undefined\n')
  expect(pages).toContain('(each) => undefined\n')
  expect(pages).toContain("problems({ gone: [404, 'No such folder'] })")
  expect(pages).not.toContain('zod')
  const calls = new Function(
    'get',
    'post',
    `${pages.slice(pages.indexOf('const most'), pages.indexOf('export const problem')).replace('export ', '')}; return api`,
  )
  const call = (path: string, parts: object) => ({ path, ...parts })
  expect(calls(call, call)).toEqual({
    save: { path: '/rest/folder', bodyLimit: 4000 },
    list: { path: '/rest/folders', changes: true },
  })
})

test.each(globSync('{features,kit,platform}/**/*contract.ts'))(
  '%s needs no schema library in the built pages',
  (file) => {
    expect(built(stripTypeScriptTypes(readFileSync(file, 'utf8')))).not.toMatch(/\bz\.\w+\(/)
  },
)
