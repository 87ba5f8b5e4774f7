import type { Chance } from '#features/catalogue/covers/server/covers-shapes.ts'
import { isFictionWork } from './classification.ts'
import type { Work } from './work.ts'

/** Drawn on 400 × 600, with a quiet sky for the title above and a dark foot for the author below. */
export type Scene = { art: string; ink: string; foot: string }

const cream = '#fdf8ea'
const dark = '#1d2b36'

const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"${more}/>`
const disc = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}"${more}/>`
const shape = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}"${more}/>`
const round = (value: number) => Math.round(value * 10) / 10
const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')
const of = <Thing>(list: readonly Thing[], chance: Chance): Thing => list[Math.floor(chance() * list.length)] as Thing

/** From the top colour to the one at the horizon. */
const sky = (above: string, below: string) =>
  `<defs><linearGradient id="sky" x2="0" y2="1"><stop offset=".25" stop-color="${above}"/><stop offset=".8" stop-color="${below}"/></linearGradient></defs>` +
  rect(0, 0, 400, 600, 'url(#sky)')

/** A ridge across the page, with everything below it. */
function hill(y: number, swing: number, fill: string, chance: Chance): string {
  const [a, b] = [y - swing * chance(), y + swing * chance()]
  return shape(
    `M0 ${round(a)}C120 ${round(a - swing)} 180 ${round(b + swing)} 270 ${round(b)}S360 ${round(a)} 400 ${round(a)}V600H0Z`,
    fill,
  )
}

const stars = (count: number, chance: Chance) =>
  times(count, () => disc(chance() * 400, chance() * 420, 0.7 + chance() * 1.6, cream, ' fill-opacity=".8"'))

function night(chance: Chance): Scene {
  const [above, below] = of(
    [
      ['#14213d', '#3d5a80'],
      ['#221d3f', '#5b4b8a'],
      ['#0d2b33', '#2f6f73'],
    ] as const,
    chance,
  )
  const house = 90 + chance() * 180
  const lit = (x: number, y: number) => rect(house + x, y, 9, 12, '#ffd166')
  return {
    art:
      sky(above, below) +
      stars(60, chance) +
      disc(90 + chance() * 220, 318, 34, '#fff3c9') +
      hill(420, 26, '#203148', chance) +
      shape(`M${round(house)} 470v-52l34-30 34 30v52zm46-74v-20h9v28z`, '#101a28') +
      lit(14, 424) +
      lit(44, 424) +
      lit(14, 446) +
      hill(474, 20, '#0d1622', chance),
    ink: cream,
    foot: cream,
  }
}

function castle(chance: Chance): Scene {
  const [above, below] = of(
    [
      ['#3f2b63', '#f08a5d'],
      ['#1f3c68', '#f2a65a'],
      ['#54254e', '#f6c667'],
    ] as const,
    chance,
  )
  const x = 110 + chance() * 90
  const tower = (at: number, top: number, wide: number) =>
    rect(x + at, top, wide, 470 - top, '#2a1f3d') +
    shape(`M${round(x + at - 4)} ${top}l${wide / 2 + 4} -36 ${wide / 2 + 4} 36z`, '#2a1f3d')
  return {
    art:
      sky(above, below) +
      shape('M0 440 90 320 150 400 240 290 330 410 400 340V600H0Z', '#6b4a7d', ' fill-opacity=".55"') +
      rect(x, 410, 120, 60, '#2a1f3d') +
      tower(-6, 350, 28) +
      tower(46, 322, 30) +
      tower(100, 366, 26) +
      shape(`M${round(x + 61)} 288v-26l26 8-26 9z`, '#d7263d') +
      times(4, (i) => rect(x + 12 + i * 27, 432, 8, 13, '#ffd98a')) +
      hill(462, 22, '#1d1530', chance) +
      hill(520, 16, '#130d22', chance),
    ink: cream,
    foot: cream,
  }
}

function sea(chance: Chance): Scene {
  const [above, below, water] = of(
    [
      ['#bfe3e8', '#fdf0d0', '#1f7a8c'],
      ['#f9dcc4', '#fef3e2', '#33658a'],
      ['#d7ecf5', '#fbe8cf', '#0b6e69'],
    ] as const,
    chance,
  )
  const boat = 120 + chance() * 140
  const wave = (y: number, opacity: number) =>
    shape(`M0 ${y}${times(8, () => 'q25 -16 50 0')}V600H0Z`, water, ` fill-opacity="${opacity}"`)
  return {
    art:
      sky(above, below) +
      disc(60 + chance() * 280, 372, 44, '#f4a259') +
      wave(400, 0.45) +
      shape(`M${round(boat)} 420h92l-18 26h-58zM${round(boat + 44)} 414v-96l46 90zm-6 0-34-6 34-70z`, dark) +
      wave(438, 0.7) +
      wave(482, 0.9) +
      wave(524, 1),
    ink: dark,
    foot: cream,
  }
}

function meadow(chance: Chance): Scene {
  const [above, below] = of(
    [
      ['#cdeafd', '#fef6d8'],
      ['#fde2e4', '#fff8e1'],
      ['#d8f3dc', '#fffbe6'],
    ] as const,
    chance,
  )
  const cloud = (x: number, y: number) =>
    shape(
      `M${round(x)} ${y}a18 18 0 0 1 30-14 24 24 0 0 1 44 4 16 16 0 0 1 6 31h-70a15 15 0 0 1-10-21z`,
      '#ffffff',
      ' fill-opacity=".9"',
    )
  const flower = () => {
    const [x, y] = [chance() * 400, 462 + chance() * 40]
    return (
      shape(`M${round(x)} ${round(y)}v18`, 'none', ' stroke="#2d6a4f" stroke-width="2"') +
      disc(x, y, 5 + chance() * 4, of(['#ef476f', '#ffd166', '#ffffff', '#f78c6b'], chance))
    )
  }
  return {
    art:
      sky(above, below) +
      cloud(40 + chance() * 60, 300) +
      cloud(240 + chance() * 60, 340) +
      disc(70 + chance() * 260, 384, 38, '#ffca3a') +
      hill(420, 30, '#95d5b2', chance) +
      hill(458, 26, '#52b788', chance) +
      times(26, flower) +
      hill(522, 8, '#1b4332', chance),
    ink: dark,
    foot: cream,
  }
}

function confetti(chance: Chance): Scene {
  const [ground, ...colours] = of(
    [
      ['#ffd23f', '#ee4266', '#540d6e', '#3bceac', '#ffffff'],
      ['#8ecae6', '#fb8500', '#023047', '#ffb703', '#ffffff'],
      ['#ffafcc', '#3a0ca3', '#f72585', '#4cc9f0', '#ffffff'],
    ] as const,
    chance,
  )
  const bit = () => {
    const [x, y, turn] = [20 + chance() * 360, 275 + chance() * 215, round(chance() * 180)]
    const fill = of(colours, chance)
    return of(
      [
        disc(x, y, 5 + chance() * 15, fill),
        rect(x, y, 30, 9, fill, ` rx="4" transform="rotate(${turn} ${round(x)} ${round(y)})"`),
        shape(`M${round(x)} ${round(y)}l13 22h-26z`, fill, ` transform="rotate(${turn} ${round(x)} ${round(y)})"`),
      ],
      chance,
    )
  }
  return {
    art: rect(0, 0, 400, 600, ground) + times(58, bit) + rect(0, 512, 400, 88, '#231942'),
    ink: '#231942',
    foot: cream,
  }
}

function space(chance: Chance): Scene {
  const [above, below, planet] = of(
    [
      ['#0b132b', '#1c2541', '#5bc0be'],
      ['#10002b', '#3c096c', '#ff9e00'],
      ['#03071e', '#13315c', '#ef476f'],
    ] as const,
    chance,
  )
  const x = 130 + chance() * 140
  return {
    art:
      sky(above, below) +
      stars(90, chance) +
      times(
        3,
        (i) =>
          `<ellipse cx="200" cy="430" rx="${150 + i * 70}" ry="${46 + i * 26}" fill="none" stroke="${cream}" stroke-opacity=".22"/>`,
      ) +
      disc(x, 392, 62, planet) +
      shape(`M${round(x - 62)} 392a62 62 0 0 0 124 0 124 62 0 0 1-124 0z`, '#000', ' fill-opacity=".22"') +
      `<ellipse cx="${round(x)}" cy="392" rx="104" ry="22" fill="none" stroke="${cream}" stroke-width="7" stroke-opacity=".75" transform="rotate(-16 ${round(x)} 392)"/>` +
      disc(60 + chance() * 40, 470, 13, '#e0fbfc') +
      disc(320, 316, 8, '#f4a259') +
      rect(0, 520, 400, 80, '#060a18'),
    ink: cream,
    foot: cream,
  }
}

function forest(chance: Chance): Scene {
  const [above, below] = of(
    [
      ['#e9f5db', '#b5c99a'],
      ['#e0f2f1', '#a3cfc4'],
      ['#faedcd', '#ccd5ae'],
    ] as const,
    chance,
  )
  const pine = (x: number, y: number, size: number, fill: string) =>
    times(3, (i) =>
      shape(
        `M${round(x)} ${round(y - size * (3 - i * 0.8))}l${round(size * (0.5 + i * 0.16))} ${round(size * 1.3)}h${round(-size * (1 + i * 0.32))}z`,
        fill,
      ),
    )
  const row = (y: number, size: number, fill: string, count: number) =>
    times(count, (i) =>
      pine((i + chance() * 0.7) * (420 / count), y - chance() * 18, size * (0.8 + chance() * 0.4), fill),
    ) + rect(0, y - size * 0.4, 400, 600, fill)
  return {
    art:
      sky(above, below) +
      disc(80 + chance() * 240, 330, 40, '#fff8e1') +
      row(440, 34, '#7fa583', 9) +
      row(490, 46, '#40725a', 7) +
      row(560, 56, '#16382b', 6),
    ink: '#16382b',
    foot: cream,
  }
}

function poppies(chance: Chance): Scene {
  const poppy = (index: number) => {
    const y = 380 + index * 4
    const [x, size] = [chance() * 400, 5 + index * 0.55]
    return (
      shape(
        `M${round(x)} ${y}q4 ${round(size * 2)} 0 ${round(size * 4)}`,
        'none',
        ' stroke="#44553a" stroke-width="2.5"',
      ) +
      shape(
        `M${round(x - size)} ${y}a${round(size)} ${round(size * 0.9)} 0 1 1 ${round(size * 2)} 0 ${round(size)} ${round(size * 0.8)} 0 1 1 ${round(-size * 2)} 0z`,
        '#c1121f',
      ) +
      disc(x, y, size * 0.32, '#22181c')
    )
  }
  return {
    art:
      sky('#d9d4c7', '#f0e3c8') +
      hill(370, 14, '#8a8f6d', chance) +
      hill(410, 12, '#66714e', chance) +
      times(32, poppy) +
      rect(0, 524, 400, 76, '#2b2d24'),
    ink: '#33312b',
    foot: cream,
  }
}

function stage(chance: Chance): Scene {
  const cloth = of(['#8d0801', '#5f0f40', '#003049', '#344e41'], chance)
  const folds = (from: number, step: number) =>
    times(5, (i) =>
      shape(
        `M${from + i * step} 0h${step}q${step / 3} 250 ${-step / 4} 520h${-step}z`,
        i % 2 ? cloth : '#000',
        i % 2 ? '' : ' fill-opacity=".28"',
      ),
    )
  const curtain = (x: number) => rect(x, 0, 70, 520, cloth) + folds(x, 14)
  return {
    art:
      rect(0, 0, 400, 600, '#1a1423') +
      shape('M200 236 96 520h208z', '#f7e1a8', ' fill-opacity=".85"') +
      `<ellipse cx="200" cy="500" rx="106" ry="20" fill="#fff3cf"/>` +
      shape(`M200 ${418 + round(chance() * 10)}l9 24 26 1-20 16 7 25-22-14-22 14 7-25-20-16 26-1z`, cloth) +
      curtain(-24) +
      curtain(356) +
      rect(0, 518, 400, 82, '#3b2618'),
    ink: '#fbe9bd',
    foot: cream,
  }
}

function city(chance: Chance): Scene {
  const [above, below, near] = of(
    [
      ['#ffe5d9', '#ffcad4', '#22223b'],
      ['#caf0f8', '#90e0ef', '#03045e'],
      ['#fefae0', '#e9c46a', '#264653'],
    ] as const,
    chance,
  )
  const block = (x: number, wide: number, top: number, fill: string, opacity: number) =>
    rect(x, top, wide, 600 - top, fill, ` fill-opacity="${opacity}"`)
  const near_ = (i: number) => {
    const top = 350 + chance() * 90
    const windows = times(12, (w) =>
      chance() < 0.55 ? rect(i * 68 + 10 + (w % 3) * 17, top + 14 + Math.floor(w / 3) * 22, 9, 12, '#ffe8a3') : '',
    )
    return block(i * 68, 60, top, near, 1) + windows
  }
  return {
    art:
      sky(above, below) +
      times(9, (i) => block(i * 46, 40, 300 + chance() * 110, near, 0.3)) +
      times(6, near_) +
      rect(0, 512, 400, 88, '#14141f'),
    ink: near,
    foot: cream,
  }
}

/** The scene for a work, by what it is about. */
export function sceneOf(work: Work, chance: Chance): Scene {
  const about = (words: RegExp) => work.subjects.some((subject) => words.test(subject))
  if (about(/1914-1918|Anzac|Gallipoli/)) return poppies(chance)
  if (work.form === 'dvd' || work.form === 'blu-ray' || work.form === 'film' || /^822/.test(work.dewey))
    return stage(chance)
  if (work.genres.includes('fa')) return castle(chance)
  if (work.genres.includes('hu')) return confetti(chance)
  if (work.genres.includes('my')) return night(chance)
  if (about(/Conservation|Climate|animals|Pollution|Environment|Folklore|Fairy/)) return forest(chance)
  if (/^5\d\d/.test(work.dewey)) return space(chance)
  if (work.form === 'picture') return meadow(chance)
  if (work.form === 'graphic') return city(chance)
  return isFictionWork(work)
    ? of([sea, night, meadow, city], chance)(chance)
    : of([sea, forest, city, night], chance)(chance)
}
