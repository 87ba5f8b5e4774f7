import type { Translation } from '#kit/messages.ts'
import type { english } from './english.ts'

export const maori: Translation<typeof english> = {
  // The sign-in page
  signIn: 'Waitohu mai',
  notSignedIn: 'Kāore anō koe kia waitohu mai',
  noPage: 'Kāore he whārangi i {path}. Waitohu mai kia haere ki te whārangi tīmata.',
  cart: 'Waitohu mai kia kite i te kete hoko.',
  signInWith: 'Waitohu mai mā {service}',
  schoolSignsInWith: 'Ka waitohu mai tō kura mā {service}.',
  needsScript: 'Tēnā, whakakāngia a JavaScript: ki te kore, kāore e taea te waitohu mai i konei mō te hāora.',
  username: 'Ingoa kaiwhakamahi',
  password: 'Kupuhipa',
  forgotPassword: 'Kua wareware i a koe tō kupuhipa?',
  useSchool: 'Waitohu mai mā taku kura',
  schoolHint: 'Tāurua tō wāhitau īmēra kura ki runga ake nei.',
  otherWays: 'Ētahi atu huarahi waitohu mai',
  takingYouThere: 'Kei te haere koe ki reira ināianei.',
  continue: 'Haere tonu',
  working: 'Kei te taki mēnā he tangata koe, ehara i te karetao. Ka roa pea mō ētahi hēkona.',
  demoAccounts: 'Pūkete whakaatu',
  demoPassword: 'Ko {password} te kupuhipa a te katoa',
  // A passkey
  or: 'rānei',
  signInWithPasskey: 'Waitohu mai ki te kī uru',
  passkeyHint: 'Whakamahia tō tapukara, tō kanohi, te maukati mata rānei, ina tāpirihia he kī uru ki tō kōtaha.',
  passkeyUnused: 'Kāore he kī uru i whakamahia. Whakamātau anō, waitohu mai rānei ki tō kupuhipa.',
  passkeyUnread: 'Kāore i taea te pānui te kī uru. Tēnā, waitohu mai ki tō kupuhipa.',
  passkeyRefused:
    'Kāore i taea te whakamahi i tēnei kī uru: kua tangohia, i roa rawa rānei te tuwhera o te whārangi. Tēnā, whakamātau anō, waitohu mai rānei ki tō kupuhipa.',
  // The second step
  enterCode: 'Tāurua tō waehere',
  codeHint: 'Huakina tō taupānga whakamotuhēhē, ka tāuru i te waehere e 6 ngā mati e whakaatuhia ana.',
  code: 'Waehere',
  useRecoveryCode: 'Whakamahia he waehere whakaora',
  enterRecoveryCode: 'Tāurua he waehere whakaora',
  recoveryHint:
    'Tāurua tētahi o ngā waehere i tiakina e koe i te whakaritenga o tō taupānga whakamotuhēhē. Kotahi anake te whakamahinga o ia waehere.',
  recoveryCode: 'Waehere whakaora',
  useApp: 'Whakamahia tō taupānga whakamotuhēhē',
  usePasskey: 'Whakamahia tō kī uru',
  usePasskeyHint:
    'Me whai tō pūkete i te tauwehe tuarua kia waitohu mai. Whakaūngia ki te kī uru i tāpirihia e koe ki tō kōtaha.',
  passkeyNeedsScript: 'Tēnā, whakakāngia a JavaScript: me whai e ngā kī uru.',
  otherHelp: 'Kāore e taea te waitohu mai mā tēnei huarahi? Īmērahia {email}.',
  asSomeoneElse: 'Waitohu mai hei tangata kē',
  codeMissing: 'Tēnā, tāurua he waehere.',
  codeRefused: 'Kei te hē tēnei waehere, kua whakamahia kētia rānei.',
  codeTooLate: 'Kāore i tāurua te waehere i te wā tika. Tēnā, waitohu mai anō.',
  // Refusals
  bothMissing: 'Tēnā, tāurua tō ingoa kaiwhakamahi me tō kupuhipa.',
  addressMissing: 'Tēnā, tāurua tō wāhitau īmēra kura.',
  wrong: 'Kei te hē te ingoa kaiwhakamahi, te kupuhipa rānei.',
  workNeeded:
    'He maha rawa ngā whakamātau mō tēnei ingoa kaiwhakamahi. Tēnā, tāurua anō tō kupuhipa: ka roa ake te waitohu mai mō ētahi hēkona.',
  tooMany: 'He maha rawa ngā whakamātau. Tēnā, tatari mō te {time}, ka whakamātau anō.',
  second: '1 hēkona',
  seconds: '{count} hēkona',
  minutes: '{count} meneti',
  hours: '{count} hāora',
  onlyHere:
    'Ka mahi ngā pūkete whakaatu i tēnei rorohiko anake. I haere mai koe mā te takawaenga, mā tētahi atu ingoa rānei: mō te tomokanga e taea ana e ētahi atu, tautuhia PUBLIC_URL me TRUSTED_PROXIES.',
  noServiceThere:
    'Kāore he kura i whai ratonga waitohu mai mō tēnei wāhitau. Tēnā, waitohu mai ki tō ingoa kaiwhakamahi me tō kupuhipa.',
  passwordsOff: 'Kua whakawetohia e tō kura ngā kupuhipa. Tēnā, waitohu mai mā {service}.',
  // Failures
  theService: 'te ratonga waitohu mai',
  thatService: 'te ratonga waitohu mai',
  thisService: 'tēnei ratonga waitohu mai',
  failed: 'Kāore i taea te waitohu mai',
  failedWhy: 'I whakakāhoretia, kua whakamahia kētia rānei te whakautu a te ratonga waitohu mai. Tēnā, whakamātau anō.',
  expired: 'I roa rawa te tuwhera o tēnei whārangi waitohu mai',
  expiredWhy: 'Tēnā, tīmata anō. Kāore i puritia tāu i tāuru ai.',
  away: 'Kāore te waitohu mai i te wātea',
  awayWhy: 'Kāore i te whakautu mai: {service}. Tēnā, whakamātau anō ākuanei.',
  off: 'Kua whakawetohia tēnei ratonga waitohu mai',
  offWhy: 'Kua whakawetohia, kua tangohia rānei i konei: {service}. Tēnā, waitohu mai mā tētahi atu huarahi.',
  unknown: 'Kāore he pūkete ōu i konei',
  unknownOfService:
    'E mōhio ana a {service} ki a koe, engari kāore he pūkete i konei mō tō wāhitau īmēra, kāore rānei tō kura e waitohu mai ana mā {service}. Tēnā, pātai ki te hoapā matua o tō kura.',
  unknownWhy:
    'E mōhio ana te ratonga waitohu mai ki a koe, engari kāore he pūkete ōu i konei, kua katia rānei. Tēnā, pātai ki te hoapā matua o tō whakahaere.',
  otherSubject: 'Nō tētahi atu waitohu mai tō pūkete',
  otherSubjectWhy:
    'E whakaū ana a {service} i tō wāhitau īmēra, engari kua hono kē te pūkete o taua wāhitau ki tētahi atu pūkete i reira. Ka pēnei pea ina hoatu e {service} he pūkete hou ki a koe. Tēnā, pātai ki te hoapā matua o tō kura.',
  unconfirmed: 'Kāore anō tō wāhitau īmēra kia whakaūngia',
  unconfirmedWhy:
    'Kāore anō kia whakaūngia nāu te wāhitau īmēra e {service}, nō reira kāore e taea te huaki pūkete i konei. Whakaūngia tō wāhitau i {service}, ka waitohu mai anō, pātai rānei ki te tautoko hangarau o tō kura.',
  anotherWay: 'Waitohu mai mā tētahi atu huarahi',
  tryAgain: 'Whakamātau anō',
  toStart: 'Haere ki te whārangi tīmata',
}
