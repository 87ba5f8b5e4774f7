/** Form of each member of a result that we read. Others may be there, and are not looked at. */
const forms = {
  summarycode: /^[1-4]$/,
  rescode: /^[0-9A-Za-z]{0,6}$/,
  // Printable, without the sign that stands between the members in a fingerprint.
  restext: /^[\x20-\x7b\x7d\x7e]{0,200}$/,
  refid: /^[A-Za-z0-9 ._-]{1,60}$/,
  txnid: /^[A-Za-z0-9-]{0,60}$/,
  settdate: /^(\d{8})?$/,
  timestamp: /^\d{14}$/,
  merchant: /^[A-Za-z0-9]{1,20}$/,
  amount: /^\d{1,9}(\.\d{2})?$/,
  currency: /^([A-Z]{3})?$/,
  // Never a whole card number.
  pan: /^(\d{0,6}[.xX*]{2,}\d{0,4})?$/,
  fingerprint: /^([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/,
} satisfies Record<string, RegExp>
type Member = keyof typeof forms

const mayBeAbsent: readonly Member[] = ['rescode', 'restext', 'txnid', 'settdate', 'currency', 'pan']
const mostMembers = 60

/** The members of a result as they were sent, or why none can be read. A name that comes twice is refused whatever its case. */
export function membersOf(
  sent: readonly (readonly [name: string, value: string])[],
): Record<Member, string> | { refused: string } {
  if (sent.length > mostMembers) return { refused: 'too many members' }
  const seen = new Set<string>()
  for (const [name, value] of sent) {
    if (!/^\w{1,40}$/.test(name)) return { refused: 'a member of an unknown form' }
    if (seen.has(name.toLowerCase())) return { refused: `${name} comes twice` }
    if (value.length > 1000 || /[|\p{Cc}\ufffd]/u.test(value)) return { refused: `${name} has another form` }
    seen.add(name.toLowerCase())
  }
  const given = new Map(sent)
  const members = {} as Record<Member, string>
  for (const name of Object.keys(forms) as Member[]) {
    const value = given.get(name) ?? (mayBeAbsent.includes(name) ? '' : undefined)
    if (value === undefined) return { refused: `${name} is missing` }
    if (!forms[name].test(value)) return { refused: `${name} has another form` }
    members[name] = value
  }
  return members
}
