/** From a log of JSON lines: what a portal writes at level error and above, and what of it a test expects. */
export function collectErrors() {
  const expected: RegExp[] = []
  const lines: string[] = []
  return {
    /** One line, or several. */
    write: (text: string) => void lines.push(...errorLines(text)),
    /** Lines that match one of these are no fault, those before included. */
    expect: (...patterns: RegExp[]) => void expected.push(...patterns),
    expectNoOther: () => {
      const others = lines.filter((line) => !expected.some((pattern) => pattern.test(line)))
      if (others.length > 0) throw new Error(`The log has errors that no test expects:\n${others.join('\n')}`)
    },
  }
}

/** Those of level error (50) and fatal (60). */
export const errorLines = (text: string): string[] => text.split('\n').filter((line) => /"level":[56]0\b/.test(line))
