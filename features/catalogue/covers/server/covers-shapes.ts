import type { Palette } from './covers-palette.ts'

/** Everything is drawn on 400 × 600; the spine takes the first 20. */
export const page = { width: 400, height: 600, spine: 20 }

/** Numbers between 0 and 1 that the seed determines. */
export type Chance = () => number

/** The places of the type: `top` and `bottom` bound the title, `author` is the author's base line. */
export type Layout = {
  art: string
  left: number
  right: number
  top: number
  bottom: number
  author: number
  align: 'left' | 'centre'
  /** Vertical alignment of the title between `top` and `bottom`. */
  stand: 'top' | 'middle' | 'bottom'
}
type Composition = (palette: Palette, chance: Chance) => Layout

const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${more}/>`
const circle = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="${fill}"${more}/>`
const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}"${more}/>`
const faint = (opacity: number) => ` fill-opacity="${opacity}"`

/** A large sun behind the lower edge. */
const sun: Composition = ({ shape, light }, chance) => {
  const x = 120 + chance() * 220
  const r = 120 + chance() * 50
  return {
    art: circle(x, 560, r + 46, shape, faint(0.55)) + circle(x, 560, r, light),
    left: 48,
    right: 364,
    top: 56,
    bottom: 300,
    author: 356,
    align: 'left',
    stand: 'top',
  }
}

/** Ranges of hills, the nearest in the strongest colour. */
const hills: Composition = ({ shape, light, spine }, chance) => {
  const ridge = (y: number, swing: number, fill: string, opacity: number) => {
    const bend = (chance() - 0.5) * swing
    const d = `M0 ${y}C110 ${y - swing - bend} 180 ${y + swing + bend} 260 ${y - bend}S380 ${y - swing} 400 ${y - swing / 2}V600H0Z`
    return path(d, fill, faint(opacity))
  }
  const moon = circle(260 + chance() * 80, 372, 26 + chance() * 14, light)
  return {
    art: moon + ridge(432, 34, shape, 0.6) + ridge(480, 46, shape, 1) + ridge(536, 36, spine, 1),
    left: 48,
    right: 364,
    top: 56,
    bottom: 272,
    author: 318,
    align: 'left',
    stand: 'top',
  }
}

/** A field of quarter circles, as on old tiles. */
const tiles: Composition = ({ shape, light, spine }, chance) => {
  const side = 95
  let art = rect(20, 315, 380, 285, spine)
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 4; column++) {
      const x = 20 + column * side
      const y = 315 + row * side
      const fill = [shape, light, shape, shape, light][Math.floor(chance() * 5)] ?? shape
      const corner = Math.floor(chance() * 4)
      const [cx, cy] = [
        [x, y],
        [x + side, y],
        [x + side, y + side],
        [x, y + side],
      ][corner] as [number, number]
      const clip = `M${cx} ${cy}L${cx + (cx === x ? side : -side)} ${cy}A${side} ${side} 0 0 ${corner % 2 === 0 ? 1 : 0} ${cx} ${cy + (cy === y ? side : -side)}Z`
      art += path(clip, fill, ` stroke="${fill}" stroke-width="0.8"`)
    }
  return { art, left: 48, right: 368, top: 48, bottom: 238, author: 280, align: 'left', stand: 'top' }
}

/** Three bands, with the title in the middle one. */
const bands: Composition = ({ shape, light, ground }, chance) => {
  const upper = 110 + Math.floor(chance() * 3) * 14
  const lower = 452
  const art =
    rect(0, 0, 400, upper, shape) +
    rect(0, lower, 400, 600 - lower, shape) +
    rect(0, upper, 400, 5, light) +
    rect(0, lower - 5, 400, 5, light) +
    circle(210, upper / 2, 22, ground) +
    circle(210, upper / 2, 9, light)
  return {
    art,
    left: 44,
    right: 376,
    top: upper + 34,
    bottom: lower - 34,
    author: 536,
    align: 'centre',
    stand: 'middle',
  }
}

/** A double frame with a diamond at its foot. */
const frame: Composition = ({ light, shape }) => {
  const border = (inset: number, width: number, colour: string) =>
    `<rect x="${20 + inset}" y="${inset}" width="${380 - 2 * inset}" height="${600 - 2 * inset}" fill="none" stroke="${colour}" stroke-width="${width}"/>`
  const diamond = (y: number, r: number, fill: string) =>
    path(`M210 ${y - r}L${210 + r} ${y}L210 ${y + r}L${210 - r} ${y}Z`, fill)
  return {
    art:
      border(22, 2.5, light) +
      border(31, 1, light) +
      diamond(430, 15, light) +
      diamond(430, 6, shape) +
      rect(96, 429, 84, 1.5, light) +
      rect(240, 429, 84, 1.5, light),
    left: 70,
    right: 350,
    top: 84,
    bottom: 390,
    author: 492,
    align: 'centre',
    stand: 'middle',
  }
}

/** Rising stripes from the lower corner. */
const stripes: Composition = ({ shape, light, spine }, chance) => {
  const steep = 140 + chance() * 50
  let art = ''
  for (const [index, fill] of [spine, shape, light].entries()) {
    const y = 600 - index * 62 + 30
    art += path(`M20 ${y - 62}L400 ${y - 62 - steep}V${y - steep - 12}L20 ${y - 12}Z`, fill)
  }
  return { art, left: 48, right: 366, top: 48, bottom: 226, author: 262, align: 'left', stand: 'top' }
}

/** Rings as in a tree, growing out of a corner. */
const rings: Composition = ({ shape, light }, chance) => {
  const x = chance() < 0.5 ? 400 : 20
  let art = ''
  for (let r = 250; r > 40; r -= 42) {
    const wobble = (chance() - 0.5) * 10
    art += `<circle cx="${x}" cy="0" r="${(r + wobble).toFixed(1)}" fill="none" stroke="${shape}" stroke-width="15"/>`
  }
  art += circle(x, 0, 34, light)
  return { art, left: 48, right: 364, top: 282, bottom: 488, author: 540, align: 'left', stand: 'bottom' }
}

/** Leaves on a stem along the outer edge. */
const leaves: Composition = ({ shape, light }, chance) => {
  let art = `<path d="M352 620C346 500 360 420 340 318" fill="none" stroke="${shape}" stroke-width="5"/>`
  for (let index = 0; index < 6; index++) {
    const y = 572 - index * 46
    const side = index % 2 === 0 ? -1 : 1
    const long = 74 - index * 5 + chance() * 12
    const x = 351 - index * 1.5
    const tip = { x: x + side * long, y: y - long * 0.62 }
    const fill = index === 4 || index === 1 ? light : shape
    art += path(
      `M${x} ${y}C${x + side * long * 0.15} ${y - long * 0.62} ${tip.x - side * long * 0.35} ${tip.y - 8} ${tip.x} ${tip.y}C${tip.x - side * 2} ${tip.y + long * 0.4} ${x + side * long * 0.5} ${y + 6} ${x} ${y}Z`,
      fill,
    )
  }
  return { art, left: 48, right: 364, top: 56, bottom: 262, author: 306, align: 'left', stand: 'top' }
}

export const compositions: Composition[] = [sun, hills, tiles, bands, frame, stripes, rings, leaves]
