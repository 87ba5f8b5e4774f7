import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { openKey } from '#features/school/access-keys/server/access-keys-testing.ts'
import { mounted } from '#kit/server/serve.ts'
import { schemathesis } from './services/schemathesis.ts'

/*
 * Thousands of calls that Schemathesis generates from /openapi.json, valid and invalid: none is answered by 5xx, and
 * each answer is as described.
 */

let app: TestApp
let origin: string
const folder = mkdtempSync(join(tmpdir(), 'described-'))
beforeEach(async () => {
  app = await testApp()
  origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())
afterAll(() => rmSync(folder, { recursive: true }))

const checks = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
/** These end the session needed by the other calls. */
const ending = 'signOut|logout|user/sessions'
const sessionOf = async (person: Person) => [
  '-H',
  `Cookie: ${await app.sessionOf(person)}`,
  '-H',
  'X-Requested-With: test',
]

test('as a school', async () => {
  await expectAsDescribed([...(await sessionOf('hillview')), '--exclude-path-regex', `^/rest/desk/|${ending}`])
}, 600_000)

test('as the desk', async () => {
  await expectAsDescribed([...(await sessionOf('administrator')), '--include-path-regex', '^/rest/desk/'])
}, 600_000)

test('with an access key', async () => {
  const { authorization } = await openKey(app)
  const paths = mounted
    .get(app.http)!
    .flatMap(({ forKeys, path }) => (forKeys ? [path.replace(/:(\w+)/g, '{$1}')] : []))
  await expectAsDescribed([
    ...['-H', `Authorization: ${authorization}`],
    ...paths.flatMap((path) => ['--include-path', path]),
  ])
}, 600_000)

async function expectAsDescribed(choice: string[]) {
  const output = await run([
    ...['run', `${origin}/openapi.json`, '--url', origin, '--seed', '1', '--no-shrink'],
    ...['-H', `Host: ${new URL(app.env.publicUrl).host}`, '--checks', checks],
    // Otherwise it would send generated cookies beside ours, and beside a key.
    ...['--generation-with-security-parameters', 'false'],
    ...['--phases', 'coverage,fuzzing', '--max-examples', '3', '--continue-on-failure', ...choice],
  ])
  const made = Number(/(\d+) generated/.exec(output)?.[1] ?? 0)
  expect(made, output).toBeGreaterThan(500)
  expect(output).toContain(`${made} generated, ${made} passed`)
  // Only calls that name another school are refused.
  expect(Number(/Authentication failed: (\d+)/.exec(output)?.[1] ?? 0), output).toBeLessThan(3)
}

const run = (args: string[]) =>
  new Promise<string>((resolve) => {
    const options = { cwd: folder, maxBuffer: 2 ** 28, env: { ...process.env, NO_COLOR: '1' } }
    execFile(schemathesis()!, ['-m', 'schemathesis.cli', ...args], options, (_, output, errors) =>
      resolve(output + errors),
    )
  })
