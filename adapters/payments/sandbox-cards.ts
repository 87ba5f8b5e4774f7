/** The behaviour of a test card. */
export type TestCard = {
  number: string
  does: string
  outcome: 'approve' | 'decline'
  /** How its result is delivered. */
  delivery: 'at-once' | 'slow' | 'double' | 'late'
  code: string
  text: string
}

const approved = { outcome: 'approve', code: '00', text: 'Approved' } as const
const declined = { outcome: 'decline', code: '51', text: 'Insufficient Funds' } as const

export const testCards: readonly TestCard[] = [
  { number: '4444333322221111', does: 'Approved', delivery: 'at-once', ...approved },
  { number: '4444333322221129', does: 'Declined: insufficient funds', delivery: 'at-once', ...declined },
  {
    number: '4444333322221137',
    does: 'Declined: expired card',
    delivery: 'at-once',
    ...declined,
    code: '54',
    text: 'Expired Card',
  },
  { number: '4444333322221145', does: 'Approved slowly: the portal learns of it first', delivery: 'slow', ...approved },
  { number: '4444333322221152', does: 'Approved, and reported several times', delivery: 'double', ...approved },
  { number: '4444333322221160', does: 'Declined, then approved after all', delivery: 'late', ...declined },
]

/** As typed, with or without gaps. Undefined: not a card number. */
export function cardOf(typed: string): TestCard | undefined {
  const number = typed.replace(/[ -]/g, '')
  if (!/^\d{12,19}$/.test(number)) return undefined
  return (
    testCards.find((card) => card.number === number) ?? {
      number,
      does: 'Declined: not a test card',
      outcome: 'decline',
      delivery: 'at-once',
      code: '14',
      text: 'Invalid Card Number',
    }
  )
}

/** `444433...111`, as SecurePay shows it. */
export const masked = (number: string) => `${number.slice(0, 6)}...${number.slice(-3)}`
