import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modulesOfScreens } from './build/first-files.ts'

/** Paths that the server answers itself, the service worker, and JSON pointers into a request. */
const others = /^\/(rest|covers|docs|public|items|sw\.js)\//
const paths = [...modulesOfScreens(readFileSync('app/screens.tsx', 'utf8')).keys()]
const partsOf = (path: string) => path.replace(/^\/|\/$/g, '').split('/')

/** `…` is a value that only the running screen knows. A literal that ends in `/` is the beginning of addresses. */
function leadsToScreen(address: string) {
  const parts = partsOf(address)
  return paths.some((path) => {
    const pathParts = partsOf(path)
    const fits = parts.every((part, at) => pathParts[at]?.startsWith('$') || pathParts[at] === part)
    const rest = pathParts.slice(parts.length)
    return fits && (rest.every((part) => part.endsWith('?')) || address.endsWith('/'))
  })
}

test('every address that a screen spells out leads to a screen', () => {
  const files = ['features', 'platform', 'shell', 'ui', 'app']
    .flatMap((top) => readdirSync(top, { recursive: true, encoding: 'utf8' }).map((file) => `${top}/${file}`))
    .filter((file) => /\/web\/|^(ui|shell)\/|^app\/[a-z-]+\.tsx$/.test(file) && /\.tsx?$/.test(file))
    .filter((file) => !/\.test\.|testing/.test(file))
  const addresses = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(['"`])(\/[A-Za-z][^'"`\s]*)\1/g)].map(([, , literal]) => ({
      file,
      // A value behind a name, as in `/desk${search}`, is a query.
      address: literal!.replace(/(?<=\w)\$\{.*$|[?#].*$/, '').replace(/\$\{[^}]*\}/g, '…'),
    })),
  )
  expect(addresses.length).toBeGreaterThan(200)
  const astray = addresses.filter(({ address }) => !others.test(`${address}/`) && !leadsToScreen(address))
  expect(astray).toEqual([])
})
