import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { mapOf } from '#kit/map-of.ts'
import { normalised } from '#kit/normalised.ts'

/** Type as outlines: a machine without fonts draws the same covers. */
export type Face = 'title' | 'small'
type Run = { font: Font; text: string }

const require = createRequire(import.meta.url)
const scripts = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext']
const files: Record<Face, (script: string) => string> = {
  title: (script) => `@fontsource/source-serif-4/files/source-serif-4-${script}-600-normal.woff`,
  small: (script) => `@fontsource-variable/inter/files/inter-${script}-wght-normal.woff2`,
}

/** Fonts come in one file a script; most covers need only the first one. */
const opened = new Map<string, Font | undefined>()
function openFont(face: Face, script: string): Font | undefined {
  const file = files[face](script)
  if (!opened.has(file)) opened.set(file, readFont(file))
  return opened.get(file)
}

function readFont(file: string): Font | undefined {
  let path: string
  try {
    path = require.resolve(file)
  } catch {
    return undefined // Source Serif has no file for this script.
  }
  const font = create(readFileSync(path))
  return 'fonts' in font ? undefined : font
}

function fontFor(face: Face, character: string): Font | undefined {
  const point = character.codePointAt(0) ?? 0
  for (const script of scripts) {
    const font = openFont(face, script)
    if (font?.hasGlyphForCodePoint(point)) return font
  }
}

/** The text with composed letters and curled apostrophes, without letters that no face here has. */
export function drawable(face: Face, text: string): string {
  const letters = [
    ...normalised(text, 'NFC')
      .replace(/\s+/g, ' ')
      .replace(/(?<=\p{L})'/gu, '’'),
  ].filter((letter) => fontFor(face, letter))
  return letters.join('').trim()
}

function runsOf(face: Face, text: string): Run[] {
  const runs: Run[] = []
  for (const letter of text) {
    const last = runs.at(-1)
    if (last && (letter === ' ' || last.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))) last.text += letter
    else {
      const font = fontFor(face, letter)
      if (font) runs.push({ font, text: letter })
    }
  }
  return runs
}

const widths = new Map<string, number>()

/** Width of a line in ems, including kerning. */
export function widthOf(face: Face, text: string): number {
  const key = `${face} ${text}`
  let width = widths.get(key)
  if (width === undefined) {
    width = runsOf(face, text).reduce(
      (sum, { font, text }) => sum + font.layout(text).advanceWidth / font.unitsPerEm,
      0,
    )
    if (widths.size > 20_000) widths.clear()
    widths.set(key, width)
  }
  return width
}

/** SVG path data of a line that starts at `x` on the base line `y`. `tracking` is extra space a letter, in ems. */
export function outline(
  face: Face,
  text: string,
  at: { x: number; y: number; size: number; tracking?: number },
): string {
  let d = ''
  let x = at.x
  for (const { font, text: part } of runsOf(face, text)) {
    const scale = at.size / font.unitsPerEm
    const { glyphs, positions } = font.layout(part)
    for (const [index, glyph] of glyphs.entries()) {
      const position = positions[index]
      d += placed(
        glyph.path.commands,
        x + (position?.xOffset ?? 0) * scale,
        at.y - (position?.yOffset ?? 0) * scale,
        scale,
      )
      x += (position?.xAdvance ?? 0) * scale + (at.tracking ?? 0) * at.size
    }
  }
  return d
}

const letters = mapOf<string>({
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
})

/** A font's y axis points up, a picture's down. */
function placed(commands: { command: string; args: number[] }[], x: number, y: number, scale: number): string {
  let d = ''
  for (const { command, args } of commands) {
    d += letters.get(command) ?? ''
    d += args.map((value, index) => (index % 2 === 0 ? x + value * scale : y - value * scale).toFixed(1)).join(' ')
  }
  return d
}
