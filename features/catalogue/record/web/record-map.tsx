import './record-map.css'
import { landOutline, stepsPerDegree } from './land-outline.ts'
import { type Area, formatAreas, viewOf } from './map-view.ts'

/** Smaller than this share of the window, an area is a point. */
const leastShare = 1 / 40

/** The areas that a map covers, on an outline of the land around them. */
export function RecordMap({ areas }: { areas: Area[] }) {
  const { window, narrowing, boxes, turns } = viewOf(areas)
  const { x, y, width, height } = window
  return (
    <svg className="record-map" viewBox={`${x} ${y} ${width} ${height}`} role="img" aria-label={formatAreas(areas)}>
      <g className="land" transform={`scale(${narrowing / stepsPerDegree} ${1 / stepsPerDegree})`}>
        {turns.map((turn) => (
          <path key={turn} d={landOutline} transform={`translate(${turn * stepsPerDegree})`} />
        ))}
      </g>
      {boxes.map((box) => {
        const key = `${box.x} ${box.y} ${box.width} ${box.height}`
        return Math.max(box.width, box.height) < width * leastShare ? (
          <circle key={key} cx={box.x + box.width / 2} cy={box.y + box.height / 2} r={height / 28} />
        ) : (
          <rect key={key} {...box} />
        )
      })}
    </svg>
  )
}
