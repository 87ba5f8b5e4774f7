import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modulesOfScreens } from '#app/build/first-files.ts'
import { areasFor } from '#shell/areas.ts'
import { entriesFor } from '#shell/palette-entries.ts'
import { articles } from './articles/all-articles.ts'
import { accessibility, terms } from './articles/statements.ts'

const all = [...articles, accessibility, terms]
const lines = all.flatMap(({ area, topics }) =>
  topics.flatMap(({ text }) => text.flat().map((line) => ({ area, line }))),
)
const marked = (mark: RegExp) =>
  lines.flatMap(({ area, line }) => [...line.matchAll(mark)].map(([, ...parts]) => ({ area, parts })))

const paths = [...modulesOfScreens(readFileSync('app/screens.tsx', 'utf8')).keys()].map(
  (path) => new RegExp(`^${path.replace(/\/\$\w+\?/g, '(/[^/]+)?').replace(/\$\w+/g, '[^/]+')}$`),
)
const isAddress = (href: string) => paths.some((path) => path.test(href.split(/[?#]/)[0]!))
const isTopic = (href: string) => {
  const [, area, id] = href.match(/^\/help\/(\w[\w-]*)(?:#(.+))?$/) ?? []
  return articles.some((each) => each.area === area && (!id || each.topics.some((topic) => topic.id === id)))
}

/** Names that links may have besides those of the navigation and the palette. */
const pages: Record<string, string> = {
  '/accessibility': 'accessibility statement',
  '/contact': 'contact us',
  '/discover/advancedSearch': 'Advanced search',
  '/privacy': 'privacy policy',
}

test('every link leads to a screen, by its name in the navigation', () => {
  const named = new Map<string, string[]>()
  const known = (['staff', 'primary-contact'] as const).flatMap((role) => [
    ...areasFor(role).flatMap(({ places }) => places.map(({ href, label }) => [href, label] as const)),
    ...entriesFor(role).map(({ id, label }) => [id, label] as const),
  ])
  for (const [href, label] of [...known, ...Object.entries(pages)]) named.set(href, [...(named.get(href) ?? []), label])
  const links = marked(/\[([^\]]+)\]\(([^)]+)\)/g)
  expect(links.length).toBeGreaterThan(30)
  const wrong = links.filter(({ parts: [label, href] }) => !isAddress(href!) || !named.get(href!)?.includes(label!))
  expect(wrong).toEqual([])
})

const sources = globSync('{app,features,kit,shell,ui}/**/*.{ts,tsx}')
  .filter((file) => !/\.(test|spec)\.|features\/help\/web\/articles\//.test(file))
  .map((file) => readFileSync(file, 'utf8').replaceAll(/\s+/g, ' '))
  .join('\n')

test('words that a page quotes are on the screens', () => {
  const words = marked(/\*\*([^*]+)\*\*/g).map(({ parts }) => parts[0]!)
  expect(words.length).toBeGreaterThan(20)
  expect(words.filter((word) => !sources.includes(word))).toEqual([])
})

test('headings have addresses that differ, and nothing is empty', () => {
  for (const { topics, title, summary } of all) {
    expect(title && summary).not.toBe('')
    expect(topics.length).toBeGreaterThan(0)
    expect(new Set(topics.map(({ id }) => id)).size).toBe(topics.length)
    for (const { id, text } of topics)
      expect([id, /^[a-z][a-z-]*$/.test(id), text.length > 0]).toEqual([id, true, true])
  }
  expect(new Set(all.map(({ area }) => area)).size).toBe(all.length)
})

test('every link to help from another screen leads to a heading', () => {
  const links = [...sources.matchAll(/<HelpLink\b[^>]*?\bhref="([^"]+)"/g)].map(([, href]) => href!)
  expect(links.length).toBeGreaterThan(5)
  expect(links.filter((href) => !isTopic(href))).toEqual([])
})

test('each area fits one reading: a page of some minutes', () => {
  for (const { topics } of articles) expect(JSON.stringify(topics).length).toBeLessThan(6000)
})
