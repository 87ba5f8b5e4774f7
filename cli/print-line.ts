/** What a terminal would obey, or show elsewhere than it stands (bidirectional controls), by its code: `\x1b`. */
export const shown = (text: string): string =>
  text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, (character) => {
    const code = character.charCodeAt(0)
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`
  })

/** A line of the report. What comes from a record, a file's name or a person does nothing to the terminal. */
export const printLine = (line: string): boolean => process.stdout.write(`${shown(line)}\n`)

/** A line beside the report. */
export const tellLine = (line: string): boolean => process.stderr.write(`${shown(line)}\n`)
