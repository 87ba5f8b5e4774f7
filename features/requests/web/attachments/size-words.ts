const megabytes = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** As a person says it: `340 KB`, `2.4 MB`. */
export const sizeWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${megabytes.format(bytes / 1_000_000)} MB`
