import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import { openKey } from '#features/school/access-keys/server/access-keys-testing.ts'
import { clientTools, lintTools } from './services/openapi-tools.ts'

/*
 * The description of the calls satisfies the usual linters, and a client that a stock generator makes of it compiles
 * and runs the example of docs/programs.md.
 */

let app: TestApp
let origin: string
const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
beforeAll(async () => {
  app = await testApp()
  await app.catalogue.write([book({ id: '1', title: 'Possum magic', isbns: ['9780439023481'] })])
  origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { body } = await app.raw(null, { url: '/openapi.json' })
  // The generated client calls the address in the description.
  writeFileSync(join(folder, 'openapi.json'), body)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

type Run = { code: number; output: string }
const run = (program: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<Run>((resolve) => {
    const options = { cwd: folder, maxBuffer: 2 ** 28, env: { ...process.env, NO_COLOR: '1', ...env } }
    execFile(process.execPath, [program, ...args], options, (error, output, errors) =>
      resolve({ code: error ? 1 : 0, output: output + errors }),
    )
  })
const bin = (tools: string, name: string) => join(tools, 'node_modules/.bin', name)

test('Redocly finds no error', async () => {
  const rules = ['no-ambiguous-paths', 'no-path-trailing-slash'].map((rule) => `  ${rule}: off`)
  // The specification of the portal names these paths; licence and server are the provider's.
  const unknown = ['info-license', 'no-server-example.com'].map((rule) => `  ${rule}: off`)
  writeFileSync(join(folder, 'redocly.yaml'), ['extends: [recommended]', 'rules:', ...rules, ...unknown, ''].join('\n'))
  const { code, output } = await run(bin(lintTools()!, 'redocly'), ['lint', 'openapi.json'])
  expect(code, output).toBe(0)
  expect(output).not.toMatch(/You have \d+ warning/)
}, 120_000)

test('Spectral finds no error', async () => {
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
  const { code, output } = await run(bin(lintTools()!, 'spectral'), ['lint', 'openapi.json'])
  expect(code, output).toBe(0)
}, 120_000)

test('a generated client compiles and runs the example of the documentation', async () => {
  const tools = clientTools()!
  symlinkSync(join(tools, 'node_modules'), join(folder, 'node_modules'))
  const generated = await run(bin(tools, 'openapi-typescript'), ['openapi.json', '-o', 'portal.d.ts'])
  expect(generated.code, generated.output).toBe(0)
  const docs = readFileSync(new URL('../docs/programs.md', import.meta.url), 'utf8')
  writeFileSync(join(folder, 'example.ts'), /```ts\n([\s\S]+?)```/.exec(docs)![1]!)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const options = ['--target', 'es2024', '--module', 'nodenext', '--strict', '--skipLibCheck', '--types', 'node']
  const compiled = await run(bin(tools, 'tsc'), [...options, '--allowImportingTsExtensions', '--noEmit', 'example.ts'])
  expect(compiled.code, compiled.output).toBe(0)

  const { key } = await openKey(app)
  const { code, output } = await run('example.ts', [], { PORTAL: origin, ACCESS_KEY: key })
  expect(code, output).toBe(0)
  expect(output).toContain('1 Possum magic\n9780618260300 not_found\n')
  expect(output).toMatch(/1 records: http:\/\/localhost:\d+\/rest\/mydownload\/download\?requestId=/)
}, 120_000)
