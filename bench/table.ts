export const say = (line: string) => process.stdout.write(`${line}\n`)

/** With thousands separators. */
export const grouped = (n: number) => Math.round(n).toLocaleString('en-AU')

/** A Markdown table that is also readable while it grows, line by line. The cells of the first line are its columns. */
export function beginTable(columns: string[], width = 17) {
  const row = (first: string, ...cells: string[]) =>
    say(`| ${first.padEnd(24)} |${cells.map((cell) => `${cell.padStart(width)} |`).join('')}`)
  row('', ...columns)
  say(`|:---|${columns.map(() => '---:|').join('')}`)
  return row
}
