import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newWebhookSecret, signedHeaders } from '#platform/webhooks/server/webhook-secret.ts'

const text = readFileSync(join(import.meta.dirname, 'programs.md'), 'utf8')
const section = text.slice(text.indexOf('\n## Webhooks\n'))
const example = (language: string) => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(section)![1]!

const secret = newWebhookSecret()
const body = '{"type":"ping","data":{"name":"Größe"}}'
const signed = (at = new Date()) => signedHeaders(secret, { id: 'm', at, body })
const cases: [why: string, headers: Record<string, string>, body: string, accepted: boolean][] = [
  ['a genuine message', signed(), body, true],
  [
    'one with a second signature',
    { ...signed(), 'webhook-signature': `v1,AAAA ${signed()['webhook-signature']}` },
    body,
    true,
  ],
  ['a changed body', signed(), `${body} `, false],
  ['another id', { ...signed(), 'webhook-id': 'n' }, body, false],
  ['an old message', signed(new Date(Date.now() - 600_000)), body, false],
  ['a message without a signature', { ...signed(), 'webhook-signature': '' }, body, false],
]

const ways = {
  js: {
    program: process.execPath,
    args: ['--input-type=module', '-e'],
    end: (given: string) => `console.log(JSON.stringify(${given}.map((each) => verify(...each))))`,
  },
  python: {
    program: 'python3',
    args: ['-c'],
    end: (given: string) =>
      `import json\nprint(json.dumps([verify(*each) for each in json.loads(${JSON.stringify(given)})]))`,
  },
}

const hasPython = !spawnSync('python3', ['--version']).error

test.each(hasPython ? (['js', 'python'] as const) : (['js'] as const))(
  'the example in %s accepts what is genuine and nothing else',
  (language) => {
    const { program, args, end } = ways[language]
    const given = JSON.stringify(cases.map(([, headers, body]) => [secret, headers, body]))
    const run = spawnSync(program, [...args, `${example(language)}\n${end(given)}`], { encoding: 'utf8' })
    const accepted = JSON.parse(run.stdout || `"${run.stderr}"`) as boolean[]
    expect(cases.map(([why], index) => [why, accepted[index]])).toEqual(cases.map(([why, , , wanted]) => [why, wanted]))
  },
)
