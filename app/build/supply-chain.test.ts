import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
type Package = {
  version: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  resolved?: string
  integrity?: string
  link?: boolean
}
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Package>
}
const all = Object.entries(packages).filter(([path]) => path !== '')
const production = all.filter(([, { dev }]) => !dev)

/**
 * Licences that let a provider run the program without publishing their own code. LGPL: libvips, a separate dynamic
 * library. MPL: only its own files must stay open. OFL: typefaces.
 */
const allowed = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0'],
  ...['Apache-2.0', 'MPL-2.0', 'LGPL-3.0-or-later', 'OFL-1.1'],
])

/** Packages without a licence in package.json, and where it is. */
const licencesElsewhere: Record<string, string> = { 'node_modules/png-js': 'LICENSE: MIT' }

const isAllowed = (license: string) => {
  const parts = (by: RegExp) => license.replace(/[()]/g, '').split(by)
  return license.includes(' OR ')
    ? parts(/ OR /).some((each) => allowed.has(each))
    : parts(/ AND /).every((each) => allowed.has(each))
}

test('every runtime package has an allowed licence', () => {
  expect(production.length).toBeGreaterThan(200)
  const refused = production.filter(
    ([path, { license }]) => !(path in licencesElsewhere) && !isAllowed(license ?? 'none'),
  )
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
  for (const path of Object.keys(licencesElsewhere)) {
    expect(packages[path]).not.toHaveProperty('license')
    expect(readFileSync(join(root, path, 'LICENSE'), 'utf8')).toContain('Permission is hereby granted, free of charge')
  }
  for (const license of ['AGPL-3.0', 'CPAL-1.0', 'SSPL-1.0', 'UNLICENSED', 'none', 'MIT AND GPL-3.0-only'])
    expect(isAllowed(license)).toBe(false)
})

test('every package is pinned to one version with a checksum, from the registry', () => {
  expect(all.filter(([, { integrity, link }]) => !integrity || link).map(([path]) => path)).toEqual([])
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const versions = Object.entries({ ...dependencies, ...devDependencies } as Record<string, string>)
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('npm run sbom lists each of them as CycloneDX, with its licence, and no development package', () => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })
  const bom = JSON.parse(text)
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'school-catalogue' } } })
  const listed = new Set((bom.components as { purl: string }[]).map(({ purl }) => decodeURIComponent(purl)))
  const name = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const absent = production.filter(([path, { version }]) => !listed.has(`pkg:npm/${name(path)}@${version}`))
  expect(absent.map(([path]) => path)).toEqual([])
  for (const only of ['vitest', 'typescript', '@playwright/test'])
    expect([...listed].filter((purl) => purl.startsWith(`pkg:npm/${only}@`))).toEqual([])
  const licences = (bom.components as { licenses?: unknown[] }[]).filter(({ licenses }) => licenses?.length)
  expect(licences.length).toBeGreaterThanOrEqual(listed.size - Object.keys(licencesElsewhere).length)
}, 60_000)
