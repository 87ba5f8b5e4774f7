/** `2004-03-17` → 20040317; 0 for an empty date. */
export function dayNumber(date: string): number {
  const digits = date.replaceAll('-', '')
  return /^\d{8}$/.test(digits) ? Number(digits) : 0
}
