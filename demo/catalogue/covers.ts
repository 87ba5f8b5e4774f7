import sharp from 'sharp'
import { setType } from '#features/catalogue/covers/server/covers-lines.ts'
import { chanceOf } from '#features/catalogue/covers/server/covers-render.ts'
import { drawable, type Face, outline, widthOf } from '#features/catalogue/covers/server/covers-type.ts'
import { sampleCollections } from './collections.ts'
import { sceneOf } from './cover-scenes.ts'
import { directName } from './names.ts'
import { readWorks, type Work } from './work.ts'

/** A picture as a publisher sends it, named by ISBN; a work without one by its record number. */
type SampleCover = { id: string; fileName: string; draw: () => Promise<Uint8Array> }

/** Covers per collection, so that every download has some records with one and some without. */
const perCollection = 4
const width = 600

/** Covers for the first works of each sample collection. */
export function sampleCovers(): SampleCover[] {
  const chosen = new Set(sampleCollections().flatMap(({ recordIds }) => recordIds.slice(0, perCollection)))
  return readWorks()
    .filter(({ id }) => chosen.has(id))
    .map((work) => ({
      id: work.id,
      fileName: `${work.number.length === 13 ? work.number : work.id}.jpg`,
      draw: () => drawCover(work),
    }))
}

const drawCover = (work: Work): Promise<Uint8Array> =>
  sharp(Buffer.from(coverOf(work)), { density: (72 * width) / 400 })
    .resize(width)
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .toBuffer()

/** The series above, the title in the sky of the scene, author and publisher at the foot. */
function coverOf(work: Work): string {
  const { art, ink, foot } = sceneOf(work, chanceOf(work.id))
  const [title = '', rest = ''] = work.title.split(' : ')
  const series = work.series ? [work.series.title, work.series.number].filter(Boolean).join(' · ') : ''
  const first = work.names[0]
  const below = middled('title', title, { y: 62, height: 170, largest: 56, smallest: 20, fill: ink })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 600">${art}` +
    middled('small', series, { y: 30, height: 16, largest: 14, smallest: 9, fill: ink }).drawn +
    below.drawn +
    middled('small', rest, { y: below.end + 10, height: 40, largest: 17, smallest: 11, fill: ink }).drawn +
    middled('small', first ? directName(first) : '', { y: 540, height: 22, largest: 22, smallest: 12, fill: foot })
      .drawn +
    middled('small', work.publisher?.name ?? '', { y: 574, height: 12, largest: 11, smallest: 8, fill: foot }).drawn +
    '</svg>'
  )
}

type Place = { y: number; height: number; largest: number; smallest: number; fill: string }

/** Lines in the middle of the page, from `y` down; `end` is where they end. */
function middled(
  face: Face,
  text: string,
  { y, height, largest, smallest, fill }: Place,
): { drawn: string; end: number } {
  const plain = drawable(face, text)
  if (plain === '') return { drawn: '', end: y }
  const block = setType(face, plain, { width: 336, height, largest, smallest, leading: 1.1 })
  const d = block.lines.map((line, index) => {
    const x = 200 - (widthOf(face, line) * block.size) / 2
    return outline(face, line, { x, y: y + block.size * 0.8 + index * block.leading, size: block.size })
  })
  return { drawn: `<path d="${d.join('')}" fill="${fill}"/>`, end: y + block.height }
}
