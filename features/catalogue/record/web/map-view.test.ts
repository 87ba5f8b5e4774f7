import { expect, test } from 'vitest'
import { landOutline, landReach, stepsPerDegree } from './land-outline.ts'
import { type Area, formatAreas, viewOf } from './map-view.ts'

const area = (west: number, east: number, north: number, south: number): Area => ({ west, east, north, south })
const australia = area(113, 154, -10, -44)
const fiji = area(176.5, -178, -15.5, -19.5)

/** The rings of the outline, in degrees. */
const rings = landOutline
  .split('M')
  .slice(1)
  .map((ring) => {
    const [x = 0, y = 0, ...steps] = ring.match(/-?\d+/g)!.map(Number)
    const points = [[x, y]]
    for (let i = 0; i < steps.length; i += 2)
      points.push([points.at(-1)![0]! + steps[i]!, points.at(-1)![1]! + steps[i + 1]!])
    return points.map(([east, south]) => [east! / stepsPerDegree, -south! / stepsPerDegree] as const)
  })

const isLand = (longitude: number, latitude: number) =>
  rings.filter((ring) => {
    let inside = false
    for (const [i, [x, y]] of ring.entries()) {
      const [u, v] = ring.at(i - 1)!
      if (y > latitude !== v > latitude && longitude < ((u - x) * (latitude - y)) / (v - y) + x) inside = !inside
    }
    return inside
  }).length %
    2 ===
  1

test.each([
  ['Alice Springs', 133.9, -23.7, true],
  ['the North Island', 175.7, -38.7, true],
  ['Tasmania', 146.6, -42, true],
  ['Fiji', 178, -17.8, true],
  ['Beijing', 116.4, 39.9, true],
  ['Lima', -76.5, -12, true],
  ['the east of Chukotka', -172.5, 65.9, true],
  ['the South Pole', 0, -89.5, true],
  ['Bass Strait', 145.5, -39.9, false],
  ['the Tasman Sea', 160, -38, false],
  ['the Caspian Sea', 51, 42, false],
  ['the middle of the Pacific', -150, 0, false],
])('%s is drawn in its place', (_, longitude, latitude, land) => {
  // Land continues beyond the antimeridian.
  expect(isLand(longitude, latitude) || isLand(longitude + 360, latitude)).toBe(land)
})

test('the land reaches no further than the earth', () => {
  const all = rings.flat()
  const easts = all.map(([x]) => x)
  expect({ west: Math.min(...easts), east: Math.max(...easts) }).toEqual(landReach)
  expect(Math.max(...all.map(([, y]) => Math.abs(y)))).toBe(90)
  // The edge of Antarctica is the only line along the whole map.
  const isLong = (ring: (typeof rings)[number]) => ring.filter(([x], i) => i > 0 && Math.abs(x - ring[i - 1]![0]) > 60)
  expect(rings.flatMap(isLong)).toEqual([[-180, -90]])
})

test('an area is in the middle of a window that is twice as wide as high and larger than it', () => {
  const { window, boxes, narrowing } = viewOf([australia])
  expect(narrowing).toBeCloseTo(Math.cos((27 * Math.PI) / 180))
  expect(window.width).toBe(2 * window.height)
  expect(window.height).toBe(68)
  const [box] = boxes
  expect(box!.x + box!.width / 2).toBeCloseTo(window.x + window.width / 2)
  expect(box!.y + box!.height / 2).toBeCloseTo(window.y + window.height / 2)
  expect(box).toEqual({ x: 113 * narrowing, y: 10, width: 41 * narrowing, height: 34 })
})

test('a point has land around it', () => {
  const { window, boxes } = viewOf([area(174.78, 174.78, -41.29, -41.29)])
  expect(window.height).toBe(40)
  expect(boxes[0]).toMatchObject({ width: 0, height: 0 })
})

test('across the antimeridian the box is one, and the land continues', () => {
  const { window, boxes, narrowing, turns } = viewOf([fiji])
  expect(boxes[0]!.width).toBeCloseTo(5.5 * narrowing)
  expect(window.x + window.width / 2).toBeCloseTo(179.25 * narrowing)
  expect(turns).toEqual([0, 360])
  // New Zealand, on the near side of a sheet that begins beyond.
  expect(viewOf([area(-179, -176, -43.5, -44.5)]).turns).toEqual([-360, 0])
  expect(viewOf([area(10, 30, 10, 0)]).turns).toEqual([0])
  expect(viewOf([area(-180, 180, 90, -90)]).turns).toEqual([-360, 0])
})

test('areas on both sides of the antimeridian are near each other', () => {
  const { window, boxes, narrowing } = viewOf([area(177, 179, -16, -19), area(-179, -178, -16, -19)])
  expect(boxes[1]!.x).toBeCloseTo(181 * narrowing)
  expect(window.height).toBe(40)
})

test('near a pole the window ends there', () => {
  const { window } = viewOf([area(-10, 10, 90, 80)])
  expect(window.y).toBe(-90)
  expect(viewOf([area(-10, 10, -80, -90)]).window.y + 40).toBe(90)
})

test('what is wider than a hemisphere is on the whole earth', () => {
  for (const wide of [area(-180, 180, 90, -90), area(30, -30, 10, -10), area(0, 100, 60, -10)])
    expect(viewOf([wide]).window).toMatchObject({ y: -90, width: 360, height: 180 })
})

test.each<[string, ...Area[]]>([
  ['Covers 10° S to 44° S, 113° E to 154° E', australia],
  ['Covers 15°30′ S to 19°30′ S, 176°30′ E to 178° W', fiji],
  ['At 41°17′ S, 174°47′ E', area(174.78, 174.78, -41.29, -41.29)],
  ['Covers 90° N to 90° S, 180° W to 180° E', area(-180, 180, 90, -90)],
  ['Covers 1°03′ N to 0°, 0° to 0°30′ E', area(0, 0.5, 1.05, 0)],
  ['At 60° N, 1° W', area(-1, -1, 59.9999, 59.9999)],
  ['Covers 10° S to 44° S, 113° E to 154° E; 41°17′ S, 174°47′ E', australia, area(174.78, 174.78, -41.29, -41.29)],
])('%s', (words, ...areas) => expect(formatAreas(areas)).toBe(words))
