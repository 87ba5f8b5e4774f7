import sharp from 'sharp'
import type { DemoItem, DemoPicture } from '#demo/world/requests.ts'
import { setType } from '#features/catalogue/covers/server/covers-lines.ts'
import { renderCover } from '#features/catalogue/covers/server/covers-render.ts'
import { outline, widthOf } from '#features/catalogue/covers/server/covers-type.ts'

const width = 900
const page = { width: 400, height: 600 }

/** A generated picture, like one taken by a school. */
export const drawDemoPicture = (kind: DemoPicture['kind'], item: DemoItem): Promise<Uint8Array> =>
  kind === 'cover'
    ? renderCover({ title: item.title ?? '', author: item.authors ?? '', seed: item.id, width })
    : renderTitlePage(item)

/** Title, creators, and at the bottom publisher, place and year. */
async function renderTitlePage({ title, subtitles, authors, publisher, publicationPlace, publicationDate }: DemoItem) {
  const middled = (face: 'title' | 'small', text: string | undefined, y: number, largest: number) => {
    if (!text) return ''
    const block = setType(face, text, { width: 300, height: 160, largest, smallest: 12 })
    return block.lines.map((line, index) => {
      const x = (page.width - widthOf(face, line) * block.size) / 2
      return outline(face, line, { x, y: y + index * block.leading, size: block.size })
    })
  }
  const type = [
    middled('title', title, 150, 36),
    middled('small', subtitles, 285, 16),
    middled('small', authors, 360, 16),
    middled('small', publisher, 520, 14),
    middled('small', [publicationPlace, publicationDate].filter(Boolean).join(' '), 545, 14),
  ]
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${page.width} ${page.height}">` +
    `<rect width="400" height="600" fill="#f6f1e4"/><rect width="14" height="600" fill="#e3dac4"/>` +
    `<path d="M150 465h100" stroke="#8a7f68"/><path d="${type.flat().join('')}" fill="#2b2620"/></svg>`
  return sharp(Buffer.from(svg), { density: (72 * width) / page.width })
    .resize(width)
    .jpeg({ quality: 86 })
    .toBuffer()
}
