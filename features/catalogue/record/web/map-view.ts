import { landReach } from './land-outline.ts'
import type { RecordView } from './record-facts.tsx'

export type Area = RecordView['areas'][number]
type Box = { x: number; y: number; width: number; height: number }

/**
 * A window on a map in which one unit is a degree of latitude, and degrees of longitude are as narrow (`narrowing`) as
 * in the middle of the window. `turns`: by how many degrees the land is repeated to the east, to fill the window.
 */
export type MapView = { window: Box; narrowing: number; boxes: Box[]; turns: number[] }

/** In degrees of latitude: enough to recognise a coast. */
const leastHeight = 40
/** Wider than a hemisphere: the whole earth is drawn. */
const mostHeight = 90
const wholeEarth = 180

/** The window around these areas, twice as wide as high. */
export function viewOf(areas: Area[]): MapView {
  const spans = unrolled(areas)
  const west = Math.min(...spans.map((each) => each.west))
  const east = Math.max(...spans.map((each) => each.east))
  const north = Math.max(...areas.map((each) => each.north))
  const south = Math.min(...areas.map((each) => each.south))
  const middle = (north + south) / 2
  const ofMiddle = Math.max(0.5, Math.cos((middle * Math.PI) / 180))
  const needed = Math.max(2 * (north - south), (east - west) * ofMiddle)
  const isWhole = needed > mostHeight
  const narrowing = isWhole ? 1 : ofMiddle
  const height = isWhole ? wholeEarth : Math.max(leastHeight, needed)
  const centre = (west + east) / 2
  const latitude = Math.min(90 - height / 2, Math.max(height / 2 - 90, middle))
  const reach = height / narrowing
  return {
    window: { x: centre * narrowing - height, y: -latitude - height / 2, width: 2 * height, height },
    narrowing,
    boxes: spans.map((each, i) => ({
      x: each.west * narrowing,
      y: -areas[i]!.north,
      width: (each.east - each.west) * narrowing,
      height: areas[i]!.north - areas[i]!.south,
    })),
    turns: [-360, 0, 360].filter(
      (turn) => landReach.east + turn > centre - reach && landReach.west + turn < centre + reach,
    ),
  }
}

/** From west to east, beyond 180° where an area crosses the antimeridian, each as near to the first as it gets. */
function unrolled(areas: Area[]): { west: number; east: number }[] {
  const first = areas[0]!.west
  return areas.map(({ west, east }) => {
    const turn = 360 * Math.round((first - west) / 360)
    return { west: west + turn, east: east + turn + (east < west ? 360 : 0) }
  })
}

/** `Covers 10° S to 44° S, 113° E to 154° E`; several areas are divided by semicolons. */
export const formatAreas = (areas: Area[]): string =>
  areas
    .map((area, i) => {
      const text = `${between(latitude(area.north), latitude(area.south))}, ${between(longitude(area.west), longitude(area.east))}`
      return i > 0 ? text : `${text.includes(' to ') ? 'Covers' : 'At'} ${text}`
    })
    .join('; ')

const between = (from: string, to: string) => (from === to ? from : `${from} to ${to}`)
const latitude = (degrees: number) => inWords(degrees, 'N', 'S')
const longitude = (degrees: number) => inWords(degrees, 'E', 'W')

/** To the minute: `41°15′ S`. */
function inWords(degrees: number, positive: string, negative: string): string {
  const all = Math.round(Math.abs(degrees) * 60)
  const minutes = all % 60
  const size = `${Math.floor(all / 60)}°${minutes === 0 ? '' : `${String(minutes).padStart(2, '0')}′`}`
  return all === 0 ? size : `${size} ${degrees > 0 ? positive : negative}`
}
