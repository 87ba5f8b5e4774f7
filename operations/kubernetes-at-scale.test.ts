import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { kubeconform, manifestsIn } from '../scale/services/kubeconform.ts'

const check = kubeconform()
const manifests = manifestsIn(join(import.meta.dirname, 'kubernetes'))

describe.skipIf(!check)('kubeconform', () => {
  test('accepts every manifest', () => {
    expect(check!(manifests)).toEqual({ status: 0, output: expect.stringMatching(/Invalid: 0, Errors: 0, Skipped: 0/) })
  })

  test('refuses a misspelt field, so a misspelling of ours would be found', () => {
    const folder = mkdtempSync(join(tmpdir(), 'manifests-'))
    const file = join(folder, 'portal.yaml')
    const portal = readFileSync(join(import.meta.dirname, 'kubernetes/portal.yaml'), 'utf8')
    writeFileSync(file, portal.replace('readinessProbe', 'readynessProbe'))
    const { status, output } = check!([file])
    rmSync(folder, { recursive: true })
    expect([status, output]).toEqual([1, expect.stringContaining('readynessProbe')])
  })
})
