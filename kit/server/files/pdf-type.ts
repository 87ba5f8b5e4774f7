import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { normalised } from '#kit/normalised.ts'

/** Embedded, so that a page looks the same wherever it is opened and printed. */
export type Face = 'plain' | 'strong'
/** Text in one font file. */
export type Run = { font: string; text: string }

const require = createRequire(import.meta.url)
/** Fonts come in one file per script. Inter's files cannot be embedded as published, so they are recompressed. */
const scripts = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext']
const weights: Record<Face, number> = { plain: 400, strong: 600 }

type FontFile = { bytes: Buffer; font: Font }
const opened = new Map<string, FontFile | undefined>()

function openFont(name: string): FontFile | undefined {
  if (!opened.has(name)) opened.set(name, readFont(name))
  return opened.get(name)
}

function readFont(name: string): FontFile | undefined {
  let path: string
  try {
    path = require.resolve(`@fontsource/source-serif-4/files/source-serif-4-${name}-normal.woff`)
  } catch {
    return undefined // The font lacks this script.
  }
  const bytes = readFileSync(path)
  const font = create(bytes)
  return 'fonts' in font ? undefined : { bytes, font }
}

export const bytesOf = (font: string): Buffer => openFont(font)!.bytes

function fontFor(face: Face, letter: string): string | undefined {
  const point = letter.codePointAt(0) ?? 0
  return scripts
    .map((script) => `${script}-${weights[face]}`)
    .find((name) => openFont(name)?.font.hasGlyphForCodePoint(point))
}

/** Replaces a letter that no font here has. */
const noLetter = '?'

/** The text in parts of one font each; a run of letters without a font becomes one mark. */
export function runsOf(face: Face, text: string): Run[] {
  const runs: Run[] = []
  const add = (font: string, letter: string) => {
    const last = runs.at(-1)
    if (last?.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  let missed = false
  for (const letter of normalised(text, 'NFC').replace(/\s/gu, ' ').replace(/\p{C}/gu, '')) {
    const current = runs.at(-1)?.font
    const has = current && openFont(current)?.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
    const font = has ? current : fontFor(face, letter)
    if (font) add(font, letter)
    else if (!missed) add(`latin-${weights[face]}`, noLetter)
    missed = font === undefined
  }
  return runs
}

const ems = new Map<string, number>()

/** Width of a text in ems, kerning included. */
export function emsOf(face: Face, text: string): number {
  const key = `${face} ${text}`
  const known = ems.get(key)
  if (known !== undefined) return known
  const width = runsOf(face, text).reduce((sum, { font, text: part }) => {
    const { font: opened } = openFont(font)!
    return sum + opened.layout(part).advanceWidth / opened.unitsPerEm
  }, 0)
  if (ems.size > 20_000) ems.clear()
  ems.set(key, width)
  return width
}
