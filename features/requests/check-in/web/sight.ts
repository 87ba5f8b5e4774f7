/** The view of a picture: zoom, rotation in degrees, offset in pixels. Zoom 1 shows all of it. */
export type Sight = { zoom: number; turn: number; x: number; y: number }

export const wholeSight: Sight = { zoom: 1, turn: 0, x: 0, y: 0 }

const most = 8
const factor = 1.5

/** One zoom step; at zoom 1 the picture is centred again. */
export function nextZoom(sight: Sight, step: 1 | -1): Sight {
  const zoom = Math.min(most, Math.max(1, sight.zoom * factor ** step))
  const share = zoom / sight.zoom
  return zoom < 1.01 ? { ...wholeSight, turn: sight.turn } : { ...sight, zoom, x: sight.x * share, y: sight.y * share }
}

/** Pans the picture, limited to the part that extends beyond the stage. */
export function moved(sight: Sight, x: number, y: number, stage: { width: number; height: number }): Sight {
  const room = (size: number) => (size * (sight.zoom - 1)) / 2
  const within = (value: number, size: number) => Math.min(room(size), Math.max(-room(size), value))
  return { ...sight, x: within(x, stage.width), y: within(y, stage.height) }
}
