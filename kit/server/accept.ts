/**
 * The best of `offered` media types for an Accept header by RFC 9110, 12.5.1: the highest quality, then the first
 * offered. Absent: the first. Undefined if none is acceptable.
 */
export function bestType<T extends string>(header: string | undefined, offered: readonly T[]): T | undefined {
  if (header === undefined || header.trim() === '') return offered[0]
  const ranges = header.split(',').flatMap(rangeOf)
  const rated = offered.map((type) => ({ type, quality: qualityOf(type, ranges) }))
  const best = Math.max(...rated.map(({ quality }) => quality))
  return best > 0 ? rated.find(({ quality }) => quality === best)?.type : undefined
}

type Range = { type: string; quality: number }

function rangeOf(text: string): Range[] {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return []
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = given === undefined ? 1 : Number(given.slice(2))
  return [{ type, quality: quality >= 0 && quality <= 1 ? quality : 0 }]
}

/** Quality of the most specific range that includes the type. */
function qualityOf(type: string, ranges: Range[]): number {
  const family = `${type.split('/')[0]}/*`
  for (const range of [type, family, '*/*']) {
    const found = ranges.find((each) => each.type === range)
    if (found) return found.quality
  }
  return 0
}
