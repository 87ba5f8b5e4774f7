/** Mail hosts whose addresses anyone can get. */
const publicHosts = new Set(
  `126.com 163.com aol.com bigpond.com bigpond.net.au btinternet.com comcast.net fastmail.com fastmail.fm gmail.com
   gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.co.nz hotmail.co.uk hotmail.com hotmail.com.au icloud.com
   iinet.net.au internode.on.net live.com live.com.au mac.com mail.com mail.ru me.com msn.com optusnet.com.au
   outlook.com outlook.com.au pm.me proton.me protonmail.com qq.com rocketmail.com tpg.com.au tutanota.com tuta.com
   westnet.com.au windowslive.com xtra.co.nz y7mail.com yahoo.co.nz yahoo.co.uk yahoo.com yahoo.com.au yandex.com
   yandex.ru ymail.com zoho.com`.split(/\s+/),
)
/** Endings below which organisations register their names. */
const sharedEndings =
  /^(((act|catholic|nsw|nt|qld|sa|schools|tas|vic|wa)\.)?(com|net|org|edu|gov|asn|id|co|ac|school|govt)\.[a-z]{2}|[a-z0-9-]+)$/

/** A domain whose addresses belong to no single school. */
export const isPublicDomain = (domain: string) => publicHosts.has(domain) || sharedEndings.test(domain)

export const hostOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** A domain and those below it overlap. */
export const overlap = (one: string, other: string) =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)

/** `students.school.example`, `school.example` and `example`: a domain, and those above it. */
export const domainsAbove = (host: string) => {
  const labels = host.split('.')
  return labels.map((_, at) => labels.slice(at).join('.'))
}
