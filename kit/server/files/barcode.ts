import { code128, type DrawingContext, qrcode } from 'bwip-js/generic'

/** A code as one shape in whole units, with its quiet zone: sharp at any size, on screen and paper. */
export type Barcode = {
  width: number
  height: number
  /** SVG path data, to be filled by the even-odd rule. */
  path: string
}

/** A quiet zone of four modules on each side (ISO/IEC 18004); a module is two units wide. */
export const qrCode = (text: string): Barcode =>
  withQuietZone(
    outlineOf((drawing) => qrcode({ bcid: 'qrcode', text, scale: 1 }, drawing)),
    8,
    8,
  )

/** A quiet zone of ten modules before and after (ISO/IEC 15417); bars are a quarter as high as the code is wide. */
export const code128Of = (text: string): Barcode => {
  const { bars, width } = outlineOf((drawing) => code128({ bcid: 'code128', text, scale: 1 }, drawing))
  const height = Math.round(width / 4)
  const path = bars.map(([x, lineWidth]) => `M${x} 0h${lineWidth}v${height}h${-lineWidth}z`)
  return withQuietZone({ path, width, height }, 10, 0)
}

export const svgOf = ({ width, height, path }: Barcode): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${width}v${height}H0z"/><path fill-rule="evenodd" d="${path}"/></svg>`

type Outline = { path: string[]; width: number; height: number }

function withQuietZone({ path, width, height }: Outline, across: number, down: number): Barcode {
  // Only the starting points of shapes are absolute.
  const moved = path.map((each) =>
    each.replace(/M([\d.-]+) ([\d.-]+)/g, (_, x, y) => `M${Number(x) + across} ${Number(y) + down}`),
  )
  return { path: moved.join(''), width: width + 2 * across, height: height + 2 * down }
}

function outlineOf(draw: (drawing: DrawingContext<void>) => void): Outline & { bars: [x: number, width: number][] } {
  const path: string[] = []
  const bars: [number, number][] = []
  const size = { width: 0, height: 0 }
  draw({
    scale: () => null,
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width, height) => Object.assign(size, { width, height }),
    // The line's position is the end of a bar of odd width, and the centre of one of even width.
    line: (x, _, __, ___, width) => bars.push([x - (width % 2 ? 0.5 : 0) - width / 2, width]),
    polygon: (points) => {
      const steps = points.slice(1).map(([x, y], index) => `l${x - points[index]![0]} ${y - points[index]![1]}`)
      path.push(`M${points[0]![0]} ${points[0]![1]}${steps.join('')}z`)
    },
    hexagon: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
    end: () => undefined,
  })
  return { path, bars, ...size }
}
