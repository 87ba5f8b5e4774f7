import sharp from 'sharp'
import { setType } from './covers-lines.ts'
import { type Palette, palettes } from './covers-palette.ts'
import { type Chance, compositions, type Layout, page } from './covers-shapes.ts'
import { drawable, type Face, outline, widthOf } from './covers-type.ts'

export type CoverText = { title: string; author: string; seed: string }

/** A designed cover as JPEG, `width` pixels wide and half as high again. The same text and seed give the same cover. */
export async function renderCover({ width, ...text }: CoverText & { width: number }): Promise<Uint8Array> {
  return sharp(Buffer.from(coverSvg(text)), { density: (72 * width) / page.width })
    .resize(width, Math.round((width * page.height) / page.width))
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** The cover as SVG, its type as outlines. */
export function coverSvg({ title, author, seed }: CoverText): string {
  const chance = chanceOf(seed)
  const palette = pick(palettes, chance)
  const layout = pick(compositions, chance)(palette, chance)
  const [main, rest] = parts(drawable('title', title))
  const type = main === '' ? '' : titleBlock(main, rest, layout, palette) + authorLine(author, layout, palette)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${page.width} ${page.height}" width="${page.width}" height="${page.height}">` +
    `<rect width="400" height="600" fill="${palette.ground}"/>${layout.art}${spine(palette)}${type}</svg>`
  )
}

/** The coloured edge, with the fold as a thin light and a thin dark line. */
const spine = (palette: Palette) =>
  `<rect width="${page.spine}" height="600" fill="${palette.spine}"/>` +
  `<rect x="${page.spine}" width="1.5" height="600" fill="#000" fill-opacity="0.22"/>` +
  `<rect x="${page.spine + 1.5}" width="2" height="600" fill="#fff" fill-opacity="0.14"/>`

/** `Title : the rest` → both; a title that is short enough stays whole. */
function parts(title: string): [string, string] {
  const found = /^(.{3,}?)\s*[:;]\s+(.+)$/.exec(title)
  return found?.[1] && found[2] ? [found[1], found[2]] : [title, '']
}

function titleBlock(main: string, rest: string, layout: Layout, palette: Palette): string {
  const width = layout.right - layout.left
  const room = layout.bottom - layout.top
  const sub =
    rest === ''
      ? undefined
      : setType('small', rest, { width, height: room * 0.3, largest: 18, smallest: 14, leading: 1.35, most: 4 })
  const height = room - (sub ? sub.height + 20 : 0)
  const block = setType('title', main, { width, height, largest: 58, smallest: 19 })
  const whole = block.height + (sub ? sub.height + 20 : 0)
  const spare = room - whole
  const start = layout.top + (layout.stand === 'top' ? 0 : layout.stand === 'middle' ? spare / 2 : spare)
  const title = lines('title', block.lines, start + block.size * 0.8, block.size, block.leading, layout, palette.ink)
  if (!sub) return title
  const below = start + block.height + 16 + sub.size * 0.8
  return title + lines('small', sub.lines, below, sub.size, sub.leading, layout, palette.quiet)
}

function authorLine(author: string, layout: Layout, palette: Palette): string {
  const text = drawable('small', author)
  if (text === '') return ''
  const box = { width: layout.right - layout.left, height: 48, largest: 21, smallest: 14, leading: 1.3, most: 2 }
  const block = setType('small', text, box)
  return lines('small', block.lines, layout.author, block.size, block.leading, layout, palette.quiet)
}

function lines(
  face: Face,
  texts: string[],
  y: number,
  size: number,
  leading: number,
  layout: Layout,
  fill: string,
): string {
  const middle = (layout.left + layout.right) / 2
  const d = texts.map((text, index) => {
    const x = layout.align === 'left' ? layout.left : middle - (widthOf(face, text) * size) / 2
    return outline(face, text, { x, y: y + index * leading, size })
  })
  return `<path d="${d.join('')}" fill="${fill}"/>`
}

const pick = <Thing>(list: readonly Thing[], chance: Chance): Thing => list[Math.floor(chance() * list.length)] as Thing

/** FNV-1a into mulberry32: small, and deterministic on every platform. */
export function chanceOf(seed: string): Chance {
  let state = 0x811c9dc5
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
