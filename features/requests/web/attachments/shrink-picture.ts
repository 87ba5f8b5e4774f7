import { Problem } from '#kit/problem.ts'
import { fileSentences, mostFileBytes, pictureTypes } from '../../rules.ts'

export type Sendable = { content: Blob; filename: string }

/** Longest sides in pixels that are tried, the largest first: small print stays legible in all of them. */
const sides = [4000, 3000, 2400, 1800]
const quality = 0.85

const isTaken = (type: string) => (pictureTypes as readonly string[]).includes(type)

/** As it is where it is taken so; else made a smaller JPEG, where this browser can read it. */
export async function asSendable(file: File): Promise<Sendable> {
  const taken = isTaken(file.type)
  if (taken && file.size <= mostFileBytes) return { content: file, filename: file.name }
  const content = await smaller(file).catch(() => undefined)
  if (!content) throw refused(taken ? fileSentences.tooLarge(file.name) : fileSentences.noPicture(file.name))
  return { content, filename: `${file.name.replace(/\.[^.]*$/, '')}.jpg` }
}

const refused = (sentence: string) => new Problem('bad_files', 400, [sentence])

async function smaller(file: File): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file)
  try {
    for (const side of sides) {
      const jpeg = await drawn(picture, Math.min(1, side / Math.max(picture.width, picture.height)))
      if (jpeg && jpeg.size <= mostFileBytes) return jpeg
    }
  } finally {
    picture.close()
  }
}

function drawn(picture: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const paper = canvas.getContext('2d')!
  // Where the picture lets light through, paper is white.
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.imageSmoothingQuality = 'high'
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((done) => canvas.toBlob(done, 'image/jpeg', quality))
}
