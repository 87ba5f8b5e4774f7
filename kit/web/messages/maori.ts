import type { Translation } from '#kit/messages.ts'
import type { english } from './english.ts'

export const maori: Translation<typeof english> = {
  genericFailure:
    'I hapa tēnei mahi. Tēnā, whakamātau anō ā muri ake. Ki te hapa tonu, whakapā atu ki te tautoko a te kaiwhakarato.',
  genericFailureOf:
    'I hapa tēnei mahi. Tēnā, whakamātau anō ā muri ake. Ki te hapa tonu, whakapā atu ki te tautoko a {provider}.',
  unknownFailure: 'Kua puta he hapa e kore e mōhiotia. Tēnā, whakapā atu ki te kaiwhakahaere pūnaha.',
  unable: 'Kāore e taea tēnei mahi. Tēnā, whakamātau anō ā muri ake',
  unableToSearch: 'Kāore e taea te rapu. Tēnā, whakamātau anō ā muri ake',
  unreachable: 'Kāore e taea te ratonga. Tēnā, tirohia tō hononga, ka whakamātau anō.',
  // Refusals of the server
  busy: 'Kei te pukumahi te ratonga. Tēnā, whakamātau anō ākuanei.',
  pleaseSignIn: 'Tēnā, waitohu mai.',
  notAllowed: 'Kāore koe i te whai mana ki te mahi i tēnei.',
  today: 'I tēnei rā',
  yesterday: 'Inanahi',
  lastWeek: 'Ngā rā e 7 kua hori',
  justNow: 'Ināianei tonu',
  minuteAgo: 'meneti i mua',
  minutesAgo: 'meneti i mua',
}
