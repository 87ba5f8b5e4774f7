import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { slimContract } from './contracts.ts'
import { inspecting } from './zod.ts'

const slimmed = (code: string) => slimContract(code, parseAst(code).body as never)

test('the pages’ contract keeps how a call is made, and omits its schemas and descriptions', () => {
  const built = slimmed(`
    export const Folder = z.object({ id: z.string() }).strict()
    export const Named = Folder.extend({ name: z.string() })
    const most = 4000
    export const api = {
      save: post('/rest/folder', { who: 'staff', summary: 'Save, for good', input: Named, reply: z.object({ response: Folder }), bodyLimit: most }),
      list: get('/rest/folders', { who: 'staff', summary: 'All', reply: z.array(Folder), changes: true }),
    }
    export const problem = problems({ gone: [404, 'No such folder'] })
  `)

  expect(built).toContain('export const Folder = z\n')
  expect(built).toContain('export const Named = z\n')
  expect(built).toContain("problems({ gone: [404, 'No such folder'] })")
  const calls = new Function(
    'get',
    'post',
    `${built.slice(built.indexOf('const most'), built.indexOf('export const problem')).replace('export ', '')}; return api`,
  )
  const call = (path: string, parts: object) => ({ path, ...parts })
  expect(calls(call, call)).toEqual({
    save: { path: '/rest/folder', bodyLimit: 4000 },
    list: { path: '/rest/folders', changes: true },
  })
})

const asksASchema = new RegExp(`\\.(?:${[...inspecting].join('|')})\\b`)

test.each(globSync('{features,platform}/**/contract.ts'))('%s calls no schema method in the built pages', (file) => {
  const built = slimmed(stripTypeScriptTypes(readFileSync(file, 'utf8')))
  expect(built).toContain('export')
  expect(built).not.toMatch(asksASchema)
})
