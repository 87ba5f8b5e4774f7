/** Escapes control characters, including bidirectional ones, as `\x1b`. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, (character) => {
    const code = character.charCodeAt(0)
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`
  })

/** Prints a line of the report, with control characters escaped. */
export const printLine = (line: string): boolean => process.stdout.write(`${printable(line)}\n`)

/** Prints a line to stderr. */
export const tellLine = (line: string): boolean => process.stderr.write(`${printable(line)}\n`)
