import { expect, test } from 'vitest'
import { cleanFileName, contentDisposition } from './file-name.ts'

test.each([
  ['Term 1-2026-11-21.mrc', 'Term 1-2026-11-21.mrc'],
  ['../../etc/passwd.mrc', 'etc passwd.mrc'],
  ['a\r\nSet-Cookie: x=1.mrc', 'a Set-Cookie x=1.mrc'],
  ['say "hi"; <b>.mrc', 'say hi b.mrc'],
  ['bill\u202Ecrm.exe.mrc', 'bill crm.exe.mrc'],
  ['  .mrc', 'download.mrc'],
  ['...hidden....mrc', 'hidden.mrc'],
  ['NUL\0\u0007.mrc', 'NUL.mrc'],
  ['half \uD800 a character.mrc', 'half a character.mrc'],
  [`${'x'.repeat(400)}-2026-11-21.mrc`, `${'x'.repeat(139)}-2026-11-21.mrc`],
  ['..-2026-11-21.mrc', '2026-11-21.mrc'],
  [`1.${'x'.repeat(400)}`, `1.${'x'.repeat(148)}`],
])('the file %j is stored as %j', (name, kept) => {
  expect(cleanFileName(name)).toBe(kept)
})

test('a name with macrons is sent to old browsers without them, and to others unchanged', () => {
  expect(contentDisposition('Māori pūrākau.mrc')).toBe(
    `attachment; filename="Maori purakau.mrc"; filename*=UTF-8''M%C4%81ori%20p%C5%ABr%C4%81kau.mrc`,
  )
})

test('another script, percent signs and apostrophes do not break the header', () => {
  const header = contentDisposition("漫画 100% l'été (1).mrc")
  expect(header).toBe(
    `attachment; filename="__ 100_ l'ete (1).mrc"; filename*=UTF-8''%E6%BC%AB%E7%94%BB%20100%25%20l%27%C3%A9t%C3%A9%20%281%29.mrc`,
  )
})

test('what characters become for old browsers is cleaned and cut like the name itself', () => {
  const plain = (name: string) => /filename="([^"]*)";/.exec(contentDisposition(name))?.[1]
  expect(plain('＂; filename=＂x.mrc')).toBe('filename= x.mrc')
  expect(plain(`${'ﷺ'.repeat(150)}.mrc`)).toHaveLength(154)
})
