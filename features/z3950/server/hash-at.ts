type Hashes = { passwordHash: string | null; nextPasswordHash: string | null; takesEffectAt: Date | null }

/** The hash of the password that works at this moment, if any does. */
export const hashAt = ({ passwordHash, nextPasswordHash, takesEffectAt }: Hashes, now: Date): string | null =>
  nextPasswordHash !== null && takesEffectAt !== null && takesEffectAt <= now ? nextPasswordHash : passwordHash
