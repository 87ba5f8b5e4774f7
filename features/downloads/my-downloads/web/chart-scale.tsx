/** The numbers beside a chart of this height, one for each step. */
export const Scale = ({
  steps,
  height,
  inWords,
}: {
  steps: readonly number[]
  height: number
  inWords: (value: number) => string
}) => (
  <div className="scale" aria-hidden style={{ height: height + 12 }}>
    {steps.map((step) => (
      <span key={step}>{inWords(step)}</span>
    ))}
  </div>
)

/** A line across the chart for each step. */
export const GridLines = ({ steps, height }: { steps: readonly number[]; height: number }) =>
  steps.map((step) => {
    const y = height - (step / steps.at(-1)!) * height
    return <line key={step} className={step === 0 ? 'ground' : undefined} x1="0" x2="100%" y1={y} y2={y} />
  })

/** Two to four steps of 1, 2 or 5, to the first one that no value exceeds. */
export function scaleOf(most: number): number[] {
  const rough = Math.max(most / 4, 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough)!
  return Array.from({ length: Math.max(2, Math.ceil(most / step)) + 1 }, (_, n) => n * step)
}
